import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What happened to an account. Rows are only ever added. */

export const eventKinds = [
  'signed_up',
  'signed_in',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'password_set',
  'password_reset',
  'name_changed',
  'info_changed',
  'verification_switched',
  'passkey_added',
  'passkey_renamed',
  'passkey_deleted',
  'oauth_linked',
  'oauth_unlinked',
  'qr_refused',
  'factor_on',
  'factor_off',
  'recovery_codes_made',
  'recovery_code_used',
  'not_me',
  'shop_ended_sessions',
  'shop_changed_credit',
  'shop_exported',
  'imported',
  'identity_changed',
  'identity_removed',
  'identity_undone',
  'closed',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Returns the id. @param data what its line says besides; never a secret */
export async function addEvent(
  tx: Tx,
  { now, visitor }: Pick<Ctx, 'now' | 'visitor'>,
  customer: number,
  session: number | null,
  kind: EventKind,
  data: Readonly<{
    method?: string
    count?: number
    ended?: number
    on?: 'on' | 'off'
    provider?: string
    name?: string
    event?: number
    account?: string
  }> = {},
): Promise<number> {
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const { ip } = visitor
  const { rows: made } = await sql<{ id: number }>`
    insert into security_events (customer_id, kind, at, ip, agent, session_id, data)
    values (
      ${customer}, ${kind}, ${now}, ${ip}, ${agentOf(visitor)}, ${session}, ${JSON.stringify(data)}::jsonb
    )
    returning id`.execute(rows(tx))
  return made[0]!.id
}

/** Whose an event is, and the session that it happened in; null when there is no such event. */
export async function findEvent(
  db: Db,
  id: number,
): Promise<{ customer: number; session: number | null } | null> {
  const { rows: found } = await sql<{ customer: number; session: number | null }>`
    select customer_id as customer, session_id as session
    from security_events
    where id = ${id}`.execute(rows(db))
  return found[0] ?? null
}

/** Whether the customer has said before of an event that it was somebody else. */
export async function isDisowned(db: Db, customer: number, event: number): Promise<boolean> {
  const { rows: found } = await sql<{ is: boolean }>`
    select exists (
      select from security_events
      where customer_id = ${customer} and kind = 'not_me' and data ->> 'event' = ${String(event)}
    ) as is`.execute(rows(db))
  return found[0]!.is
}

/** What the shop did to an account, by the command line: it has no network and no browser. */
export async function addShopEvent(
  tx: Tx,
  now: Date,
  customer: number,
  kind: EventKind,
  data: Readonly<{ count?: number }>,
): Promise<void> {
  await sql`
    insert into security_events (customer_id, kind, at, ip, agent, data)
    values (${customer}, ${kind}, ${now}, '', '', ${JSON.stringify(data)}::jsonb)`.execute(rows(tx))
}

/** The browser as it names itself, shortened. */
export function agentOf({ headers }: Pick<Ctx['visitor'], 'headers'>): string {
  const agent = headers['user-agent']
  return typeof agent === 'string' ? agent.slice(0, 300) : ''
}
