import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { categoryEntry, collectionEntry, productEntry, tagEntry } from '#wire/catalog-format.ts'
import { jsonParts, type JsonPart } from './json-elements.ts'
import { jsonLimits, parsePart } from './json-entry.ts'
import { refused, type EntryReading, type Kind, type Reading } from './reading.ts'
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
export async function* readViolet(source: CatalogSource, wanted: readonly Kind[]): AsyncGenerator<Reading> {
  const whole = wanted.includes('product')
  let named = false
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    if (part.kind === 'broken') {
      if (whole) yield refused(null, null, part.line, part.reason)
      continue
    }
    const kind = kinds[part.key ?? '']
    if (part.kind === 'element' && kind !== undefined) {
      if (wanted.includes(kind)) yield readEntry(kind, part)
    } else if (whole) {
      named ||= part.key === 'format'
      const reason = memberFault(part)
      if (reason !== null) yield refused(null, null, part.line, reason)
    }
  }
  if (whole && !named)
    yield { what: 'note', note: 'the file does not say "format": "violet-catalog", "version": 1' }
}

function readEntry(kind: Kind, part: Extract<JsonPart, { kind: 'element' | 'member' }>): Reading {
  const parsed = parsePart(part)
  if (!parsed.ok) return refused(kind, null, parsed.problem.line, parsed.problem.reason)
  switch (kind) {
    case 'category':
      return checked('category', categoryEntry, parsed.value, part.line)
    case 'tag':
      return checked('tag', tagEntry, parsed.value, part.line)
    case 'product':
      return checked('product', productEntry, parsed.value, part.line)
    case 'collection':
      return checked('collection', collectionEntry, parsed.value, part.line)
  }
}

function checked<K extends Kind>(
  kind: K,
  schema: z.ZodType<EntryReading<K>['entry']>,
  value: unknown,
  line: number,
): EntryReading<K> | Extract<Reading, { what: 'refused' }> {
  const entry = schema.safeParse(value)
  if (entry.success) return { what: 'entry', kind, line, entry: entry.data }
  return { what: 'refused', kind, name: slugIn(value), reasons: schemaReasons(entry.error, line) }
}

function slugIn(value: unknown): string | null {
  return typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string'
    ? value.slug.slice(0, 120)
    : null
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
