import type { Db } from '#platform/server/db/db.ts'
import { customerOfEmail, standingOf, type Standing } from '../queries/settings.ts'
import { emailHash } from './email-hash.ts'
import { choiceKey, notificationEvents, ruleOf } from './events.ts'
import type { EventRules, NotificationChannel, NotificationEvent } from './events.ts'
import { quietEnd } from './quiet-hours.ts'

/** Who is to be told. */
export interface Recipient {
  /** Null for a guest. */
  customer: number | null
  /** Empty where there is none. */
  email: string
}

/** From so many refusals for good on, an e-mail address gets nothing that it may switch off. */
export const mostHardBounces = 3

/** Whether a recipient is to be told of an event by a channel. */
export async function mayNotify(
  db: Db,
  who: Recipient,
  event: NotificationEvent,
  channel: NotificationChannel,
): Promise<boolean> {
  return (await readWhen(db, who))(event, channel) !== null
}

/** The customer who has proven an e-mail address; null for a guest's. */
export function customerOf(db: Db, email: string): Promise<number | null> {
  return customerOfEmail(db, email.toLowerCase())
}

/** When a recipient may be told of an event: at once, or not before a moment; null: not at all. */
export type When = (
  event: NotificationEvent,
  channel: NotificationChannel,
) => 'at once' | { notBefore: Date } | null

/**
 * Reads all that decides, for any number of events.
 * @param clock the moment, and the shop's time zone, by which quiet hours are counted; none are kept without it
 */
export async function readWhen(
  db: Db,
  { customer, email }: Recipient,
  clock: { now: Date; timeZone: string } | null = null,
): Promise<When> {
  const name = email.toLowerCase()
  const standing = await standingOf(db, { customer, email: name, hash: await emailHash(db, name) })
  return (event, channel) => {
    if (channel === 'mail' && email === '') return null
    if (channel === 'push' && customer === null) return null
    if (!isWanted(standing, event, channel)) return null
    const until = clock === null || isUrgent(event, channel) ? null : quietUntil(standing, clock)
    return until === null ? 'at once' : { notBefore: until }
  }
}

function isWanted(
  { settings, hardBounces }: Standing,
  event: NotificationEvent,
  channel: NotificationChannel,
) {
  const rule = ruleOf(event, channel)
  if (rule === null || rule === 'always') return rule !== null
  if (channel === 'mail' && hardBounces >= mostHardBounces) return false
  const chosen = settings.map(({ choices }) => choices[choiceKey(event, channel)])
  // Whoever has said no anywhere is not told.
  if (chosen.includes(false)) return false
  return rule === 'on' || chosen.includes(true)
}

/** A telephone that rings at night is no better for the event being urgent: such a mail waits for nobody to sleep. */
function isUrgent(event: NotificationEvent, channel: NotificationChannel): boolean {
  const rules: EventRules = notificationEvents[event]
  return channel === 'live' || (channel === 'mail' && rules.isUrgent === true)
}

function quietUntil({ settings }: Standing, { now, timeZone }: { now: Date; timeZone: string }): Date | null {
  const ends = settings.flatMap(({ quiet }) => quietEnd(now, quiet, timeZone) ?? [])
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => end.getTime())))
}
