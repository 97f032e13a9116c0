import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Units of an order's lines that come back. All under the order's lock. */

/**
 * Counts units of lines as asked for; each line once. Lines of which not so many were sent or withdrawn, or are left, are
 * missing in the result: the caller rolls back then.
 */
export async function askForUnits(
  tx: Tx,
  orderId: number,
  units: readonly { line: number; quantity: number }[],
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    update order_lines l
    set returned = l.returned + w.quantity
    from unnest(
      ${units.map(({ line }) => line)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
    ) w(id, quantity)
    where l.id = w.id and l.order_id = ${orderId} and l.returned + w.quantity <= l.shipped + l.withdrawn
    returning l.id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** Counts units of lines as never to be sent; their stock is the caller's. */
export async function countWithdrawn(
  tx: Tx,
  orderId: number,
  units: readonly { line: number; quantity: number }[],
): Promise<void> {
  await sql`
    update order_lines l
    set withdrawn = l.withdrawn + w.quantity
    from unnest(
      ${units.map(({ line }) => line)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
    ) w(id, quantity)
    where l.id = w.id and l.order_id = ${orderId}`.execute(rows(tx))
}

/** Units that are not asked for any more, or of which fewer came: they can be asked for again. */
export async function leaveUnits(
  tx: Tx,
  units: readonly { line: number; quantity: number }[],
): Promise<void> {
  await sql`
    update order_lines l
    set returned = l.returned - w.quantity
    from unnest(
      ${units.map(({ line }) => line)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
    ) w(id, quantity)
    where l.id = w.id`.execute(rows(tx))
}

/**
 * Notes money of an order that was given back as something else than money: as store credit, or as other goods.
 * @param isMade false as long as the other goods are still to be paid: the books know nothing of it yet
 */
export async function addGiven(
  tx: Tx,
  given: { orderId: number; amount: number; reason: string; cause: string },
  now: Date,
  isMade = true,
): Promise<void> {
  const { orderId, amount, reason, cause } = given
  await sql`
    insert into refunds (order_id, payment_id, amount, reason, cause, status, created_at, done_at)
    values (
      ${orderId}, null, ${amount}, ${reason}, ${cause}, ${isMade ? 'done' : 'pending'}, ${now},
      ${isMade ? now : null}
    )`.execute(rows(tx))
}

/** What of an order the operator can still give back. */
export interface LeftToGive {
  /** Minor units; 0 or more. */
  left: number
  /** The numbers of returns that are open: what they promise is not in `left`. */
  openReturns: string[]
}

/**
 * What of an order has neither been given back, by money, store credit or other goods, nor is promised by a return that
 * is open; no more than its payments have left. What an exchange that was cancelled brought home was given once only,
 * and its refund ends with `:home`.
 */
export async function leftToGive(db: Db, orderId: number): Promise<LeftToGive> {
  const { rows: found } = await sql<LeftToGive>`
    select
      greatest(
        0,
        least(
          o.captured
            + o.credit - (
              select coalesce(sum(r.amount), 0)
              from refunds r
              where r.order_id = o.id and r.status <> 'failed' and r.cause !~ ':home(/[0-9]+)?$'
            ) - p.total,
          o.captured - o.refunded - p.by_payment
        )
      )::bigint as left,
      p.numbers as "openReturns"
    from orders o
    cross join lateral (
      select coalesce(sum(x.refund_amount), 0) as total,
        coalesce(
          sum((x.quote ->> 'toPayment')::bigint) filter (
            where x.refund_to = 'original' or o.customer_id is null
          ),
          0
        ) as by_payment,
        coalesce(json_agg(x.number order by x.id), '[]') as numbers
      from returns x
      where x.order_id = o.id and x.status = 'pending_approval'
    ) p
    where o.id = ${orderId}`.execute(rows(db))
  return found[0] ?? { left: 0, openReturns: [] }
}

/** What was given for other goods is made once their order is paid. */
export async function settleGiven(tx: Tx, cause: string, orderId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update refunds f
    set status = 'done', done_at = o.paid_at
    from orders o
    where f.cause = ${cause}
      and f.status = 'pending'
      and o.id = ${orderId}
      and o.pay_status = 'paid'`.execute(rows(tx))
  return numAffectedRows === 1n
}
