import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on QR tickets. A ticket only ever changes by a guarded statement: what came first counts. */

export interface TicketRow {
  id: number
  state: 'created' | 'scanned' | 'confirmed' | 'used' | 'refused'
  ip: string
  agent: string
  /** Who has scanned it; null before. */
  customer: number | null
  createdAt: Date
  expiresAt: Date
}

const columns = sql`
  id, state, ip, agent, customer_id as customer, created_at as "createdAt", expires_at as "expiresAt"`

export interface NewTicket {
  /** SHA-256 of the ticket. */
  ticket: Buffer
  /** SHA-256 of the token of the browser that waits. */
  browser: Buffer
  ip: string
  agent: string
  now: Date
  expiresAt: Date
}

/** Returns the id. */
export async function insertTicket(db: Db, made: NewTicket): Promise<number> {
  // oxlint-disable-next-line house/bare-ip -- shown to who is asked to confirm; it limits nothing
  const { ticket, browser, ip, agent, now, expiresAt } = made
  const { rows: found } = await sql<{ id: number }>`
    insert into qr_tickets (ticket_hash, browser, ip, agent, created_at, expires_at)
    values (${ticket}, ${browser}, ${ip}, ${agent}, ${now}, ${expiresAt})
    returning id`.execute(rows(db))
  return found[0]!.id
}

/** Of whichever browser, for the phone; null when there is none. */
export async function findTicket(db: Db, ticket: Buffer): Promise<TicketRow | null> {
  const { rows: found } = await sql<TicketRow>`
    select ${columns} from qr_tickets where ticket_hash = ${ticket}`.execute(rows(db))
  return found[0] ?? null
}

/** The ticket of the browser that waits; null when it is none of its own. */
export async function findOwnTicket(db: Db, ticket: Buffer, browser: Buffer): Promise<TicketRow | null> {
  const { rows: found } = await sql<TicketRow>`
    select ${columns}
    from qr_tickets
    where ticket_hash = ${ticket} and browser = ${browser}`.execute(rows(db))
  return found[0] ?? null
}

/** The first customer who scans it has it; null when it is over, or somebody else's. */
export async function scanTicket(
  tx: Tx,
  ticket: Buffer,
  customer: number,
  now: Date,
): Promise<TicketRow | null> {
  const { rows: found } = await sql<TicketRow>`
    update qr_tickets
    set state = 'scanned', customer_id = ${customer}
    where ticket_hash = ${ticket}
      and expires_at > ${now}
      and (state = 'created' or (state = 'scanned' and customer_id = ${customer}))
    returning ${columns}`.execute(rows(tx))
  return found[0] ?? null
}

export interface Judgement {
  customer: number
  session: number
  state: 'confirmed' | 'refused'
  now: Date
  /** A confirmed one is good until then at least: the other browser still has to ask. */
  until: Date
}

/** Confirms or refuses it; what was confirmed can be refused until it is used. Null when it is over. */
export async function judgeTicket(
  tx: Tx,
  ticket: Buffer,
  { customer, session, state, now, until }: Judgement,
): Promise<TicketRow | null> {
  const { rows: found } = await sql<TicketRow>`
    update qr_tickets
    set state = ${state}, customer_id = ${customer}, session_id = ${session},
      expires_at = greatest(expires_at, ${until}::timestamptz)
    where ticket_hash = ${ticket}
      and expires_at > ${now}
      and (state = 'created' or (state in ('scanned', 'confirmed') and customer_id = ${customer}))
    returning ${columns}`.execute(rows(tx))
  return found[0] ?? null
}

/**
 * Uses a confirmed ticket up. Of any number at once one is answered with the customer, and null all others; null also
 * when the session that confirmed it has ended since.
 */
export async function spendTicket(
  tx: Tx,
  ticket: Buffer,
  browser: Buffer,
  now: Date,
): Promise<number | null> {
  const { rows: used } = await sql<{ customer: number }>`
    update qr_tickets t
    set state = 'used'
    where ticket_hash = ${ticket}
      and browser = ${browser}
      and state = 'confirmed'
      and expires_at > ${now}
      and exists (select from sessions s where s.id = t.session_id and s.ended_at is null)
    returning customer_id as customer`.execute(rows(tx))
  return used[0]?.customer ?? null
}

/** Ends those that a customer has scanned or confirmed, and that no browser has used yet. */
export async function dropTickets(tx: Tx, customer: number): Promise<void> {
  await sql`
    delete from qr_tickets
    where customer_id = ${customer} and state in ('scanned', 'confirmed')`.execute(rows(tx))
}

export async function pruneQrTickets(db: Db, before: Date): Promise<void> {
  await sql`delete from qr_tickets where expires_at < ${before}`.execute(rows(db))
}
