import { no, ok, type Result } from '#domain/result.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { Currencies } from '../rules/prices.ts'
import { bumpVersions, refreshSpans } from '../queries/derived.ts'
import { productsOfSkus } from '../queries/import-products.ts'
import {
  adoptBasePrices,
  convertAgain,
  convertPrices,
  dropConverted,
  unpricedSkus,
  type PriceMark,
} from '../queries/reprice.ts'

export interface Repriced {
  skus: number
  products: number
}

/**
 * Makes the converted prices true again after the shop's currencies or rates have changed; to be called in the
 * transaction that stores them. Refused when some SKU would have no price in the base currency.
 */
export async function reprice(
  tx: Tx,
  shop: Currencies,
): Promise<Result<Repriced, { name: 'no_base_price'; skus: number }>> {
  const changed = new Set(await adoptBasePrices(tx, shop.baseCurrency))
  const unpriced = await unpricedSkus(tx, shop.baseCurrency)
  if (unpriced > 0) return no({ name: 'no_base_price', skus: unpriced })
  const others = shop.currencies.filter(({ code }) => code !== shop.baseCurrency)
  for (const id of await dropConverted(
    tx,
    others.map(({ code }) => code),
  ))
    changed.add(id)
  for (const rule of others)
    for (const id of await convertPrices(tx, shop.baseCurrency, rule)) changed.add(id)

  const products = await productsOfSkus(tx, [...changed])
  await refreshSpans(tx, products)
  await bumpVersions(tx, products)
  if (products.length > 0) await announceChanges(tx, ['catalog'], true)
  return ok({ skus: changed.size, products: products.length })
}

/** Undoes that a base currency, which is none any more, adopted these prices: unchanged ones are converted again. */
export async function releasePrices(tx: Tx, shop: Currencies, prices: readonly PriceMark[]): Promise<void> {
  if (prices.length === 0) return
  await convertAgain(tx, shop.baseCurrency, prices)
  await reprice(tx, shop)
}
