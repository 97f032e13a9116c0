import { byWord, own } from '#domain/by-word.ts'
import { isLocale } from '#i18n/locales.ts'
import { shown } from '#wire/shown-text.ts'
import { isGiven, nameOf } from './merge.ts'

/** Something that an entry has and will not have: "description in en", or "tag" with the names of the tags. */
export interface Loss {
  what: string
  names: string[]
  count: number
}

/** The losses of one entry. */
export interface Lost {
  entry: string
  losses: readonly Loss[]
}

// What the shop keeps itself, what has a value anyway, and the ends of a reduction, which is a price like any other.
const unmissed = new Set([
  'slug',
  'formerSlugs',
  'format',
  'position',
  'visible',
  'publishedAt',
  'soldCount',
  'rating',
  'stock',
  'backorder',
  'linePrice',
  'benefit',
  'for',
  'tint',
])

/** Each in the singular: "3 tags" is said by the count. */
const singular = byWord({
  categories: 'category',
  collections: 'collection',
  choices: 'choice',
  goesWith: 'companion',
  skus: 'SKU',
})

/** What the first of two entries has and the second lacks. Changed values are no loss. */
export function lossesOf(before: unknown, after: unknown, path = ''): Loss[] {
  if (!isGiven(before)) return []
  return Object.entries(before).flatMap(([name, value]) => {
    if (unmissed.has(name)) return []
    const next = isGiven(after) ? own(after, name) : undefined
    const label = `${path === '' ? '' : `${path} `}${name}`
    if (Array.isArray(value)) return ofList(name, label, value as unknown[], Array.isArray(next) ? next : [])
    // Which values a SKU has is no text of its own.
    if (isGiven(value)) return name === 'options' ? [] : ofMembers(label, value, next)
    const isThere = value !== '' && value !== null && value !== undefined && value !== false
    return isThere && next === undefined ? [loss(label)] : []
  })
}

function ofMembers(label: string, value: Readonly<Record<string, unknown>>, next: unknown): Loss[] {
  const names = Object.keys(value)
  if (names.length > 0 && names.every(isLocale))
    return names
      .filter((locale) => !(isGiven(next) && Object.hasOwn(next, locale)))
      .map((locale) => loss(`${label} in ${locale}`))
  if (next !== undefined) return lossesOf(value, next, label)
  return names.length === 0 || Object.values(value).every(isBlank) ? [] : [loss(label)]
}

function isBlank(value: unknown): boolean {
  return value === false || value === '' || (Array.isArray(value) && value.length === 0)
}

function ofList(name: string, label: string, before: readonly unknown[], after: readonly unknown[]): Loss[] {
  const what = label.replace(/\S+$/, singular[name] ?? name.replace(/s$/, ''))
  // A tile is no picture.
  const elements = before.filter((element) => name !== 'pictures' || nameOf(element, 'src') !== undefined)
  const known = new Map(after.map((element) => [identity(element), element]))
  const named = elements.filter((element) => identity(element) !== null)
  const gone = named.filter((element) => !known.has(identity(element)))
  const unnamed = elements.length - named.length
  const fewer = unnamed - after.filter((element) => identity(element) === null).length
  return [
    ...(gone.length === 0
      ? []
      : [{ what, names: gone.map((element) => identity(element)!), count: gone.length }]),
    ...(fewer > 0 ? [{ what, names: [], count: fewer }] : []),
    ...named
      .filter((element) => known.has(identity(element)))
      .flatMap((element) => lossesOf(element, known.get(identity(element)), what)),
  ]
}

/** Null for an element that is known by its place alone. */
function identity(element: unknown): string | null {
  if (typeof element === 'string') return element
  return nameOf(element, 'sku') ?? nameOf(element, 'code') ?? nameOf(element, 'src') ?? null
}

function loss(what: string): Loss {
  return { what, names: [], count: 1 }
}

const mostNames = 3

/** "description in en, 2 pictures, SKU "cup-l"". */
export function lossesText(losses: readonly Loss[]): string {
  return losses
    .map(({ what, names, count }) => {
      const known = names.length > 0 && names.length <= mostNames ? ` ${names.map(shown).join(', ')}` : ''
      return count === 1 ? `${what}${known}` : `${count} × ${what}${known}`
    })
    .join(', ')
}
