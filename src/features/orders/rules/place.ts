import { randomBytes } from 'node:crypto'
import { orderNumber } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { PaymentMethod } from '#wire/shop-config.ts'
import { sellStock } from '../queries/pay.ts'
import {
  countCoupons,
  holdUnits,
  lockCoupons,
  lockSkus,
  insertOrder,
  noteCouponUses,
  type CountedCoupon,
  type HeldUnits,
  type NewOrderRow,
} from '../queries/place.ts'
import { announceStock } from './release.ts'

export interface OrderToPlace extends Omit<
  NewOrderRow,
  'number' | 'payStatus' | 'holdUntil' | 'paymentMethod'
> {
  /** Null where there is nothing to pay. */
  method: PaymentMethod | null
  /** Ids of the coupons that the quote counts. */
  coupons: readonly number[]
  /** Whose uses of coupons they are: `m:who@example.org`. */
  who: string
}

export interface PlacedOrder {
  id: number
  number: string
}

export type PlaceRefusal =
  | { name: 'out_of_stock'; skus: readonly string[] }
  | { name: 'coupon_used_up' }
  | { name: 'coupon_used_by_you' }

/**
 * Writes the order of a checkout that the transaction has locked: holds its units, counts its coupons, opens its
 * payment. When something cannot be had, the order is written all the same: the transaction has to end with the refusal,
 * which undoes it.
 */
export async function placeOrder(
  tx: Tx,
  { shop }: Pick<Ctx, 'shop'>,
  order: OrderToPlace,
): Promise<Result<PlacedOrder, PlaceRefusal>> {
  const { lines, quote, now, method } = order
  await tx.along(
    lockSkus(
      tx,
      lines.map(({ skuId }) => skuId),
    ),
  )
  // All at once: what cannot be had takes back the order that was written behind it.
  const [held, coupons, placed] = await Promise.all([
    holdUnits(tx, lines),
    order.coupons.length === 0 ? [] : countUses(tx, order.coupons),
    insertNumbered(tx, {
      ...order,
      paymentMethod: method?.code ?? 'none',
      payStatus: quote.toPay === 0 ? 'paid' : 'unpaid',
      holdUntil: quote.toPay === 0 ? null : holdUntil(method, shop.sales.holdMinutes, now),
    }),
  ])
  if (held.length < lines.length) {
    const missing = lines.filter(({ skuId }) => !held.some((units) => units.skuId === skuId))
    return no({ name: 'out_of_stock', skus: missing.map(({ sku }) => sku) })
  }
  if (coupons.length < order.coupons.length) return no({ name: 'coupon_used_up' })
  if (coupons.length > 0) {
    const used = await noteCouponUses(tx, placed.id, order.coupons, order.who, now)
    if (used.length < coupons.length) return no({ name: 'coupon_used_by_you' })
  }
  if (quote.toPay === 0) await sellStock(tx, placed.id, now)
  else if (method)
    await tx.along(
      openPayment(tx, {
        orderId: placed.id,
        method: method.code,
        provider: method.provider,
        amount: quote.toPay,
        currency: quote.currency,
        now,
      }),
    )
  await announceStock(tx, scarceProducts(held, shop.shop.lowStockAt))
  // Nobody is to be offered what has just been used up.
  if (coupons.some(({ isUsedUp }) => isUsedUp)) await announceChanges(tx, ['promotions'], false)
  return ok(placed)
}

async function countUses(tx: Tx, coupons: readonly number[]): Promise<CountedCoupon[]> {
  await tx.along(lockCoupons(tx, coupons))
  return countCoupons(tx, coupons)
}

/** Numbers are random: one of 10^15 is taken once in a long while. */
async function insertNumbered(tx: Tx, order: Omit<NewOrderRow, 'number'>): Promise<PlacedOrder> {
  for (let tries = 0; tries < 5; tries++) {
    const number = orderNumber(randomBytes(10))
    const id = await insertOrder(tx, { ...order, number })
    if (id !== null) return { id, number }
  }
  throw new Error('no order number was free in five tries')
}

/** Cash on delivery waits for the courier, whatever it takes; everything else for as long as its method grants. */
function holdUntil(method: PaymentMethod | null, holdMinutes: number, now: Date): Date | null {
  if (method?.provider === 'cod') return null
  const hours = method?.holdHours ?? null
  const minutes = hours === null ? holdMinutes : hours * 60
  return new Date(now.getTime() + minutes * 60_000)
}

/** Products of which pages now say something else: that there are only a few left, or none. */
function scarceProducts(held: readonly HeldUnits[], lowStockAt: number): number[] {
  const scarce = held.filter(({ backorder, left }) => !backorder && left <= lowStockAt)
  return [...new Set(scarce.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}
