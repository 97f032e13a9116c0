import { quote } from '#domain/pricing.ts'
import type { Quote, TaxFacts } from '#domain/quote.ts'
import { taxesFor } from '#features/sales/rules/markets-and-methods.ts'
import { choiceOf } from '#features/sales/rules/choice.ts'
import { lineFacts } from '#features/sales/rules/line-facts.ts'
import { pricedSkus, siblingSkus, type LineSku } from '#features/sales/queries/line-skus.ts'
import type { PromotionTerms } from '#features/promotions/queries/terms.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { fallbackChain, type Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'

/** What somebody wants instead, as it is now, in the order's currency. */
export interface WantedGoods {
  skuId: number
  productId: number
  sku: string
  title: string
  choice: string
  /** Units that can be had; null: as many as one likes. */
  available: number | null
  /** For one, before anything. */
  listed: number
  taxClass: string
  weight: number
  tax: TaxFacts | null
  cart: TodaysCart
}

/** What goods cost today. */
export interface TodaysCart {
  /** Of a cart with these units, SKU → units. */
  price: (units: ReadonlyMap<string, number>) => Quote
  /**
   * Units of one SKU by themselves, without the amount off that an order gets once: what variants of one product are
   * compared by. Null: it has no price any more.
   */
  alone: (sku: string, quantity: number) => number | null
}

/**
 * The goods of these SKUs that can be wanted, by SKU; those that the shop does not offer are missing.
 * @param promotions those that run, from `promotionsOf`
 */
export async function wantedGoods(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  skus: readonly string[],
  promotions: readonly PromotionTerms[],
): Promise<Map<string, WantedGoods>> {
  if (skus.length === 0) return new Map()
  const all = [...new Set([...skus, ...order.lines.map(({ sku }) => sku)])]
  const found = await pricedSkus(db, all, order.currency, chainOf(order))
  const goods = presentGoods(ctx, order, found, promotions)
  return new Map(goods.flatMap((one) => (skus.includes(one.sku) ? [[one.sku, one]] : [])))
}

/** The variants of a product that one of its units can be exchanged for. */
export async function siblingGoods(
  ctx: Ctx,
  db: Db,
  order: OrderRow,
  skuId: number,
  promotions: readonly PromotionTerms[],
): Promise<WantedGoods[]> {
  const found = await siblingSkus(db, skuId, order.currency, chainOf(order))
  return presentGoods(ctx, order, found, promotions)
}

// The new order speaks the language of the old one.
function chainOf({ locale }: OrderRow): string[] {
  return [...fallbackChain(locale as Locale)]
}

function presentGoods(
  ctx: Ctx,
  order: OrderRow,
  found: readonly LineSku[],
  promotions: readonly PromotionTerms[],
): WantedGoods[] {
  const cart = todaysCart(ctx, order, found, promotions)
  const tax = taxesFor(ctx.shop.sales, order.address)
  return found.flatMap((row) => {
    const facts = row.offered ? lineFacts(row, 1) : null
    if (facts === null) return []
    return [
      {
        skuId: row.skuId,
        productId: row.productId,
        sku: row.sku,
        title: row.title ?? row.sku,
        choice: choiceOf(row, ctx),
        available: row.backorder ? null : row.available,
        listed: facts.amount,
        taxClass: facts.taxClass,
        weight: facts.weight,
        tax,
        cart,
      },
    ]
  })
}

function todaysCart(
  ctx: Ctx,
  { currency }: OrderRow,
  found: readonly LineSku[],
  promotions: readonly PromotionTerms[],
): TodaysCart {
  const price = (units: ReadonlyMap<string, number>, running: readonly PromotionTerms[]): Quote =>
    quote({
      currency,
      rates: ctx.shop.shop,
      lines: found.flatMap((row) => {
        const quantity = units.get(row.sku) ?? 0
        const facts = quantity === 0 ? null : lineFacts(row, quantity)
        return facts === null ? [] : [facts]
      }),
      promotions: running,
      coupons: [],
      buyer: { isFirstOrder: false },
      shipping: null,
      tax: null,
      paymentFee: 0,
      credit: 0,
    })
  const once = promotions.filter(({ benefit }) => benefit.kind !== 'amount')
  return {
    price: (units) => price(units, promotions),
    alone: (sku, quantity) => price(new Map([[sku, quantity]]), once).lines[0]?.net ?? null,
  }
}
