import { shownRefund, type ShownRefund } from '#domain/order.ts'
import type { Db } from '#platform/server/db/db.ts'
import { bookRows, type BookRow } from './bookkeeping.ts'
import {
  bookedOrders,
  listedOrders,
  type ListedOrder as ListedRow,
  type OrderFilter,
} from '../queries/list.ts'
import { bookedReturns } from '../queries/booked-returns.ts'
import { findOrderById, findOrderByNumber, type OrderRow } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'

export type { BookRow } from './bookkeeping.ts'
export type { OrderFilter } from '../queries/list.ts'
export type { OrderRow } from '../queries/read.ts'

type ListedOrder = ListedRow & { refundStatus: ShownRefund }

/** Calls `each` with the matching orders, newest first, at most `most`. */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  most: number,
  each: (order: ListedOrder) => void | Promise<void>,
): Promise<void> {
  let left = most
  for (let before = Number.MAX_SAFE_INTEGER; left > 0;) {
    const found = await listedOrders(db, filter, before, Math.min(left, 500))
    for (const order of found) await each({ ...order, refundStatus: shownRefund(order) })
    const last = found.at(-1)
    if (last === undefined) return
    before = last.id
    left -= found.length
  }
}

/** An order by its number, in any way of typing it; null for none. */
export function findOrder(db: Db, number: string): Promise<OrderRow | null> {
  return findOrderByNumber(db, tidyNumber(number))
}

/** Calls `each` with every row of the books from the first moment up to, not including, the second. */
export async function exportBooks(
  db: Db,
  from: Date,
  until: Date,
  each: (row: BookRow) => void | Promise<void>,
): Promise<void> {
  const isIn = ({ at }: BookRow): boolean => at >= from.toISOString() && at < until.toISOString()
  for (let after = 0; ;) {
    const ids = await bookedOrders(db, from, until, after, 200)
    for (const id of ids) {
      const order = await findOrderById(db, id)
      if (order === null) continue
      const rows = bookRows(order, await bookedReturns(db, id))
      for (const row of rows.filter(isIn)) await each(row)
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}
