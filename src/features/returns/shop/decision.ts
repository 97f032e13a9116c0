import { type ReturnType } from '#domain/aftersale/return.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { lockOrderByNumber } from '#features/orders/queries/lock.ts'
import { findOrderById, type OrderRow } from '#features/orders/queries/read.ts'
import { leaveUnits } from '#features/orders/queries/returned.ts'
import { announceOrder } from '#features/orders/rules/announce.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { lostCredit } from '../present-payout.ts'
import { findReturnByNumber, findReturnById, type ReturnPayout, type ReturnRow } from '../queries/read.ts'
import type { ReturnChange } from '../queries/write.ts'
import type { ReturnWork } from '../rules/announce.ts'
import { giveUpUnits, stepReturn } from '../rules/move.ts'
import { tidyReturnNumber } from '../rules/number.ts'
import { findRefundAmount } from '../rules/refund-amount.ts'
import { countingUnits, refundFor } from '../rules/units.ts'

/* What the decisions about a return have in common: the lock of its order, one step of its machine, its units. */

export type ReturnFault =
  | { name: 'unknown_return' }
  /** It does not stand so that this could happen. */
  | {
      name: 'not_now'
      type: ReturnType
      status: string
      auditStatus: string
      isReceived: boolean
      isWithdrawal: boolean
    }

export type UnitsFault =
  | ReturnFault
  | { name: 'unknown_sku'; sku: string }
  | { name: 'too_many'; sku: string; left: number }
  /** Of no line a unit. */
  | { name: 'nothing' }

/** SKU → units; null for all. Lines that are not named have none. */
export type Units = Readonly<Record<string, number>> | null

/** Units of these SKUs are off the shelf already: sold, or in a cart's order. */
export interface ShelfFault {
  name: 'not_on_shelf'
  skus: readonly string[]
}

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

/** A step of the machine by the merchant. */
export async function step(
  tx: Tx,
  work: ReturnWork,
  row: ReturnRow,
  taken: Omit<Parameters<typeof stepReturn>[3], 'actor'>,
): Promise<Result<null, ReturnFault>> {
  return (await stepReturn(tx, work, row, { ...taken, actor: 'operator' })) ? ok(null) : notNow(row)
}

export function notNow({
  type,
  status,
  auditStatus,
  receivedAt,
  isWithdrawal,
}: ReturnRow): Result<never, ReturnFault> {
  return no({ name: 'not_now', type, status, auditStatus, isReceived: receivedAt !== null, isWithdrawal })
}

/** Fewer units than there were: the others are let go, and the refund is that of those that are left. */
export async function reduce(
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

export function listed(units: ReadonlyMap<number, number>): { id: number; quantity: number }[] {
  return [...units].map(([id, quantity]) => ({ id, quantity }))
}

/**
 * Units by the id of the return's line.
 * @param mayBeNone of a parcel that came empty
 */
export function unitsBySku(
  row: ReturnRow,
  given: Units,
  most: (line: ReturnRow['lines'][number]) => number,
  mayBeNone = false,
): Result<Map<number, number>, UnitsFault> {
  if (given === null) return ok(new Map(row.lines.map((line) => [line.id, most(line)])))
  const units = new Map(row.lines.map(({ id }) => [id, 0]))
  for (const [sku, quantity] of Object.entries(given)) {
    const line = row.lines.find((one) => one.sku === sku)
    if (line === undefined) return no({ name: 'unknown_sku', sku })
    if (quantity > most(line)) return no({ name: 'too_many', sku, left: most(line) })
    units.set(line.id, quantity)
  }
  const isSome = [...units.values()].some((quantity) => quantity > 0)
  return isSome || mayBeNone ? ok(units) : no({ name: 'nothing' })
}

/** Changes a return under the lock of its order; what is refused is rolled back. */
export async function decide<Fault>(
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
