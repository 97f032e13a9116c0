import { byWord } from '#domain/by-word.ts'
import { refused, type Reason, type Refusal } from '../formats/reading.ts'
import { jsonParts, type JsonPart } from '../formats/json-elements.ts'
import { jsonLimits, parsePart } from '../formats/json-entry.ts'
import { schemaReasons } from '../formats/schema-reasons.ts'
import type { CatalogSource } from '../formats/source.ts'
import { contentFile } from '#wire/content-format.ts'

/** In the order in which they go in. */
export const contentKinds = ['article', 'page', 'promotion', 'coupon', 'form', 'review', 'comment'] as const
export type ContentKind = (typeof contentKinds)[number]

/** The arrays of a content file. */
export const plurals = {
  article: 'articles',
  page: 'pages',
  promotion: 'promotions',
  coupon: 'coupons',
  form: 'forms',
  review: 'reviews',
  comment: 'comments',
} as const satisfies Record<ContentKind, string>

const kindOf: Readonly<Record<string, ContentKind>> = byWord(
  Object.fromEntries(contentKinds.map((kind) => [plurals[kind], kind])),
)

/** By the file's own statement, or otherwise by its first entry. */
export async function isContentFile(source: CatalogSource): Promise<boolean> {
  if (!/^(?:\xef\xbb\xbf)?\s*\{/.test(await headOf(source))) return false
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    if (part.kind === 'broken') continue
    if (part.key === 'format') return valueOf(part) === 'violet-content'
    if (part.kind === 'element') return Object.hasOwn(kindOf, part.key ?? '')
  }
  return false
}

async function headOf(source: CatalogSource): Promise<string> {
  for await (const chunk of source.open()) return chunk.subarray(0, 4096).toString('latin1')
  return ''
}

export type ContentReading =
  | { what: 'entry'; kind: ContentKind; line: number; entry: unknown }
  | { what: 'refused'; kind: ContentKind | null; refusal: Refusal }
  | { what: 'note'; note: string }

/** The entries of a content file with their lines, or the faults. */
export async function* readContent(source: CatalogSource): AsyncGenerator<ContentReading> {
  let named = false
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    const kind = part.kind === 'broken' ? undefined : kindOf[part.key ?? '']
    if (part.kind === 'broken') yield fileFault(part.line, part.reason)
    else if (part.kind === 'element' && kind !== undefined) yield readEntry(kind, part)
    else {
      named ||= part.key === 'format'
      const reason = memberFault(part)
      if (reason !== null) yield fileFault(part.line, reason)
    }
  }
  if (!named) yield { what: 'note', note: 'the file does not say "format": "violet-content", "version": 1' }
}

function fileFault(line: number, reason: string): ContentReading {
  return { what: 'refused', kind: null, refusal: refused(null, null, line, reason) }
}

type Part = Extract<JsonPart, { kind: 'element' | 'member' }>

function readEntry(kind: ContentKind, part: Part): ContentReading {
  const parsed = parsePart(part)
  if (!parsed.ok) return refusedEntry(kind, null, [parsed.problem])
  // The schema of the elements of an optional array.
  const entry = contentFile.shape[plurals[kind]].unwrap().element.safeParse(parsed.value)
  return entry.success
    ? { what: 'entry', kind, line: part.line, entry: entry.data }
    : refusedEntry(kind, nameIn(parsed.value), schemaReasons(entry.error, part.line))
}

function refusedEntry(kind: ContentKind, name: string | null, reasons: Reason[]): ContentReading {
  return { what: 'refused', kind, refusal: { what: 'refused', kind: null, name, reasons } }
}

function nameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const name = 'slug' in value ? value.slug : 'code' in value ? value.code : null
  return typeof name === 'string' ? name.slice(0, 120) : null
}

function memberFault(part: Part): string | null {
  const value = valueOf(part)
  if (part.kind === 'member' && part.key === 'format' && value === 'violet-content') return null
  if (part.kind === 'member' && part.key === 'version')
    return value === 1
      ? null
      : `version ${String(value)} of the format is not known: this program reads version 1`
  return `the file has ${JSON.stringify(part.key?.slice(0, 60) ?? null)}, which the format does not know`
}

function valueOf(part: Part): unknown {
  const parsed = parsePart(part)
  return parsed.ok ? parsed.value : undefined
}
