import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { rows } from './rows.ts'

/** The NOTIFY channel of live messages. */
export const liveChannel = 'violet_live'

export interface TicketRow {
  /** SHA-256 of the ticket. */
  hash: Buffer
  /** SHA-256 of the cart's token. */
  cart: Buffer | null
  /** Of the visitor (`networkOfVisitor`); null for one that is not counted. */
  network: Buffer | null
  locale: string
}

export async function putTicket(db: Db, ticket: TicketRow, expiresAt: Date): Promise<void> {
  await rows(db)
    .insertInto('live_tickets')
    .values({ ...ticket, expires_at: expiresAt })
    .execute()
}

/** Takes a ticket, once; null when it is unknown, used or expired. */
export async function redeemTicket(db: Db, hash: Buffer, now: Date): Promise<TicketRow | null> {
  const { rows: found } = await sql<TicketRow & { expiresAt: Date }>`
    delete from live_tickets
    where hash = ${hash}
    returning hash, cart, network, locale, expires_at as "expiresAt"`.execute(rows(db))
  const ticket = found[0]
  return ticket !== undefined && ticket.expiresAt > now ? ticket : null
}

/** Ends the tickets that somebody's browsers have not used yet. @param cart as in `TicketRow` */
export async function endTickets(tx: Tx, cart: Buffer): Promise<void> {
  await rows(tx).deleteFrom('live_tickets').where('cart', '=', cart).execute()
}

/** Deletes tickets that expired unused. */
export async function pruneTickets(db: Db, now: Date): Promise<void> {
  await rows(db).deleteFrom('live_tickets').where('expires_at', '<', now).execute()
}
