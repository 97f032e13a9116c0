import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on refunds. Sums on orders and payments are written in the transaction that writes the refund. */

/** Adds to the refunded sums, or subtracts if below 0; false, and nothing written, beyond what was captured. */
export async function countRefunded(tx: Tx, orderId: number, amount: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set refunded = refunded + ${amount}, version = version + 1
    where id = ${orderId} and refunded + ${amount} between 0 and captured`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** The payments of a locked order that can still be refunded, newest first. */
export async function refundablePayments(tx: Tx, orderId: number): Promise<{ id: number; left: number }[]> {
  const { rows: found } = await sql<{ id: number; left: number }>`
    select id, captured - refunded as left
    from payments
    where order_id = ${orderId} and captured > refunded
    order by id desc for update`.execute(rows(tx))
  return found
}

/** The refund with this cause and its parts from other payments (`cause/2`, …); null if there is none. */
export async function refundOf(db: Db, cause: string): Promise<{ orderId: number; amount: number } | null> {
  const { rows: found } = await sql<{ orderId: number; amount: number }>`
    select first.order_id as "orderId", sum(part.amount)::bigint as amount
    from refunds first
    join refunds part on part.order_id = first.order_id
      and (
        part.cause = first.cause
        or part.cause ~ '/[0-9]+$' and regexp_replace(part.cause, '/[0-9]+$', '') = first.cause
      )
    where first.cause = ${cause}
    group by first.order_id`.execute(rows(db))
  return found[0] ?? null
}

export interface NewRefund {
  orderId: number
  paymentId: number
  amount: number
  reason: string
  cause: string
}

/** Inserts a refund that is due at once; false if the cause has one already. */
export async function addRefund(
  tx: Tx,
  { orderId, paymentId, amount, reason, cause }: NewRefund,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into refunds (order_id, payment_id, amount, reason, cause, created_at, next_try_at)
    values (${orderId}, ${paymentId}, ${amount}, ${reason}, ${cause}, ${now}, ${now})
    on conflict (cause) do nothing`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Calls a refund off that nobody has made; null if it is over, or does not exist. The order is locked. */
export async function deleteRefund(
  tx: Tx,
  id: number,
): Promise<{ amount: number; paymentId: number; orderId: number } | null> {
  const { rows: found } = await sql<{ amount: number; paymentId: number; orderId: number }>`
    delete from refunds
    where id = ${id} and status = 'pending' and payment_id is not null
    returning amount, payment_id as "paymentId", order_id as "orderId"`.execute(rows(tx))
  return found[0] ?? null
}

export interface ClaimedRefund {
  id: number
  amount: number
  currency: string
  cause: string
  provider: string
  /** The payment's. */
  reference: string
  /** This one among them. */
  tries: number
}

export interface DueRefund {
  id: number
}

/** The refund that has been due longest; none when nothing is due. @param except ids to skip */
export async function nextRefund(db: Db, now: Date, except: readonly number[]): Promise<DueRefund[]> {
  const { rows: found } = await sql<DueRefund>`
    select id
    from refunds
    where status = 'pending'
      and next_try_at <= ${now}
      and payment_id is not null
      and id <> all(${except}::bigint[])
    order by next_try_at, id limit 1`.execute(rows(db))
  return found
}

/**
 * Leases a due refund until `leaseUntil`; null when another node has it. While it is tried it has not failed: what the
 * provider is just sending no person makes, too.
 */
export async function claimRefund(
  db: Db,
  id: number,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedRefund | null> {
  const { rows: found } = await sql<ClaimedRefund>`
    update refunds r
    set next_try_at = ${leaseUntil}, tries = r.tries + 1, failure = null
    from payments p
    where p.id = r.payment_id and r.id = ${id} and r.status = 'pending' and r.next_try_at <= ${now}
    returning r.id, r.amount, p.currency, r.cause, p.provider, p.reference, r.tries`.execute(rows(db))
  return found[0] ?? null
}

/** Postpones it. Does nothing if another node has taken over the lease. */
export async function postponeRefund(
  db: Db,
  { id, tries }: ClaimedRefund,
  until: Date,
  failure: string | null,
): Promise<void> {
  await sql`
    update refunds
    set next_try_at = ${until}, failure = ${failure}
    where id = ${id} and tries = ${tries} and status = 'pending'`.execute(rows(db))
}

/** Only the operator can make it: it is not tried again. */
export async function leaveToPerson(db: Db, { id, tries }: ClaimedRefund): Promise<void> {
  await sql`
    update refunds
    set next_try_at = null
    where id = ${id} and tries = ${tries} and status = 'pending'`.execute(rows(db))
}

/**
 * Leaves a waiting refund to a person for good, in one step with the look that nobody is sending it; false where its
 * provider does, or has not failed to.
 */
export async function takeRefund(db: Db, id: number): Promise<boolean> {
  const { rows: taken } = await sql`
    update refunds r
    set next_try_at = null
    from payments p
    where p.id = r.payment_id
      and r.id = ${id}
      and r.status = 'pending'
      and (r.next_try_at is null or r.failure is not null or p.provider in ('manual', 'cod'))
    returning r.id`.execute(rows(db))
  return taken.length > 0
}

/** The provider that sends a waiting refund by itself, and has not failed to; null where it is a person's. */
export async function refundSender(db: Db, id: number): Promise<string | null> {
  const { rows: found } = await sql<{ provider: string }>`
    select p.provider
    from refunds r
    join payments p on p.id = r.payment_id
    where r.id = ${id}
      and r.status = 'pending'
      and r.next_try_at is not null
      and r.failure is null
      and p.provider not in ('manual', 'cod')`.execute(rows(db))
  return found[0]?.provider ?? null
}

/**
 * Ends a refund under the lock of its order; null if it is over already, or does not exist.
 * @param lock takes that lock
 */
export async function settleRefund<Order>(
  tx: Tx,
  id: number,
  report: { status: 'done' | 'failed'; reference: string; failure: string | null },
  now: Date,
  lock: (orderId: number) => Promise<Order>,
): Promise<{ order: Order; refund: { amount: number; reason: string; paymentId: number } } | null> {
  const { rows: known } = await sql<{ orderId: number }>`
    select order_id as "orderId" from refunds where id = ${id} and payment_id is not null`.execute(rows(tx))
  if (!known[0]) return null
  const order = await lock(known[0].orderId)
  const { rows: found } = await sql<{ amount: number; reason: string; paymentId: number }>`
    update refunds
    set status = ${report.status}, reference = nullif(${report.reference}, ''), failure = ${report.failure},
      next_try_at = null, done_at = case when ${report.status} = 'done' then ${now}::timestamptz end
    where id = ${id} and status = 'pending'
    returning amount, reason, payment_id as "paymentId"`.execute(rows(tx))
  return found[0] ? { order, refund: found[0] } : null
}
