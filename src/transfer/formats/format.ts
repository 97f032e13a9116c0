import { no, ok, type Result } from '#domain/result.ts'
import { jsonParts } from './json-elements.ts'
import { jsonLimits, parsePart } from './json-entry.ts'
import { recognised } from './recognise.ts'
import type { CatalogSource } from './source.ts'

export const formats = ['violet', 'shopify', 'dummyjson'] as const
export type Format = (typeof formats)[number]

/** The format of a file, by its content; a reason if it is none that can be read. */
export async function detectFormat(source: CatalogSource): Promise<Result<Format, string>> {
  const head = await headOf(source)
  if (head.length === 0) return no('the file is empty')
  if (head.subarray(0, 2).equals(utf16le) || head.subarray(0, 2).equals(utf16be))
    return no('the file is UTF-16: save it as UTF-8')
  if (head.includes(0)) return no('the file is not text')
  const first = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()[0]
  if (first === '{' || first === '[') return detectJson(source)
  const other = await recognised(head)
  return other === null ? ok('shopify') : no(other)
}

const utf16le = Buffer.from([0xff, 0xfe])
const utf16be = Buffer.from([0xfe, 0xff])

async function headOf(source: CatalogSource): Promise<Buffer> {
  for await (const chunk of source.open()) return chunk.subarray(0, 64 * 1024)
  return Buffer.alloc(0)
}

async function detectJson(source: CatalogSource): Promise<Result<Format, string>> {
  for await (const part of jsonParts(source.open(), jsonLimits)) {
    if (part.kind === 'broken') continue
    if (part.key === 'format' || part.key === 'categories' || part.key === 'collections') return ok('violet')
    if (part.kind !== 'element' || (part.key !== null && part.key !== 'products')) continue
    const parsed = parsePart(part)
    if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) continue
    return 'skus' in parsed.value || 'slug' in parsed.value ? ok('violet') : ok('dummyjson')
  }
  return no("the file has no products: neither Violet's own format, nor a DummyJSON list, nor a Shopify CSV")
}
