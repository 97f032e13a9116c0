import type { Db } from '#platform/server/db/db.ts'
import { readLink } from '#platform/server/signing.ts'
import { eventOf, isSwitchable, type NotificationEvent } from './events.ts'

/*
 * The token of the link in a mail: the event that the mail was about, and the signed id of the recipient's row. The
 * event is not signed: whoever has the link may end any mails of that recipient, and no others.
 */

const between = '~'

export function unsubscribeToken(event: NotificationEvent, signed: string): string {
  return `${event}${between}${signed}`
}

/** Null for what is no such link, or of an event that cannot be switched off. */
export async function readUnsubscribe(
  db: Db,
  token: string,
  now: Date,
): Promise<{ event: NotificationEvent; settings: number } | null> {
  const at = token.indexOf(between)
  const event = at === -1 ? null : eventOf(token.slice(0, at))
  if (event === null || !isSwitchable(event, 'mail')) return null
  const settings = await readLink(db, 'notification.unsubscribe', token.slice(at + 1), now)
  return settings === null ? null : { event, settings }
}
