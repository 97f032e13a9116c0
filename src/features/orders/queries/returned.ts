import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Units of an order's lines that come back. All under the order's lock. */

/**
 * Counts units of lines as asked for; each line once. Lines of which not so many were sent, or are left, are missing
 * in the result: the caller rolls back then.
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
    where l.id = w.id and l.order_id = ${orderId} and l.returned + w.quantity <= l.shipped
    returning l.id`.execute(rows(tx))
  return found.map(({ id }) => id)
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

/**
 * What of an order has not been given back, by money, store credit or other goods. What an exchange that was cancelled
 * brought home was given once only, and its refund ends with `:home`.
 */
export async function leftToGive(db: Db, orderId: number): Promise<number> {
  const { rows: found } = await sql<{ left: number }>`
    select o.captured
        + o.credit - (
          select coalesce(sum(r.amount), 0)
          from refunds r
          where r.order_id = o.id and r.status <> 'failed' and r.cause !~ ':home(/[0-9]+)?$'
        )::bigint as left
    from orders o
    where o.id = ${orderId}`.execute(rows(db))
  return found[0]?.left ?? 0
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
