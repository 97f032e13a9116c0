import { sql, type RawBuilder } from 'kysely'
import type { DeliveryStatus, OrderStatus, PayStatus } from '#domain/order.ts'
import type { Who } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { givenOf } from './given.ts'

/*
 * Locking an order, changing its state, and writing its events: every write begins here. The key stays free, so that
 * rows of other transactions may point at a locked order: credit of another order settles its debts under the lock of
 * the balance, for which this order's transaction may be waiting.
 */

/** By what a visitor may see an order: the customer or browser that placed it, or links from mails that it has opened. */
export type OrderAccess = Pick<Who, 'browser' | 'owner' | 'customer' | 'opened'>

/** The facts by which changes of an order are decided. Amounts in minor units. */
export interface LockedOrder {
  id: number
  number: string
  /** Null: a guest's. */
  customerId: number | null
  status: OrderStatus
  payStatus: PayStatus
  deliveryStatus: DeliveryStatus
  stockStatus: 'held' | 'sold' | 'released'
  currency: string
  paymentMethod: string
  toPay: number
  /** Of it, what a paid order that became dearer still waits for. */
  due: number
  /** Store credit that it was paid with. */
  credit: number
  captured: number
  refunded: number
  /** What went back as store credit or as other goods. */
  given: number
  /** Its money went back, and nothing more of it is sent. */
  sendingEnded: boolean
  holdUntil: Date | null
  holdExtended: boolean
  shippedAt: Date | null
  deliveredAt: Date | null
}

const facts = sql`
  id, number, customer_id as "customerId", status, pay_status as "payStatus",
  delivery_status as "deliveryStatus", stock_status as "stockStatus", currency,
  payment_method as "paymentMethod", to_pay as "toPay", due, credit, captured, refunded,
  sending_ended as "sendingEnded", hold_until as "holdUntil", hold_extended as "holdExtended",
  shipped_at as "shippedAt", delivered_at as "deliveredAt"`

/** The condition on `orders` that one is the visitor's. */
export function isOwn({ browser, owner, customer, opened }: OrderAccess): RawBuilder<unknown> {
  return sql`(
      owner_hash in (${browser}::bytea, ${owner}::bytea)
      or customer_id = ${customer}::bigint
      or orders.id = any(${opened}::bigint[])
    )`
}

/** Locks an order of the visitor's; null for one of somebody else, as for none. */
export async function lockOwnOrder(tx: Tx, number: string, access: OrderAccess): Promise<LockedOrder | null> {
  const { rows: found } = await sql<Omit<LockedOrder, 'given'>>`
    select ${facts}
    from orders
    where number = ${number} and ${isOwn(access)}
    for no key update`.execute(rows(tx))
  return withGiven(tx, found[0])
}

/** The same for who reads the order afterwards: its id. */
export async function lockOwnOrderId(tx: Tx, number: string, access: OrderAccess): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select id from orders where number = ${number} and ${isOwn(access)} for no key update`.execute(rows(tx))
  return found[0]?.id ?? null
}

/** The id of an order of the visitor's; null for one of somebody else, as for none. */
export async function findOwnOrderId(db: Db, number: string, access: OrderAccess): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select id from orders where number = ${number} and ${isOwn(access)}`.execute(rows(db))
  return found[0]?.id ?? null
}

/** For the merchant's actions. */
export async function lockOrderByNumber(tx: Tx, number: string): Promise<LockedOrder | null> {
  const { rows: found } = await sql<Omit<LockedOrder, 'given'>>`
    select ${facts} from orders where number = ${number} for no key update`.execute(rows(tx))
  return withGiven(tx, found[0])
}

/** Locks an order unless another transaction has it locked. */
export async function lockOrderIfFree(tx: Tx, id: number): Promise<LockedOrder | null> {
  const { rows: found } = await sql<Omit<LockedOrder, 'given'>>`
    select ${facts} from orders where id = ${id} for no key update skip locked`.execute(rows(tx))
  return withGiven(tx, found[0])
}

/** In a statement of its own: one that waited for the lock sees other tables as they were before. */
async function withGiven(tx: Tx, order: Omit<LockedOrder, 'given'> | undefined): Promise<LockedOrder | null> {
  if (order === undefined) return null
  const { rows: found } = await sql<{ given: number }>`
    select ${givenOf(sql`${order.id}`)} as given`.execute(rows(tx))
  return { ...order, given: found[0]!.given }
}

export interface StatusChange {
  to: OrderStatus
  at: Date
  cancelReason?: string
}

/** Moves an order to its next state; false, and nothing written, if it is no longer in the state that was checked. */
export async function moveOrder(
  tx: Tx,
  id: number,
  from: OrderStatus,
  { to, at, cancelReason }: StatusChange,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set status = ${to}, version = version + 1,
      hold_until = case when ${to} = 'cancelled' then null else hold_until end,
      cancelled_at = case when ${to} = 'cancelled' then ${at} else cancelled_at end,
      completed_at = case when ${to} = 'completed' then ${at} else completed_at end,
      cancel_reason = coalesce(${cancelReason ?? null}, cancel_reason)
    where id = ${id} and status = ${from}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Extends the hold, once. */
export async function extendHoldOf(tx: Tx, id: number, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set hold_until = ${until}, hold_extended = true, version = version + 1
    where id = ${id}
      and status = 'in_progress'
      and pay_status = 'unpaid'
      and hold_until is not null
      and not hold_extended`.execute(rows(tx))
  return numAffectedRows === 1n
}
