import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { no, ok } from '#domain/result.ts'
import { categoryEntry, collectionEntry, productEntry, tagEntry } from '#wire/catalog-format.ts'
import { slug } from '#wire/entry-parts.ts'
import { jsonParts, type JsonPart } from './json-elements.ts'
import { jsonLimits, parsePart } from './json-entry.ts'
import { isGiven, removesSomething, withoutNulls } from '../merge/merge.ts'
import { refused, type Entries, type Kind, type Reading, type ReadOptions } from './reading.ts'
import { schemaReasons } from './schema-reasons.ts'
import type { CatalogSource } from './source.ts'

/** Our own file's arrays. */
const kinds: Readonly<Record<string, Kind>> = byWord({
  categories: 'category',
  tags: 'tag',
  products: 'product',
  collections: 'collection',
})

/**
 * The entries of the wanted kinds. Faults of the file itself are reported when products are wanted, so that several
 * passes report each once.
 */
export async function* readViolet(
  source: CatalogSource,
  wanted: readonly Kind[],
  options: Pick<ReadOptions, 'currency'>,
): AsyncGenerator<Reading> {
  const whole = wanted.includes('product')
  let named = false
  let lastLine = 1
  const counts = new Map<Kind, number>()
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    if (part.kind === 'broken') {
      if (whole) yield refused(null, null, part.line, part.reason)
      continue
    }
    const kind = kinds[part.key ?? '']
    if (part.kind === 'element' && kind !== undefined) {
      const index = counts.get(kind) ?? 0
      counts.set(kind, index + 1)
      const place = `${part.key}[${index}]`
      // An entry that shares its line with the one before.
      const isCrowded = part.line === lastLine
      lastLine = part.line
      if (wanted.includes(kind))
        yield atPlace(readEntry(kind, part, place, options), isCrowded ? place : null)
    } else if (whole) {
      named ||= part.key === 'format'
      const reason = memberFault(part)
      if (reason !== null) yield refused(null, null, part.line, reason)
    }
  }
  if (whole && !named)
    yield { what: 'note', note: 'the file does not say "format": "violet-catalog", "version": 1' }
}

function atPlace(reading: Reading, place: string | null): Reading {
  return place === null || reading.what === 'note' ? reading : { ...reading, place }
}

/** @param place the entry's name where it has none of its own: `products[17]` */
function readEntry(
  kind: Kind,
  part: Extract<JsonPart, { kind: 'element' | 'member' }>,
  place: string,
  { currency }: Pick<ReadOptions, 'currency'>,
): Reading {
  const parsed = parsePart(part)
  if (!parsed.ok) return refused(kind, place, parsed.problem.line, parsed.problem.reason)
  const { line } = part
  switch (kind) {
    case 'category':
      return checked('category', categoryEntry, parsed.value, line, place)
    case 'tag':
      return checked('tag', tagEntry, parsed.value, line, place)
    case 'product':
      return checked('product', productEntry, inFull(parsed.value, currency), line, place)
    case 'collection':
      return checked('collection', collectionEntry, parsed.value, line, place)
  }
}

/** A product whose SKUs have their prices by currency; `price` alone is one in the currency of the shop. */
function inFull(value: unknown, currency: string): unknown {
  if (!isGiven(value) || !Array.isArray(value['skus'])) return value
  return { ...value, skus: value['skus'].map((sku: unknown) => withPrices(sku, currency)) }
}

function withPrices(sku: unknown, currency: string): unknown {
  if (!isGiven(sku) || !('price' in sku || 'linePrice' in sku)) return sku
  const { price, linePrice, ...rest } = sku
  const short = Object.fromEntries(
    Object.entries({ price, linePrice }).filter(([, amount]) => amount !== undefined),
  )
  const prices = isGiven(sku['prices']) ? sku['prices'] : {}
  return { ...rest, prices: { ...prices, [currency]: { ...(prices[currency] as object), ...short } } }
}

function checked<K extends Kind>(
  kind: K,
  schema: z.ZodType<Entries[K]>,
  value: unknown,
  line: number,
  place: string,
): Reading {
  const entry = schema.safeParse(withoutNulls(value))
  const reasons = entry.success ? [] : schemaReasons(entry.error, line)
  const known = slugIn(value)
  if (known === null) return { what: 'refused', kind, name: slugText(value) ?? place, reasons }
  return {
    what: 'entry',
    kind,
    line,
    slug: known,
    given: isGiven(value) ? value : {},
    alone: entry.success ? ok(entry.data) : no(reasons),
    removes: removesSomething(value),
    locale: null,
  } as Reading
}

/** The slug that an entry of the shop may be known by. */
function slugIn(value: unknown): string | null {
  const parsed = slug.safeParse(isGiven(value) ? value['slug'] : undefined)
  return parsed.success ? parsed.data : null
}

/** What stands in the place of the slug, if it can be shown. */
function slugText(value: unknown): string | null {
  const given = isGiven(value) ? value['slug'] : undefined
  return typeof given === 'string' && given.trim() !== '' ? given.slice(0, 120) : null
}

function memberFault(part: Extract<JsonPart, { kind: 'element' | 'member' }>): string | null {
  const parsed = parsePart(part)
  const value = parsed.ok ? parsed.value : undefined
  if (part.kind === 'member' && part.key === 'format' && value === 'violet-catalog') return null
  if (part.kind === 'member' && part.key === 'version') {
    return value === 1
      ? null
      : `version ${String(value)} of the format is not known: this program reads version 1`
  }
  return `the file has ${JSON.stringify(part.key?.slice(0, 60) ?? null)}, which the format does not know`
}
