import { sql } from 'kysely'
import type { OrderStatus, PayStatus } from '#domain/order.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { lockSkusOf } from './release.ts'

/* All SQL of payments on orders, their lines and their stock. */

/** The facts of an order that a payment depends on. */
export interface PayableOrder {
  id: number
  number: string
  customerId: number | null
  currency: string
  status: OrderStatus
  payStatus: PayStatus
  paymentMethod: string
  toPay: number
  /** Of it, what a paid order that became dearer still waits for. */
  due: number
  captured: number
}

/** Locks the order: the first lock of all code that writes its payments. */
export async function lockPayable(tx: Tx, orderId: number): Promise<PayableOrder> {
  const { rows: found } = await sql<PayableOrder>`
    select id, number, customer_id as "customerId", currency, status, pay_status as "payStatus",
      payment_method as "paymentMethod", to_pay as "toPay", due, captured
    from orders
    where id = ${orderId}
    for no key update`.execute(rows(tx))
  return found[0]!
}

/** Adds a captured amount, and what follows from it: how the order is paid, and what is still due of it. */
export async function addCaptured(
  tx: Tx,
  orderId: number,
  amount: number,
  { payStatus, due }: { payStatus: PayStatus; due: number },
  now: Date,
): Promise<void> {
  await sql`
    update orders
    set captured = captured + ${amount}, pay_status = ${payStatus}, due = ${due},
      paid_at = case when ${payStatus} = 'paid' then coalesce(paid_at, ${now}::timestamptz) end,
      hold_until = case when ${payStatus} = 'paid' then null else hold_until end, version = version + 1
    where id = ${orderId}`.execute(rows(tx))
}

/** Sets the end of an unpaid order's hold; null while nobody knows whether it is paid. */
export async function holdUntil(tx: Tx, orderId: number, until: Date | null): Promise<void> {
  await sql`
    update orders
    set hold_until = ${until}, version = version + 1
    where id = ${orderId} and status = 'in_progress' and pay_status = 'unpaid'`.execute(rows(tx))
}

export async function changeMethod(
  tx: Tx,
  orderId: number,
  method: string,
  until: Date | null,
): Promise<void> {
  await sql`
    update orders
    set payment_method = ${method}, hold_until = ${until}, version = version + 1
    where id = ${orderId} and status = 'in_progress' and pay_status = 'unpaid'`.execute(rows(tx))
}

/**
 * Sells the held units of a locked order: units on hand are sold, backordered ones stay held. Does nothing if they
 * were sold or released before. SKUs are locked in ascending order.
 */
export async function sellStock(tx: Tx, orderId: number, now: Date): Promise<void> {
  await lockSkusOf(tx, orderId)
  await sql`
    with marked as (
      update orders
      set stock_status = 'sold'
      where id = ${orderId} and stock_status = 'held'
      returning id
    ),
    sold as materialized (
      select l.id as line, s.id as sku, least(l.held, s.on_hand) as units
      from order_lines l
      join skus s on s.id = l.sku_id
      where l.order_id = (select id from marked) and l.held > 0
    ),
    lines as (update order_lines l set held = l.held - sold.units from sold where l.id = sold.line),
    moved as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select sku, ${orderId}, 'sale', -units, -units, ${now}::timestamptz
      from sold
      where units > 0
    )
    update skus s
    set on_hand = s.on_hand - sold.units, held = s.held - sold.units
    from sold
    where s.id = sold.sku and sold.units > 0`.execute(rows(tx))
}

/** Increments the version, for changes outside of the order's own row. */
export async function touchOrder(tx: Tx, orderId: number): Promise<void> {
  await sql`update orders set version = version + 1 where id = ${orderId}`.execute(rows(tx))
}

/** Those of the orders that wait for no payment any more: paid by another one, or cancelled. */
export async function settledOrders(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id
    from orders
    where id = any(${ids}::bigint[])
      and ((pay_status = 'paid' and due = 0) or status = 'cancelled')`.execute(rows(db))
  return found.map(({ id }) => id)
}

/**
 * Open payments that are to be polled at once and are not due yet, by ascending id after `after`: of orders whose hold
 * ends by a moment, so that a payment is seen before the order expires, and of orders that wait for no payment any
 * more, so that nobody pays them by accident.
 */
export async function checksToHasten(
  db: Db,
  now: Date,
  holdEndsBefore: Date,
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows: found } = await sql<{ id: number }>`
    select p.id
    from payments p
    join orders o on o.id = p.order_id
    where p.status in ('created', 'pending')
      and p.reference is not null
      and p.next_check_at > ${now}
      and (
        o.status = 'cancelled' or (o.pay_status = 'paid' and o.due = 0) or o.hold_until <= ${holdEndsBefore}
      )
      and p.id > ${after}
    order by p.id limit ${limit}`.execute(rows(db))
  return found
}
