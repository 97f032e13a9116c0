import { keepOf } from '#domain/aftersale/refund-quote.ts'
import { mayMove } from '#domain/aftersale/return.ts'
import { no, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import { announceStock } from '#features/orders/rules/release.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { ReturnRow } from '../queries/read.ts'
import { lockSkusOfReturn, putOnShelf, restock } from '../queries/stock.ts'
import { setUnits } from '../queries/write.ts'
import type { ReturnWork } from '../rules/announce.ts'
import { factsOf, letGo } from '../rules/move.ts'
import {
  byWhatIsLeft,
  lockParents,
  payOut,
  takeAllEarnedBack,
  type MoneyGoneFault,
} from '../rules/pay-out.ts'
import { placeExchangeFor, type GoneFault } from '../rules/place.ts'
import { bonusNow, countingUnits, exchangeNow, refundAtLast } from '../rules/units.ts'
import {
  decide,
  listed,
  notNow,
  reduce,
  step,
  unitsBySku,
  type Decided,
  type ReturnFault,
  type ShelfFault,
  type Units,
  type UnitsFault,
} from './decision.ts'

/* What the merchant decides about a return. Each is a step of its machine, under the lock of its order. */

export type ApproveFault =
  | UnitsFault
  | { name: 'no_address' }
  /** Units are left out, and nobody has said why. */
  | { name: 'reason_needed' }

/**
 * Approves a return, or some of its units: the shopper is sent the address, and until when the parcel has to leave.
 * @param reason why units are left out, which the shopper is sent; without such units it is not used
 */
export function approveReturn(
  work: ReturnWork,
  number: string,
  given: Units,
  reason: string | null = null,
): Promise<Result<Decided, ApproveFault>> {
  return decide<ApproveFault>(work, number, async (tx, order, row) => {
    // Units are let go of before the step is taken: of a return that has ended they were before.
    if (!mayMove(factsOf(row), 'approve', work.now)) return notNow(row)
    const { address, sendWithinDays } = work.shop.sales.returns
    const needsParcel = row.type !== 'refund_only'
    if (needsParcel && address === null) return no({ name: 'no_address' })
    const units = unitsBySku(row, given, ({ quantity }) => quantity)
    if (!units.ok) return units
    const isPart = row.lines.some(({ id, quantity }) => units.value.get(id)! < quantity)
    if (isPart && reason === null) return no({ name: 'reason_needed' })
    const change = isPart ? await reduce(tx, work, order, row, units.value) : {}
    await setUnits(tx, 'approved', listed(units.value))
    const sendBy = needsParcel ? new Date(work.now.getTime() + sendWithinDays * day) : null
    return step(tx, work, row, {
      event: 'approve',
      kind: 'approved',
      data: { isPart: isPart ? 1 : 0, ...(isPart && reason !== null ? { reason } : {}) },
      change: { ...change, sendBy },
    })
  })
}

/**
 * Refuses a return, with a reason that the shopper is sent; also one whose parcel has come, after it was looked at. Then
 * the goods go back to the shopper, off the shelf.
 */
export function refuseReturn(
  work: ReturnWork,
  number: string,
  reason: string,
): Promise<Result<Decided, ReturnFault | ShelfFault>> {
  return decide<ReturnFault | ShelfFault>(work, number, async (tx, _order, row) => {
    const change = { refusalReason: reason }
    const done = await step(tx, work, row, { event: 'refuse', kind: 'refused', data: { reason }, change })
    if (!done.ok) return done
    await letGo(tx, work, row)
    if (row.receivedAt === null) return done
    const products = await lockSkusOfReturn(tx, row.id)
    const sold = await putOnShelf(tx, row.id, [], work.now)
    if (sold.length > 0) return no({ name: 'not_on_shelf', skus: sold })
    await announceStock(tx, products)
    return done
  })
}

/**
 * Notes that the parcel has arrived. Of what did not come, nothing is refunded: its units can be asked for again. It may
 * have come empty.
 * @param restocks what came goes back on the shelf
 */
export function receiveReturn(
  work: ReturnWork,
  number: string,
  given: Units,
  restocks: (row: ReturnRow) => boolean,
): Promise<Result<Decided, UnitsFault>> {
  return decide<UnitsFault>(work, number, async (tx, order, row) => {
    if (!mayMove(factsOf(row), 'receive_parcel', work.now)) return notNow(row)
    const units = unitsBySku(row, given, ({ approved, quantity }) => approved ?? quantity, true)
    if (!units.ok) return units
    const isLess = row.lines.some(
      ({ id, approved, quantity }) => units.value.get(id)! < (approved ?? quantity),
    )
    const change = isLess ? await reduce(tx, work, order, row, units.value) : {}
    const done = await step(tx, work, row, {
      event: 'receive_parcel',
      kind: 'received',
      // What was confirmed, for counts that are corrected: a smaller refund has less of it.
      data: {
        isPart: isLess ? 1 : 0,
        fee: row.quote.fee,
        bonus: row.bonus,
        toPayment: row.quote.toPayment,
      },
      change: { ...change, receivedAt: work.now },
    })
    if (!done.ok) return done
    await setUnits(tx, 'received', listed(units.value))
    if (restocks(row)) {
      const products = await lockSkusOfReturn(tx, row.id)
      await restock(tx, row.id, listed(units.value), work.now)
      await announceStock(tx, products)
    }
    return done
  })
}

/** Less than the refund that is due: goods came back damaged, or used more than to try them. */
export interface Lowered {
  /** Minor units that go back; 0: nothing. */
  amount: number
  /** The shopper is sent it. */
  reason: string
}

/** There is no such refund to lower. `most`: minor units, what it is. */
type LoweredFault = { name: 'not_lower'; most: number; currency: string } | { name: 'exchange_not_lowered' }

export type CompleteFault =
  | ReturnFault
  | GoneFault
  | MoneyGoneFault
  | LoweredFault
  /**
   * The courier brought it, and nobody has noted the money. `order`: its number. `credit`: minor units of the refund that
   * are not the courier's: store credit, which goes back without a payment.
   */
  | { name: 'not_recorded'; order: string; credit: number; currency: string }
  /** Of an exchange nothing came. */
  | { name: 'nothing' }

/**
 * Pays the refund out, or makes an order of what is wanted instead.
 * @param lowered a smaller refund; null for what is due
 */
export function completeReturn(
  work: ReturnWork,
  number: string,
  lowered: Lowered | null = null,
): Promise<Result<Decided, CompleteFault>> {
  return decide<CompleteFault>(work, number, (tx, order, row) =>
    row.type === 'exchange'
      ? lowered === null
        ? exchange(tx, work, order, row)
        : Promise.resolve(no({ name: 'exchange_not_lowered' }))
      : refund(tx, work, order, row, lowered),
  )
}

async function refund(
  tx: Tx,
  work: ReturnWork,
  order: OrderRow,
  row: ReturnRow,
  lowered: Lowered | null,
): Promise<Result<null, CompleteFault>> {
  if (!mayMove(factsOf(row), 'complete', work.now)) return notNow(row)
  const due = await refundAtLast(tx, order, row)
  const { total } = due.quote
  const isUnpaid = order.payStatus === 'unpaid'
  // Of an unpaid order all of a refund may be store credit, if the operator says so: money that is only not noted yet
  // would go back first.
  if (lowered !== null && lowered.amount > (isUnpaid ? total : total - 1))
    return no({ name: 'not_lower', most: total, currency: order.currency })
  const kept = lowered === null ? 0 : total - lowered.amount
  const quote = byWhatIsLeft(order, row, keepOf(due.quote, kept))
  const bonus = bonusNow(due, quote)
  if (isUnpaid && (lowered === null ? total : quote.toPayment) > 0) {
    const credit = Math.min(total, Math.max(0, order.credit - order.given))
    return no({ name: 'not_recorded', order: order.number, credit, currency: order.currency })
  }
  const later = Math.max(0, row.quote.total - total)
  const done = await step(tx, work, row, {
    event: 'complete',
    kind: 'completed',
    data: {
      amount: quote.total,
      to: row.refundTo,
      ...(later === 0 ? {} : { later }),
      ...(lowered === null || kept === 0 ? {} : { kept, reason: lowered.reason }),
    },
    change: { quote, bonus },
  })
  if (!done.ok) return done
  // Nothing is sent back: what was granted counts as come.
  if (row.type === 'refund_only')
    await setUnits(tx, 'received', listed(new Map(row.lines.map((line) => [line.id, countingUnits(line)]))))
  await lockParents(tx, order)
  const paid = await payOut(tx, order, row, quote, bonus, work.now)
  if (paid.ok) await takeAllEarnedBack(tx, work, order.id, `return:${row.number}`)
  return paid
}

async function exchange(
  tx: Tx,
  work: ReturnWork,
  order: OrderRow,
  row: ReturnRow,
): Promise<Result<null, CompleteFault>> {
  // Before anything is written: what is not to be done now takes no locks.
  const ready = row.status === 'pending_approval' && row.receivedAt !== null
  const priced = exchangeNow(order, row, work.shop)
  if (!ready || priced === null) return notNow(row)
  if (row.lines.every((line) => countingUnits(line) === 0)) return no({ name: 'nothing' })
  await lockParents(tx, order)
  const placed = await placeExchangeFor(tx, work, order, row, priced)
  if (!placed.ok) return placed
  await takeAllEarnedBack(tx, work, order.id, `return:${row.number}`)
  const { id, number: made } = placed.value
  return step(tx, work, row, {
    event: 'complete',
    kind: 'completed',
    data: { amount: priced.back, order: made, toPay: priced.quote.toPay },
    change: { exchangeOrder: id },
  })
}

export type CancelReturnFault =
  | ReturnFault
  /** The shopper's right, which the shop cannot take back. */
  | { name: 'withdrawal' }
  /** A parcel is named: its shopper is owed a reason. */
  | { name: 'parcel_sent'; parcel: string }

/**
 * Takes a return back for its shopper.
 * @param reason what the shopper is told; empty for none, where no parcel is named
 */
export function cancelReturnByShop(
  work: ReturnWork,
  number: string,
  reason = '',
): Promise<Result<Decided, CancelReturnFault>> {
  return decide<CancelReturnFault>(work, number, async (tx, _order, row) => {
    const fault = cancelReturnFault(row, reason)
    if (fault !== null) return no(fault)
    const data = reason === '' ? {} : { reason }
    const done = await step(tx, work, row, { event: 'cancel', kind: 'cancelled', data })
    if (done.ok) await letGo(tx, work, row)
    return done
  })
}

/** Why the shop cannot take back a return that is open; of others their state says it. */
export function cancelReturnFault(row: ReturnRow, reason: string): CancelReturnFault | null {
  if (row.status !== 'pending_approval' || row.receivedAt !== null) return null
  if (row.isWithdrawal) return { name: 'withdrawal' }
  if (row.sentAt === null || reason !== '') return null
  return { name: 'parcel_sent', parcel: `${row.company ?? ''} ${row.trackingNumber ?? ''}`.trim() }
}
