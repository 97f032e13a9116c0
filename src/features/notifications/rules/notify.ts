import type { Tx } from '#platform/server/db/db.ts'
import { queueMail, queuePush, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { signLink } from '#platform/server/signing.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'
import type { PushPayload } from '#wire/push.ts'
import { settingsId } from '../queries/settings.ts'
import { subscriptionsOf } from '../queries/pushes.ts'
import { emailHash } from './email-hash.ts'
import { isSwitchable, type NotificationEvent } from './events.ts'
import { readWhen, type Recipient } from './may-notify.ts'
import { pushRecipient } from './push-recipient.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export interface Notification {
  event: NotificationEvent
  who: Recipient
  /** In the recipient's language; telephones show its title and its first sentences. */
  mail: QueuedMail
  /** The own path that a telephone opens; without one no push message is sent. */
  path?: string
  /** Push messages of one thing take each other's place on the screen: `order:K7M2…`. */
  about?: string
}

/**
 * Tells a recipient of an event by every channel that the table, the recipient's choices and the hour allow, in the
 * transaction of the cause. All mails to shoppers that are about an event are queued here.
 */
export async function notify(tx: Tx, ctx: MailCtx, told: Notification, now: Date): Promise<void> {
  const { event, who, mail } = told
  const timeZone = ctx.shop.shop.delivery?.timeZone ?? 'UTC'
  const when = await readWhen(tx, who, { now, timeZone })
  const byMail = when(event, 'mail')
  if (byMail !== null) {
    const notBefore = byMail === 'at once' ? null : byMail.notBefore
    await queueMail(tx, { ...(await endable(tx, ctx, told, now)), notBefore }, ctx.origin, now)
  }
  const byPush = told.path === undefined ? null : when(event, 'push')
  if (byPush === null || who.customer === null) return
  const payload = JSON.stringify(pushPayload(mail.letter, told))
  for (const id of await subscriptionsOf(tx, who.customer, now)) {
    const notBefore = byPush === 'at once' ? null : byPush.notBefore
    await queuePush(tx, { kind: event, to: pushRecipient(id), payload, notBefore }, ctx.origin, now)
  }
}

/** With the link that ends mails of its kind, unless they cannot be ended, or it has a link of its own. */
async function endable(
  tx: Tx,
  ctx: MailCtx,
  { event, who, mail }: Notification,
  now: Date,
): Promise<QueuedMail> {
  if (!isSwitchable(event, 'mail') || mail.unsubscribeUrl) return mail
  const whose = who.customer === null ? { hash: await emailHash(tx, who.email) } : { customer: who.customer }
  const id = await settingsId(tx, whose, now)
  const token = unsubscribeToken(event, await signLink(tx, 'notification.unsubscribe', id, null))
  const href = `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('notification/unsubscribe', token)}`
  return { ...mail, unsubscribeUrl: href, letter: withStopLink(mail.letter, href, ctx) }
}

/** The letter with the link that ends mails of its kind below it. */
export function withStopLink(letter: Letter, href: string, { t }: Pick<MailCtx, 't'>): Letter {
  return {
    ...letter,
    footer: [...letter.footer, { kind: 'link', text: t('notification.mail.stop'), href }],
  }
}

/** Characters; a push service takes 4 kB of all. */
const longestTitle = 120
const longestBody = 300

function pushPayload(letter: Letter, { event, path = '/', about = event }: Notification): PushPayload {
  const sentences = letter.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return {
    title: shortened(letter.subject, longestTitle),
    body: shortened([letter.title, ...sentences.slice(0, 1)].join('\n'), longestBody),
    path,
    tag: about,
    lang: letter.lang,
  }
}

function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}
