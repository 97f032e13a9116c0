import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import type { Reason } from './reading.ts'
import { printable, shown } from '#wire/shown-text.ts'

type Issue = z.core.$ZodIssue

/** zod's errors, one reason for each of the first faults: `skus[0].prices.USD.price: a price such as "19.90"`. */
export function schemaReasons(error: z.ZodError, line: number): Reason[] {
  // What is empty is also of a wrong form: one reason for each member.
  const first = [...Map.groupBy(error.issues, ({ path }) => path.join('\0')).values()].map(
    ([issue]) => issue!,
  )
  return first.slice(0, 5).map((issue) => {
    const path = issue.path.map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    const where = printable(path.join('')).slice(0, 120)
    const what = plainWords(issue)
    return { line, reason: printable(where === '' ? what : `${where}: ${what}`).slice(0, 300) }
  })
}

/** What is wrong, in words of the trade; the schema's own words where it has some. */
function plainWords(issue: Issue): string {
  if (!/^(Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type': {
      const found = /received (\w+)/.exec(issue.message)?.[1] ?? ''
      if (found === 'undefined') return 'is missing'
      return `should be ${kindOf(issue.expected)}, and is ${kindOf(found)}`
    }
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'is empty'
        : `should ${sizeOf(issue.origin, 'at least', issue.minimum)}`
    case 'too_big':
      return `should ${sizeOf(issue.origin, 'at most', issue.maximum)}`
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => shown(key)).join(', ')} is not known here`
    case 'invalid_value':
      return `should be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'datetime' ? 'should be a date such as 2026-11-05T08:00:00Z' : issue.message
    case 'invalid_key':
      return 'is under a name that is not allowed here'
    case 'invalid_union':
      return 'is of none of the known kinds'
    default:
      return issue.message
  }
}

const kindNames = byWord({
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  object: 'an object {...}',
  record: 'an object such as {"en": "..."}',
  null: 'null',
})

function kindOf(type: string): string {
  return kindNames[type] ?? type
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${size} characters`
  const elements = Number(size) === 1 ? 'element' : 'elements'
  return origin === 'array' || origin === 'set' ? `have ${bound} ${size} ${elements}` : `be ${bound} ${size}`
}
