import type { Shape } from '#platform/server/liquid/shape.ts'
import {
  namedShapes,
  objectsOf,
  ofAllPages,
  ofPlaced,
  pagesWithObjects,
} from '#storefront/liquid/catalogue.ts'

/* What templates in Liquid can name, as a page of the documents: from the catalogue that checks them. */

type Members = Readonly<Record<string, Shape>>

export function objectsPage(): string {
  return [
    '<!-- Made by `npm run gen` from `src/storefront/liquid/catalogue.ts`; do not edit. -->',
    '',
    '# The objects of templates',
    '',
    'What they mean, and how they are shown: [templates.md](templates.md#objects). A name that is not here is refused when a theme is stored.',
    '',
    '| Type | Is |',
    '|---|---|',
    '| text | escaped where it is shown |',
    '| sanitised HTML | shown by the filter `raw` |',
    '| moment | a text for the filter `date` |',
    '| … or nothing | `{% if %}` asks whether it is there |',
    '| anything | plain data, as it was given |',
    '',
    ...Object.entries(namedShapes).flatMap(([name, shape]) => tableOf(capital(name), membersOf(shape))),
    ...tableOf('Every page', {
      ...ofAllPages,
      settings: { kind: 'any' },
    }),
    ...tableOf('A section, and a block', { section: ofPlaced.section, block: ofPlaced.block }),
    ...pagesWithObjects.flatMap((page) => tableOf(`The page \`${page}\``, objectsOf(page))),
  ].join('\n')
}

function membersOf(shape: Shape): Members {
  return shape.kind === 'object' ? shape.members : {}
}

function tableOf(title: string, members: Members): string[] {
  const rows = rowsOf(members, '')
  return [`## ${title}`, '', '| Name | Type |', '|---|---|', ...rows, '']
}

/** Objects without a name of their own have their members below them. */
function rowsOf(members: Members, prefix: string): string[] {
  return Object.entries(members).flatMap(([name, shape]) => {
    const path = `${prefix}${name}`
    const inner = innermost(shape)
    const isOwn = inner.kind === 'object' && nameOf(inner) === null
    const below = isOwn ? rowsOf(inner.members, `${path}${isList(shape) ? '[]' : ''}.`) : []
    return [`| \`${path}\` | ${typeOf(shape)} |`, ...below]
  })
}

function innermost(shape: Shape): Shape {
  return shape.kind === 'list' || shape.kind === 'maybe' ? innermost(shape.of) : shape
}

function isList(shape: Shape): boolean {
  return shape.kind === 'list' || (shape.kind === 'maybe' && isList(shape.of))
}

function nameOf(shape: Shape): string | null {
  return Object.entries(namedShapes).find(([, one]) => one === shape)?.[0] ?? null
}

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'maybe':
      return `${typeOf(shape.of)} or nothing`
    case 'list':
      return `a list of ${typeOf(shape.of).replace(/^an? /, '')}`
    case 'object':
      return linked(nameOf(shape)) ?? 'an object'
    case 'html':
      return 'sanitised HTML'
    case 'flag':
      return 'true or false'
    case 'any':
      return 'anything'
    default:
      return shape.kind
  }
}

function linked(name: string | null): string | null {
  return name === null ? null : `[${name}](#${name.replaceAll(' ', '-')})`
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
