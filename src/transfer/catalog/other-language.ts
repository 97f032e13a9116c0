import { own } from '#domain/by-word.ts'
import type { ProductEntry } from '#wire/catalog-format.ts'
import { isGiven, nameOf, type Given } from '../merge/merge.ts'

/*
 * The same catalogue in a second language, in a format that has one language a file: its texts come in, while what has
 * no language (brand, type, categories, tags, order of the pictures) stays as the main language has it. Options are
 * known by their place, for their codes are made of words, too.
 */

const kept = ['brand', 'type', 'categories', 'tags', 'visible', 'publishedAt']

export function inOtherLanguage(base: ProductEntry, given: Given, locale: string): Given {
  const said = new Map(Object.entries(given).filter(([name]) => !kept.includes(name)))
  said.delete('pictures')
  said.delete('details')
  const pictures = described(base.pictures, listOf(given['pictures']), locale)
  if (pictures !== null) said.set('pictures', pictures)
  const details = translated(base.details, listOf(given['details']), locale)
  if (details !== null) said.set('details', details)

  const match = matched(base, listOf(given['options']), listOf(given['skus']))
  if (match === null) {
    said.delete('options')
    said.delete('skus')
  } else {
    said.set('options', match.options)
    said.set('skus', match.skus)
  }
  return Object.fromEntries(said)
}

/** The shop's pictures, with the descriptions that the file has for them; null if it has none. */
function described(
  pictures: ProductEntry['pictures'],
  given: readonly Given[],
  locale: string,
): object[] | null {
  const alts = new Map(given.map((picture) => [picture['src'], textIn(picture['alt'], locale)]))
  if (pictures.every(({ src }) => typeof alts.get(src) !== 'string')) return null
  return pictures.map((picture) => {
    const alt = alts.get(picture.src)
    return typeof alt === 'string' ? { ...picture, alt: { ...picture.alt, [locale]: alt } } : picture
  })
}

function translated(
  details: ProductEntry['details'],
  given: readonly Given[],
  locale: string,
): object[] | null {
  if (given.length === 0 || given.length !== details.length) return null
  return details.map(({ label, value }, index) => ({
    label: { ...label, [locale]: textIn(given[index]!['label'], locale) },
    value: { ...value, [locale]: textIn(given[index]!['value'], locale) },
  }))
}

interface Match {
  options: Given[]
  skus: Given[]
}

/** The file's options and SKUs under the codes that the shop has for them; null where that is not certain. */
function matched(base: ProductEntry, options: readonly Given[], skus: readonly Given[]): Match | null {
  if (options.length !== base.options.length) return null
  const pairs = paired(base, skus)
  if (pairs === null) return null
  const codes = new Map(options.map((option, index) => [option['code'], base.options[index]!.code]))
  // Option of the file → its values → those of the shop.
  const values = new Map(options.map((option) => [option['code'], new Map<unknown, string>()]))
  for (const { sku, known } of pairs) {
    if (known === undefined) continue
    for (const [code, value] of Object.entries(optionsOf(sku))) {
      const here = own(known.options, codes.get(code) ?? '')
      const before = values.get(code)?.get(value)
      if (here === undefined || (before !== undefined && before !== here)) return null
      values.get(code)?.set(value, here)
    }
  }
  const valueOf = (option: unknown, value: unknown): unknown => values.get(option)?.get(value) ?? value
  return {
    options: options.map((option) => ({
      ...option,
      code: codes.get(option['code']),
      values: listOf(option['values']).map((value) => ({
        ...value,
        code: valueOf(option['code'], value['code']),
      })),
    })),
    skus: pairs.map(({ sku, known }) => ({
      ...sku,
      sku: known?.sku ?? sku['sku'],
      options: Object.fromEntries(
        Object.entries(optionsOf(sku)).map(([code, value]) => [
          codes.get(code) ?? code,
          valueOf(code, value),
        ]),
      ),
    })),
  }
}

/** By code; where the codes were made of words, too, by place. */
function paired(
  { skus: known }: ProductEntry,
  skus: readonly Given[],
): { sku: Given; known: ProductEntry['skus'][number] | undefined }[] | null {
  const byCode = new Map(known.map((sku) => [sku.sku, sku]))
  const isKnown = skus.some((sku) => byCode.has(nameOf(sku, 'sku') ?? ''))
  if (isKnown) return skus.map((sku) => ({ sku, known: byCode.get(nameOf(sku, 'sku') ?? '') }))
  return skus.length === known.length ? skus.map((sku, index) => ({ sku, known: known[index] })) : null
}

function optionsOf(sku: Given): Record<string, unknown> {
  return isGiven(sku['options']) ? { ...sku['options'] } : {}
}

function textIn(texts: unknown, locale: string): unknown {
  return isGiven(texts) ? own(texts, locale) : undefined
}

function listOf(value: unknown): Given[] {
  return Array.isArray(value) ? value.filter(isGiven) : []
}
