import { randomBytes } from 'node:crypto'
import { orderNumber } from '#domain/order.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { spendCredit } from '#features/credit/rules/order-credit.ts'
import { openPayment } from '#features/payments/rules/open.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { PaymentMethod } from '#wire/settings/sales.ts'
import { lockNetwork, networkUse } from '../queries/networks.ts'
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
import { holdTime } from './hold-time.ts'
import { refuseOrder, refuseUnits, type NetworkRefusal, type WantedUnits } from './networks.ts'
import { announceStock } from './release.ts'

export interface OrderToPlace extends Omit<
  NewOrderRow,
  'number' | 'payStatus' | 'holdUntil' | 'paymentMethod'
> {
  /** Null if there is nothing to pay. */
  method: PaymentMethod | null
  /** Ids of the coupons that the quote uses. */
  coupons: readonly number[]
  /** The names under which the buyer's uses are counted: `c:17`, `m:who@example.org`. */
  who: readonly string[]
}

export interface PlacedOrder {
  id: number
  number: string
}

export type PlaceRefusal =
  | { name: 'out_of_stock'; skus: readonly string[] }
  | { name: 'coupon_used_up' }
  | { name: 'coupon_used_by_you' }
  | { name: 'credit_changed' }
  | NetworkRefusal

/**
 * Writes the order of a checkout that the transaction has locked: holds its units, counts its coupons, takes its store
 * credit, opens its payment. When something cannot be had, the order is written all the same: the transaction has to end with the refusal,
 * which undoes it.
 */
export async function placeOrder(
  tx: Tx,
  { shop }: Pick<Ctx, 'shop'>,
  order: OrderToPlace,
): Promise<Result<PlacedOrder, PlaceRefusal>> {
  const { lines, quote, now, method, network } = order
  const limits = network === null ? null : shop.sales.perNetwork
  const skuIds = lines.map(({ skuId }) => skuId)
  if (network !== null && limits !== null) await tx.along(lockNetwork(tx, network))
  await tx.along(lockSkus(tx, skuIds))
  // All in one round trip: if anything is not available, the order that was written with it is rolled back.
  const [use, held, coupons, placed] = await Promise.all([
    network === null || limits === null ? null : networkUse(tx, network, skuIds, now),
    holdUnits(tx, lines),
    order.coupons.length === 0 ? [] : countUses(tx, order.coupons),
    insertNumbered(tx, {
      ...order,
      paymentMethod: method?.code ?? 'none',
      payStatus: quote.toPay === 0 ? 'paid' : 'unpaid',
      holdUntil: quote.toPay === 0 ? null : new Date(now.getTime() + holdTime(method, shop.sales)),
    }),
  ])
  const tooMany = use === null || limits === null ? null : refuseOrder(use, limits)
  if (tooMany !== null) return no(tooMany)
  if (held.length < lines.length) {
    const missing = lines.filter(({ skuId }) => !held.some((units) => units.skuId === skuId))
    return no({ name: 'out_of_stock', skus: missing.map(({ sku }) => sku) })
  }
  if (use !== null && limits !== null && quote.toPay > 0) {
    const tooMuch = refuseUnits(use, wantedUnits(lines, held), limits)
    if (tooMuch !== null) return no(tooMuch)
  }
  if (coupons.length < order.coupons.length) return no({ name: 'coupon_used_up' })
  if (coupons.length > 0) {
    const used = await noteCouponUses(tx, placed.id, order.coupons, order.who, now)
    if (used.length < coupons.length) return no({ name: 'coupon_used_by_you' })
  }
  if (quote.credit > 0) {
    const { customerId: customer, currency } = order
    const spent = { customer: customer ?? 0, currency, amount: quote.credit }
    if (customer === null || !(await spendCredit(tx, placed.id, spent, now)))
      return no({ name: 'credit_changed' })
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
  return ok(placed)
}

async function countUses(tx: Tx, coupons: readonly number[]): Promise<CountedCoupon[]> {
  await tx.along(lockCoupons(tx, coupons))
  return countCoupons(tx, coupons)
}

/** Numbers are random; of 10^15 one is rarely taken. */
export async function insertNumbered(tx: Tx, order: Omit<NewOrderRow, 'number'>): Promise<PlacedOrder> {
  for (let tries = 0; tries < 5; tries++) {
    const number = orderNumber(randomBytes(10))
    const id = await insertOrder(tx, { ...order, number })
    if (id !== null) return { id, number }
  }
  throw new Error('no order number was free in five tries')
}

function wantedUnits(lines: OrderToPlace['lines'], held: readonly HeldUnits[]): WantedUnits[] {
  return lines.flatMap(({ skuId, sku, title, quantity }) => {
    const units = held.find((one) => one.skuId === skuId)
    if (units === undefined) return []
    const { onHand, backorder, minQuantity } = units
    return [{ skuId, sku, title, quantity, onHand, backorder, minQuantity }]
  })
}

/** Products whose pages have changed: few units are left, or fewer than are sold at once. */
function scarceProducts(held: readonly HeldUnits[], lowStockAt: number): number[] {
  const scarce = held.filter(
    ({ backorder, left, minQuantity }) => !backorder && left <= Math.max(lowStockAt, minQuantity),
  )
  return [...new Set(scarce.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}
