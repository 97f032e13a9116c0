import { mayMove, type ReturnType } from '#domain/aftersale/return.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { day } from '#domain/time.ts'
import { lockOrderByNumber } from '#features/orders/queries/lock.ts'
import { findOrderById, type OrderRow } from '#features/orders/queries/read.ts'
import { leaveUnits } from '#features/orders/queries/returned.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import { announceStock } from '#features/orders/rules/release.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { findReturnByNumber, findReturnById, type ReturnPayout, type ReturnRow } from '../queries/read.ts'
import { lostCredit } from '../present-payout.ts'
import { lockSkusOfReturn, restock } from '../queries/stock.ts'
import { setUnits, type ReturnChange } from '../queries/write.ts'
import type { ReturnWork } from '../rules/announce.ts'
import { factsOf, giveUpUnits, letGo, stepReturn } from '../rules/move.ts'
import { tidyReturnNumber } from '../rules/number.ts'
import { lockParents, payOut, takeAllEarnedBack, type MoneyGoneFault } from '../rules/pay-out.ts'
import { placeExchangeFor, type GoneFault } from '../rules/place.ts'
import { findRefundAmount } from '../rules/refund-amount.ts'
import { countingUnits, exchangeNow, refundAtLast, refundFor } from '../rules/units.ts'

/* What the merchant decides about a return. Each is a step of its machine, under the lock of its order. */

export type ReturnFault =
  | { name: 'unknown_return' }
  /** It does not stand so that this could happen. */
  | { name: 'not_now'; type: ReturnType; status: string; auditStatus: string; isReceived: boolean }

export type UnitsFault =
  | ReturnFault
  | { name: 'unknown_sku'; sku: string }
  | { name: 'too_many'; sku: string; left: number }
  /** Of no line a unit. */
  | { name: 'nothing' }

/** SKU → units; null for all. Lines that are not named have none. */
export type Units = Readonly<Record<string, number>> | null

export interface Decided {
  return: string
  order: string
  status: string
  auditStatus: string
  /** Minor units that go back: of an exchange, besides the goods. */
  amount: number
  currency: string
  exchangeOrder: string | null
  /** What goes back by payments; empty before it is completed. */
  payouts: ReturnPayout[]
  /** Minor units that went to the store credit of an account that is closed, where nobody can spend them. */
  lostCredit: number
}

/** Approves a return, or some of its units: the shopper is sent the address, and until when the parcel has to leave. */
export function approveReturn(
  work: ReturnWork,
  number: string,
  given: Units,
): Promise<Result<Decided, UnitsFault | { name: 'no_address' }>> {
  return decide<UnitsFault | { name: 'no_address' }>(work, number, async (tx, order, row) => {
    // Units are let go of before the step is taken: of a return that has ended they were before.
    if (!mayMove(factsOf(row), 'approve', work.now)) return notNow(row)
    const { address, sendWithinDays } = work.shop.sales.returns
    const needsParcel = row.type !== 'refund_only'
    if (needsParcel && address === null) return no({ name: 'no_address' })
    const units = unitsBySku(row, given, ({ quantity }) => quantity)
    if (!units.ok) return units
    const isPart = row.lines.some(({ id, quantity }) => units.value.get(id)! < quantity)
    const change = isPart ? await reduce(tx, work, order, row, units.value) : {}
    await setUnits(tx, 'approved', listed(units.value))
    const sendBy = needsParcel ? new Date(work.now.getTime() + sendWithinDays * day) : null
    return step(tx, work, row, {
      event: 'approve',
      kind: 'approved',
      data: { isPart: isPart ? 1 : 0 },
      change: { ...change, sendBy },
    })
  })
}

/** Refuses a return, with a reason that the shopper is sent. */
export function refuseReturn(
  work: ReturnWork,
  number: string,
  reason: string,
): Promise<Result<Decided, ReturnFault>> {
  return decide<ReturnFault>(work, number, async (tx, _order, row) => {
    const change = { refusalReason: reason }
    const done = await step(tx, work, row, { event: 'refuse', kind: 'refused', data: { reason }, change })
    if (done.ok) await letGo(tx, work, row)
    return done
  })
}

/**
 * Notes that the parcel has arrived. Of what did not come, nothing is refunded: its units can be asked for again.
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
    const units = unitsBySku(row, given, ({ approved, quantity }) => approved ?? quantity)
    if (!units.ok) return units
    const isLess = row.lines.some(
      ({ id, approved, quantity }) => units.value.get(id)! < (approved ?? quantity),
    )
    const change = isLess ? await reduce(tx, work, order, row, units.value) : {}
    const done = await step(tx, work, row, {
      event: 'receive_parcel',
      kind: 'received',
      data: { isPart: isLess ? 1 : 0 },
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

/** Pays the refund out, or makes an order of what is wanted instead. */
export function completeReturn(
  work: ReturnWork,
  number: string,
): Promise<Result<Decided, ReturnFault | GoneFault | MoneyGoneFault>> {
  return decide<ReturnFault | GoneFault | MoneyGoneFault>(work, number, async (tx, order, row) => {
    if (row.type !== 'exchange') {
      const { quote, bonus } = await refundAtLast(tx, order, row, work.shop)
      const later = Math.max(0, row.quote.total - quote.total)
      const done = await step(tx, work, row, {
        event: 'complete',
        kind: 'completed',
        data: { amount: quote.total, to: row.refundTo, ...(later === 0 ? {} : { later }) },
        change: { quote, bonus },
      })
      if (!done.ok) return done
      // Nothing is sent back: what was granted counts as come.
      if (row.type === 'refund_only')
        await setUnits(
          tx,
          'received',
          listed(new Map(row.lines.map((line) => [line.id, countingUnits(line)]))),
        )
      await lockParents(tx, order)
      const paid = await payOut(tx, order, row, quote, bonus, work.now)
      if (paid.ok) await takeAllEarnedBack(tx, work, order.id, `return:${row.number}`)
      return paid
    }
    // Before anything is written: what is not to be done now takes no locks.
    const ready = row.status === 'pending_approval' && row.receivedAt !== null
    const priced = exchangeNow(order, row, work.shop)
    if (!ready || priced === null) return notNow(row)
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
  })
}

/** Takes a return back for its shopper. */
export function cancelReturnByShop(work: ReturnWork, number: string): Promise<Result<Decided, ReturnFault>> {
  return decide<ReturnFault>(work, number, async (tx, _order, row) => {
    const done = await step(tx, work, row, { event: 'cancel', kind: 'cancelled' })
    if (done.ok) await letGo(tx, work, row)
    return done
  })
}

async function step(
  tx: Tx,
  work: ReturnWork,
  row: ReturnRow,
  taken: Omit<Parameters<typeof stepReturn>[3], 'actor'>,
): Promise<Result<null, ReturnFault>> {
  return (await stepReturn(tx, work, row, { ...taken, actor: 'operator' })) ? ok(null) : notNow(row)
}

function notNow({ type, status, auditStatus, receivedAt }: ReturnRow): Result<never, ReturnFault> {
  return no({ name: 'not_now', type, status, auditStatus, isReceived: receivedAt !== null })
}

/** Fewer units than there were: the others are let go, and the refund is that of those that are left. */
async function reduce(
  tx: Tx,
  work: ReturnWork,
  order: OrderRow,
  row: ReturnRow,
  units: ReadonlyMap<number, number>,
): Promise<ReturnChange> {
  await leaveUnits(
    tx,
    row.lines.map((line) => ({ line: line.line, quantity: countingUnits(line) - units.get(line.id)! })),
  )
  await giveUpUnits(tx, work, row, listed(units))
  return refundFor(tx, order, row, units, work.shop)
}

function listed(units: ReadonlyMap<number, number>): { id: number; quantity: number }[] {
  return [...units].map(([id, quantity]) => ({ id, quantity }))
}

/** Units by the id of the return's line. */
function unitsBySku(
  row: ReturnRow,
  given: Units,
  most: (line: ReturnRow['lines'][number]) => number,
): Result<Map<number, number>, UnitsFault> {
  if (given === null) return ok(new Map(row.lines.map((line) => [line.id, most(line)])))
  const units = new Map(row.lines.map(({ id }) => [id, 0]))
  for (const [sku, quantity] of Object.entries(given)) {
    const line = row.lines.find((one) => one.sku === sku)
    if (line === undefined) return no({ name: 'unknown_sku', sku })
    if (quantity > most(line)) return no({ name: 'too_many', sku, left: most(line) })
    units.set(line.id, quantity)
  }
  return [...units.values()].some((quantity) => quantity > 0) ? ok(units) : no({ name: 'nothing' })
}

async function decide<Fault>(
  work: ReturnWork,
  given: string,
  change: (tx: Tx, order: OrderRow, row: ReturnRow) => Promise<Result<null, Fault>>,
): Promise<Result<Decided, Fault | { name: 'unknown_return' }>> {
  const number = tidyReturnNumber(given)
  const known = await findReturnByNumber(work.db, number)
  if (known === null) return no({ name: 'unknown_return' })
  return work.transact(async (tx): Promise<Result<Decided, Fault | { name: 'unknown_return' }>> => {
    const locked = await lockOrderByNumber(tx, known.order)
    const [order, row] = [await findOrderById(tx, known.orderId), await findReturnById(tx, known.id)]
    if (locked === null || order === null || row === null) return no({ name: 'unknown_return' })
    const decided = await change(tx, order, row)
    if (!decided.ok) return decided
    announceOrder(tx, work, locked)
    const changed = await findReturnById(tx, known.id)
    return ok(await decidedOf(tx, work, changed ?? row))
  })
}

async function decidedOf(tx: Tx, { shop }: ReturnWork, row: ReturnRow): Promise<Decided> {
  const { number, order, status, auditStatus, currency, exchangeOrder, payouts } = row
  const amount = await findRefundAmount(tx, row, shop)
  const made = exchangeOrder?.number ?? null
  const lost = status === 'completed' && made === null ? lostCredit(row, row.quote.total) : 0
  const state = { status, auditStatus, exchangeOrder: made }
  return { return: number, order, ...state, payouts, lostCredit: lost, amount, currency }
}
