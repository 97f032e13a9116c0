import { own } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { productEntry, type ProductEntry } from '#wire/catalog-format.ts'
import { productEntryOf } from './export-entries.ts'
import { prepareProduct, type PreparedProduct, type PrepareOptions } from './prepare.ts'
import { inOtherLanguage } from './other-language.ts'
import { isGiven, merged, type Given, type Parts } from '../merge/merge.ts'
import type { Reason } from '../formats/reading.ts'
import { schemaReasons } from '../formats/schema-reasons.ts'
import type { ImportedProduct } from '#features/catalog/queries/export.ts'

const parts: Parts = {
  skus: { key: 'sku', needs: 'prices', parts: { options: 'whole', unit: 'whole', quantity: 'whole' } },
  options: { key: 'code', needs: 'values', parts: { values: { key: 'code', needs: 'name' } } },
  pictures: { key: 'src' },
  rating: 'whole',
  quantity: 'whole',
}

/**
 * A product of the shop as an import would have brought it. Rating, date and sales are left out: they are the shop's own
 * unless a file names them. The stock is what the last file said, since what was sold since is the shop's own too.
 */
export function baseOf(product: ImportedProduct): ProductEntry {
  const { rating, soldCount: _sales, publishedAt: _date, ...entry } = productEntryOf(product)
  return {
    ...entry,
    ...(rating === undefined || product.reviewed ? {} : { rating }),
    skus: entry.skus.map((sku, index) => ({
      ...sku,
      stock: product.skus[index]!.importedOnHand ?? sku.stock,
    })),
  }
}

/** @param locale of all texts of the file, where its format has only one */
export function mergeProduct(
  base: ProductEntry,
  given: Given,
  { line, locale, mainLocale }: { line: number; locale: string | null; mainLocale: string },
  options: PrepareOptions,
): Result<PreparedProduct, readonly Reason[]> {
  const isOther = locale !== null && locale !== mainLocale && own(base.title, mainLocale) !== undefined
  const said = isOther ? inOtherLanguage(base, given, locale) : given
  const raw = withPlacesTaken(merged(withoutWorkedOut(base, said, options), said, parts), said)
  const parsed = productEntry.safeParse(raw)
  if (!parsed.success) return no(schemaReasons(parsed.error, line))
  const prepared = prepareProduct(parsed.data, options)
  if (!prepared.ok) return no([{ line, reason: prepared.problem }])
  const keepsPictures = !Object.hasOwn(said, 'pictures') && base.pictures.length > 0
  const isUnmatched = isOther && !Object.hasOwn(said, 'skus')
  return ok({ ...prepared.value, keepsPictures, isUnmatched })
}

/** A base price that was worked out of a price in another currency is worked out of the new one. */
function withoutWorkedOut(base: ProductEntry, given: Given, options: PrepareOptions): ProductEntry {
  if (!options.foreign) return base
  const { baseCurrency } = options.currencies
  const repriced = new Set(
    listOf(given['skus']).flatMap((sku) =>
      isGiven(sku['prices']) && !Object.hasOwn(sku['prices'], baseCurrency) ? [sku['sku']] : [],
    ),
  )
  return {
    ...base,
    skus: base.skus.map((sku) => {
      if (!repriced.has(sku.sku)) return sku
      const { [baseCurrency]: _workedOut, ...prices } = sku.prices
      return { ...sku, prices }
    }),
  }
}

/** A SKU that the file names takes the place of one with the same options that it does not name. */
function withPlacesTaken(entry: unknown, given: Given): unknown {
  if (!isGiven(entry) || !Array.isArray(given['skus'])) return entry
  const named = new Set(listOf(given['skus']).map((sku) => sku['sku']))
  const skus = listOf(entry['skus'])
  const taken = new Set(skus.flatMap((sku) => (named.has(sku['sku']) ? [placeOf(sku)] : [])))
  return { ...entry, skus: skus.filter((sku) => named.has(sku['sku']) || !taken.has(placeOf(sku))) }
}

function placeOf({ options }: Given): string {
  return JSON.stringify(
    Object.entries(isGiven(options) ? options : {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function listOf(value: unknown): Given[] {
  return Array.isArray(value) ? value.filter(isGiven) : []
}
