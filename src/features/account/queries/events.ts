import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
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
] as const
export type EventKind = (typeof eventKinds)[number]

/** @param data what its line says besides; never a secret */
export async function addEvent(
  tx: Tx,
  { now, visitor }: Pick<Ctx, 'now' | 'visitor'>,
  customer: number,
  session: number | null,
  kind: EventKind,
  data: Readonly<{ method?: string; count?: number; ended?: number; on?: 'on' | 'off' }> = {},
): Promise<void> {
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const { ip } = visitor
  await sql`
    insert into security_events (customer_id, kind, at, ip, agent, session_id, data)
    values (
      ${customer}, ${kind}, ${now}, ${ip}, ${agentOf(visitor)}, ${session}, ${JSON.stringify(data)}::jsonb
    )`.execute(rows(tx))
}

/** The browser as it names itself, shortened. */
export function agentOf({ headers }: Pick<Ctx['visitor'], 'headers'>): string {
  const agent = headers['user-agent']
  return typeof agent === 'string' ? agent.slice(0, 300) : ''
}
