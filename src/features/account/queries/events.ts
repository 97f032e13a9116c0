import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What happened to an account. Rows are never changed; `prune-events.ts` deletes old ones. */

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
  'shop_ended_factor',
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

export interface FoundEvent {
  customer: number
  /** That it happened in; null when it had none, or that is long gone. */
  session: number | null
  /** When that session began; of an event without one, when it happened. */
  since: Date
}

/** Whose an event is; null when there is no such event. */
export async function findEvent(db: Db, id: number): Promise<FoundEvent | null> {
  const { rows: found } = await sql<FoundEvent>`
    select e.customer_id as customer, e.session_id as session, coalesce(s.created_at, e.at) as since
    from security_events e
    left join sessions s on s.id = e.session_id
    where e.id = ${id}`.execute(rows(db))
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
