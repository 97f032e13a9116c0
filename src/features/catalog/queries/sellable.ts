import { sql, type RawBuilder } from 'kysely'

/*
 * Whether a SKU can be bought: parts of statements on `skus s` and its product `products p`. This file alone says it,
 * and the check refuses the same words elsewhere.
 */

/** Units that can be sold still: those on hand that no order holds. Below 0 where more are ordered than there are. */
export const available = sql`(s.on_hand - s.held)`

/** As many units as are sold at once can be sold now, or ordered before they are there. */
export const inStock = sql`(s.backorder or s.on_hand - s.held >= s.min_quantity)`

/** A `QuantityRule`. */
export const quantityRule = sql`
  s.min_quantity as "minQuantity", s.max_quantity as "maxQuantity", s.quantity_step as "quantityStep"`

/** The shop offers it, at whatever price. */
export const offered = sql`(not s.retired and p.visible)`

/** The shop offers it and has a price for it in the currency. */
export function offeredIn(currency: string): RawBuilder<unknown> {
  return sql`
    (${offered} and exists (select from sku_prices where sku_id = s.id and currency = ${currency}))`
}
