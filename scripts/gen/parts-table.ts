import { z } from 'zod'
import { placedParts } from '#storefront/placed/placed-parts.ts'
import { isOwnPart, isServerPart, placedNames } from '#wire/placed-names.ts'

/* The parts that a merchant's HTML may place, as a page of the documents: from the schemas that check them. */

interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

export function partsPage(): string {
  const rows = placedNames.map((name) => {
    const { about, props, words = false } = placedParts[name]
    const schema = z.toJSONSchema(props, { io: 'input' }) as Schema
    const notes = [
      ...(words ? ['among words'] : []),
      ...(isOwnPart(name) ? ['the visitor’s own'] : []),
      ...(isServerPart(name) ? [] : ['`part` around it']),
    ]
    return `| \`${name}\` | ${about} | ${propsOf(schema)} | ${notes.join(', ')} |`
  })
  return [
    '<!-- Made by `npm run gen` from `src/storefront/placed`; do not edit. -->',
    '',
    '# The parts by name',
    '',
    'How they are placed, and what is done with them: [parts.md](parts.md).',
    '',
    '| Name | What it is | Props | Notes |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function propsOf({ properties = {}, required = [] }: Schema): string {
  const all = Object.entries(properties).map(([name, schema]) => {
    const usual = required.includes(name) ? '' : ` = \`${JSON.stringify(schema.default)}\``
    return `\`${name}\`${required.includes(name) ? '*' : ''}: ${kindOf(schema)}${usual}`
  })
  return all.length === 0 ? '–' : all.join('<br>')
}

function kindOf(schema: Schema): string {
  const { type, anyOf, items, minimum, maximum, maxItems, maxLength } = schema
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  switch (type) {
    case 'integer':
    case 'number':
      return `${String(minimum)} to ${String(maximum)}`
    case 'string':
      return maxLength === undefined ? 'text' : `text, at most ${maxLength}`
    case 'array':
      return `at most ${String(maxItems)} of (${kindOf(items ?? {})})`
    case 'object':
      return propsOf(schema).replaceAll('<br>', ', ')
    case 'boolean':
      return 'true or false'
    default:
      return type ?? ''
  }
}
