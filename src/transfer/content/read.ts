import { byWord } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { refused, type Reason, type Refusal } from '../formats/reading.ts'
import { jsonParts, type JsonPart } from '../formats/json-elements.ts'
import { jsonLimits, parsePart } from '../formats/json-entry.ts'
import { schemaReasons } from '../formats/schema-reasons.ts'
import type { CatalogSource } from '../formats/source.ts'
import { isGiven, withoutNulls, type Given } from '../merge/merge.ts'
import { contentFile } from '#wire/content-format.ts'
import { code, slug } from '#wire/entry-parts.ts'
import { markdownHtml } from '#features/content/rules/markdown.ts'

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
  | {
      what: 'entry'
      kind: ContentKind
      line: number
      /** As `articles[17]`, where its line tells nothing: in a file that is one line. */
      place?: string
      /** Slug or code. */
      key: string
      /** What the file says; null removes what the shop has. Longer texts are HTML. */
      given: Given
      /** The entry where the shop has none of this name; the reasons if it is none by itself. */
      alone: Result<unknown, readonly Reason[]>
    }
  | { what: 'refused'; kind: ContentKind | null; refusal: Refusal }
  | { what: 'note'; note: string }

/** The entries of a content file with their lines, or the faults. */
export async function* readContent(source: CatalogSource): AsyncGenerator<ContentReading> {
  let named = false
  let lastLine = 1
  const counts = new Map<ContentKind, number>()
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    const kind = part.kind === 'broken' ? undefined : kindOf[part.key ?? '']
    if (part.kind === 'broken') yield fileFault(part.line, part.reason)
    else if (part.kind === 'element' && kind !== undefined) {
      const index = counts.get(kind) ?? 0
      counts.set(kind, index + 1)
      const place = `${plurals[kind]}[${index}]`
      // An entry that shares its line with the one before.
      yield atPlace(readEntry(kind, part, place), part.line === lastLine ? place : null)
      lastLine = part.line
    } else {
      named ||= part.key === 'format'
      const reason = memberFault(part)
      if (reason !== null) yield fileFault(part.line, reason)
    }
  }
  if (!named) yield { what: 'note', note: 'the file does not say "format": "violet-content", "version": 1' }
}

function atPlace(reading: ContentReading, place: string | null): ContentReading {
  if (place === null || reading.what === 'note') return reading
  return reading.what === 'entry'
    ? { ...reading, place }
    : { ...reading, refusal: { ...reading.refusal, place } }
}

function fileFault(line: number, reason: string): ContentReading {
  return { what: 'refused', kind: null, refusal: refused(null, null, line, reason) }
}

type Part = Extract<JsonPart, { kind: 'element' | 'member' }>

/** @param place the entry's name where it has none of its own: `articles[17]` */
function readEntry(kind: ContentKind, part: Part, place: string): ContentReading {
  const parsed = parsePart(part)
  if (!parsed.ok) return refusedEntry(kind, place, [parsed.problem])
  const given = inHtml(parsed.value)
  const entry = schemaOf(kind).safeParse(withoutNulls(given))
  const alone = entry.success ? ok(entry.data) : no(schemaReasons(entry.error, part.line))
  const name = isGiven(given) ? given[nameMember(kind)] : undefined
  const key = (nameMember(kind) === 'code' ? code : slug).safeParse(name)
  if (key.success && isGiven(given))
    return { what: 'entry', kind, line: part.line, key: key.data, given, alone }
  const known = typeof name === 'string' && name.trim() !== '' ? name.slice(0, 120) : place
  return refusedEntry(kind, known, alone.ok ? [] : alone.problem)
}

/** The schema of the elements of an optional array. */
export function schemaOf(kind: ContentKind) {
  return contentFile.shape[plurals[kind]].unwrap().element
}

/** Markdown becomes HTML before it is merged with the texts that the shop has in other languages. */
function inHtml(value: unknown): unknown {
  if (!isGiven(value) || value['format'] !== 'markdown') return value
  const html = ['body', 'description'].flatMap((name) => {
    const texts = value[name]
    return isGiven(texts) ? [[name, mapped(texts)] as const] : []
  })
  return { ...value, ...Object.fromEntries(html), format: 'html' }
}

function mapped(texts: Given): Given {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, text]) => [
      locale,
      typeof text === 'string' ? markdownHtml(text) : text,
    ]),
  )
}

/** What an entry of the shop is known by. */
function nameMember(kind: ContentKind): 'slug' | 'code' {
  return kind === 'review' || kind === 'comment' ? 'code' : 'slug'
}

function refusedEntry(kind: ContentKind, name: string | null, reasons: readonly Reason[]): ContentReading {
  return { what: 'refused', kind, refusal: { what: 'refused', kind: null, name, reasons } }
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
