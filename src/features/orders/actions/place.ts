import { randomBytes } from 'node:crypto'
import { orderNumber } from '#domain/order.ts'
import { openPayment } from '#features/payments/actions/open.ts'
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
  /** Null if there is nothing to pay. */
  method: PaymentMethod | null
  /** Ids of the coupons that the quote uses. */
  coupons: readonly number[]
  /** The customers whose uses are counted: `m:who@example.org`. */
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

/** A refusal that rolls back what the transaction has written before. */
export class CannotPlace extends Error {
  readonly refusal: PlaceRefusal
  constructor(refusal: PlaceRefusal) {
    super(refusal.name)
    this.refusal = refusal
  }
}

/**
 * Writes the order of a checkout that the transaction has locked: holds its units, counts its coupons, opens its
 * payment. Throws `CannotPlace` if anything is not available; nothing is written then.
 */
export async function placeOrder(
  tx: Tx,
  { shop }: Pick<Ctx, 'shop'>,
  order: OrderToPlace,
): Promise<PlacedOrder> {
  const { lines, quote, now, method } = order
  await tx.along(
    lockSkus(
      tx,
      lines.map(({ skuId }) => skuId),
    ),
  )
  // All in one round trip: if anything is not available, the order that was written with it is rolled back.
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
    throw new CannotPlace({ name: 'out_of_stock', skus: missing.map(({ sku }) => sku) })
  }
  if (coupons.length < order.coupons.length) throw new CannotPlace({ name: 'coupon_used_up' })
  if (coupons.length > 0) {
    const used = await noteCouponUses(tx, placed.id, order.coupons, order.who, now)
    if (used.length < coupons.length) throw new CannotPlace({ name: 'coupon_used_by_you' })
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
  // Products and coupons that are used up now must not be offered any longer.
  if (coupons.some(({ isUsedUp }) => isUsedUp)) await announceChanges(tx, ['promotions'], false)
  return placed
}

async function countUses(tx: Tx, coupons: readonly number[]): Promise<CountedCoupon[]> {
  await tx.along(lockCoupons(tx, coupons))
  return countCoupons(tx, coupons)
}

/** Numbers are random; of 10^15 one is rarely taken. */
async function insertNumbered(tx: Tx, order: Omit<NewOrderRow, 'number'>): Promise<PlacedOrder> {
  for (let tries = 0; tries < 5; tries++) {
    const number = orderNumber(randomBytes(10))
    const id = await insertOrder(tx, { ...order, number })
    if (id !== null) return { id, number }
  }
  throw new Error('no order number was free in five tries')
}

/** The end of the hold; null for cash on delivery, which has none. */
function holdUntil(method: PaymentMethod | null, holdMinutes: number, now: Date): Date | null {
  if (method?.provider === 'cod') return null
  const hours = method?.holdHours ?? null
  const minutes = hours === null ? holdMinutes : hours * 60
  return new Date(now.getTime() + minutes * 60_000)
}

/** Products whose pages have changed: few units are left, or none. */
function scarceProducts(held: readonly HeldUnits[], lowStockAt: number): number[] {
  const scarce = held.filter(({ backorder, left }) => !backorder && left <= lowStockAt)
  return [...new Set(scarce.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}
