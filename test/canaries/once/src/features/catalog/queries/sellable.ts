import { sql, type RawBuilder } from 'kysely'

/*
 * Whether a SKU can be bought: parts of statements on `skus s` and its product `products p`. This file alone says it,
 * and the check refuses the same words elsewhere.
 */

/** Units that can be sold still: those on hand that no order holds. Below 0 where more are ordered than there are. */
export const available = sql`(s.on_hand - s.held)`

/** A unit can be sold now, or ordered before it is there. */
export const inStock = sql`(s.backorder or s.on_hand > s.held)`

/** The shop offers it, at whatever price. */
export const offered = sql`(not s.retired and p.visible)`

/** The shop offers it and has a price for it in the currency. */
export function offeredIn(currency: string): RawBuilder<unknown> {
  return sql`
    (${offered} and exists (select from sku_prices where sku_id = s.id and currency = ${currency}))`
}
