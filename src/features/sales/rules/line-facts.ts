import type { LineFacts } from '#domain/quote.ts'
import type { LineSku } from '../queries/line-skus.ts'

/** Units of a SKU in the form that the calculation takes; null where it has no price. */
export function lineFacts(row: LineSku, quantity: number): LineFacts | null {
  const { sku, slug, categories, collections, amount, tiers, taxClass, weight } = row
  if (amount === null) return null
  return {
    key: sku,
    product: slug,
    categories,
    collections,
    quantity,
    amount,
    tiers: tiers ?? [],
    taxClass: taxClass ?? 'standard',
    weight: weight ?? 0,
  }
}
