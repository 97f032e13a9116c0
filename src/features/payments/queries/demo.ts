import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The demo gateway's own books. Nothing of the shop reads or writes them, as with a real bank. */

export type ChargeStatus = 'open' | 'waiting' | 'captured' | 'declined' | 'cancelled'

export interface Charge {
  reference: string
  amount: number
  currency: string
  status: ChargeStatus
  refunded: number
  returnUrl: string
  notifyUrl: string
}

const charge = sql`
  reference, amount, currency, status, refunded, return_url as "returnUrl", notify_url as "notifyUrl"`

/** A repeated reference is the same charge: nothing is written. */
export async function putCharge(
  db: Db,
  { reference, amount, currency, returnUrl, notifyUrl }: Omit<Charge, 'status' | 'refunded'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into demo_charges (reference, amount, currency, return_url, notify_url, created_at, updated_at)
    values (${reference}, ${amount}, ${currency}, ${returnUrl}, ${notifyUrl}, ${now}, ${now})
    on conflict do nothing`.execute(rows(db))
}

export async function findCharge(db: Db, reference: string): Promise<Charge | null> {
  const { rows: found } = await sql<Charge>`
    select ${charge} from demo_charges where reference = ${reference}`.execute(rows(db))
  return found[0] ?? null
}

/** A transition; false, and nothing written, if it was in another status. */
export async function moveCharge(
  tx: Tx,
  reference: string,
  from: ChargeStatus,
  to: ChargeStatus,
  now: Date,
  decidesAt: Date | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update demo_charges
    set status = ${to}, updated_at = ${now}, decides_at = ${decidesAt}
    where reference = ${reference} and status = ${from}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Approves charges whose decision is due. */
export async function decideDue(tx: Tx, now: Date): Promise<string[]> {
  const { rows: found } = await sql<{ reference: string }>`
    update demo_charges
    set status = 'captured', updated_at = ${now}, decides_at = null
    where status = 'waiting' and decides_at <= ${now}
    returning reference`.execute(rows(tx))
  return found.map(({ reference }) => reference)
}

/** Refunds once per key; false if that would be more than was captured. */
export async function giveBack(
  tx: Tx,
  reference: string,
  amount: number,
  key: string,
  now: Date,
): Promise<boolean> {
  const { rows: charges } = await sql<{ known: boolean }>`
    select exists (select from demo_refunds where key = ${key}) as known
    from demo_charges
    where reference = ${reference}
    for update`.execute(rows(tx))
  if (!charges[0]) return false
  // Checked again under the lock: the same key may have come twice at once.
  const { rows: earlier } = await sql`select from demo_refunds where key = ${key}`.execute(rows(tx))
  if (earlier.length > 0) return true
  const { numAffectedRows } = await sql`
    update demo_charges
    set refunded = refunded + ${amount}, updated_at = ${now}
    where reference = ${reference}
      and status = 'captured'
      and refunded + ${amount} <= amount`.execute(rows(tx))
  if (numAffectedRows !== 1n) return false
  await sql`
    insert into demo_refunds (key, reference, amount, created_at)
    values (${key}, ${reference}, ${amount}, ${now})`.execute(rows(tx))
  return true
}

export async function addNotice(
  tx: Tx,
  reference: string,
  kind: ChargeStatus,
  eventId: string,
  sendAt: Date,
): Promise<void> {
  await sql`
    insert into demo_notices (event_id, reference, kind, send_at)
    values (${eventId}, ${reference}, ${kind}, ${sendAt})`.execute(rows(tx))
}

export interface Notice {
  id: number
  eventId: string
  reference: string
  kind: ChargeStatus
  tries: number
  amount: number
  currency: string
  notifyUrl: string
}

/** The webhook that has been due longest; none when nothing is due. @param except ids to skip */
export async function nextNotice(db: Db, now: Date, except: readonly number[]): Promise<{ id: number }[]> {
  const { rows: found } = await sql<{ id: number }>`
    select id
    from demo_notices
    where send_at <= ${now} and id <> all(${except}::bigint[])
    order by send_at, id limit 1`.execute(rows(db))
  return found
}

/** Leases a due webhook until `leaseUntil`; null when another node has it. */
export async function claimNotice(db: Db, id: number, now: Date, leaseUntil: Date): Promise<Notice | null> {
  const { rows: found } = await sql<Notice>`
    update demo_notices n
    set send_at = ${leaseUntil}, tries = tries + 1
    from demo_charges c
    where c.reference = n.reference and n.id = ${id} and n.send_at <= ${now}
    returning n.id, n.event_id as "eventId", n.reference, n.kind, n.tries, c.amount, c.currency,
      c.notify_url as "notifyUrl"`.execute(rows(db))
  return found[0] ?? null
}

export async function dropNotice(db: Db, id: number): Promise<void> {
  await sql`delete from demo_notices where id = ${id}`.execute(rows(db))
}

export async function postponeNotice(db: Db, { id, tries }: Notice, until: Date): Promise<void> {
  await sql`
    update demo_notices set send_at = ${until} where id = ${id} and tries = ${tries}`.execute(rows(db))
}
