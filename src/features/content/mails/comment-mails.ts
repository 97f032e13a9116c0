import { day } from '#domain/time.ts'
import { customerOf, readWhen } from '#features/notifications/rules/may-notify.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mayGoOn } from '#platform/server/rate.ts'
import { letterOf, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'
import { answeredComment, recipientOf, type ModeratedRow } from '../queries/moderate.ts'

/** Tells who wrote a comment what became of it; guests have left no address. */
export async function mailDecision(
  tx: Tx,
  ctxFor: (locale: string) => MailCtx,
  comment: ModeratedRow,
  now: Date,
): Promise<void> {
  if (comment.customer === null) return
  const to = await recipientOf(tx, { number: comment.customer })
  if (to === null) return
  const ctx = ctxFor(to.locale)
  const { shop, langPath } = ctx
  const { state, article } = comment
  const isShown = state === 'published'
  const mail = {
    kind: `comment.${state}`,
    to: to.email,
    replyTo: shop.shop.email,
    letter: commentLetter(comment, ctx),
  }
  const who = { customer: await customerOf(tx, to.email), email: to.email }
  const told = { event: isShown ? 'comment.published' : 'comment.refused', who, mail } as const
  const path = linksFor(shop.router, langPath).article(article)
  await notify(tx, ctx, { ...told, path, about: `comment:${comment.code}` }, now)
}

/** What the writer reads of the decision, with its reason where there is one. */
export function commentLetter(
  {
    state,
    reason,
    article,
    content,
    code,
  }: Pick<ModeratedRow, 'state' | 'reason' | 'article' | 'content' | 'code'>,
  ctx: MailCtx,
): Letter {
  const { t, shop, origin, langPath } = ctx
  const isShown = state === 'published'
  const href = `${origin}${linksFor(shop.router, langPath).article(article)}#comment-${code}`
  return letterOf(ctx, {
    subject: t(isShown ? 'comment.mail.published' : 'comment.mail.refused'),
    title: t(isShown ? 'comment.mail.published' : 'comment.mail.refused'),
    parts: [
      { kind: 'text', text: t(isShown ? 'comment.mail.published_text' : 'comment.mail.refused_text') },
      ...(reason === null ? [] : [{ kind: 'text' as const, text: t('comment.refused_reason', { reason }) }]),
      { kind: 'quote', text: content },
      ...(isShown ? [{ kind: 'link' as const, text: t('comment.mail.open'), href }] : []),
    ],
    footer: [{ kind: 'text', text: t('comment.mail.why', { shop: shop.shop.name }) }],
  })
}

/** What one customer is told of answers, of all that are not the shop's and of those by one other customer. */
const repliesTo = { name: 'comment.replied', most: 10, within: day }
const repliesOfOne = { name: 'comment.replied.by', most: 3, within: day }

/** An answer that everybody sees. */
interface ShownReply {
  code: string
  author: string
  content: string
  /** The customer who wrote it; null for a guest and the shop. */
  customer: number | null
  /** By the shop, or by the customer whose article it stands below. */
  official: boolean
}

/**
 * Tells who wrote a comment that it has been answered; guests have left no address, and nobody is told of their own
 * words. Every answer of the shop is told, and of those by others so many that nobody can be flooded.
 * @param answered the code of that comment
 */
export async function mailReply(
  tx: Tx,
  ctxFor: (locale: string) => MailCtx,
  answered: string,
  reply: ShownReply,
  now: Date,
): Promise<void> {
  const comment = await answeredComment(tx, answered)
  if (comment === null || comment.customer === reply.customer) return
  const to = await recipientOf(tx, { id: comment.customer })
  if (to === null) return
  const who = { customer: comment.customer, email: to.email }
  const when = await readWhen(tx, who)
  // Nothing is counted for a customer who wants none.
  if (when('comment.replied', 'mail') === null && when('comment.replied', 'push') === null) return
  if (!(await mayTellOf(tx, reply, comment.customer, now))) return
  const ctx = ctxFor(to.locale)
  const mail = {
    kind: 'comment.replied',
    to: to.email,
    replyTo: ctx.shop.shop.email,
    letter: replyLetter(reply, comment, ctx),
  }
  const path = linksFor(ctx.shop.router, ctx.langPath).article(comment.article)
  await notify(tx, ctx, { event: 'comment.replied', who, mail, path, about: `comment:${answered}` }, now)
}

/** Counts an answer that is not the shop's. What its own writer's limit refuses must not use up what others may write. */
async function mayTellOf(
  tx: Tx,
  { customer, official }: ShownReply,
  recipient: number,
  now: Date,
): Promise<boolean> {
  if (customer === null && official) return true
  const isWithinOwn = customer === null || (await mayGoOn(tx, repliesOfOne, `${customer} ${recipient}`, now))
  return isWithinOwn && (await mayGoOn(tx, repliesTo, String(recipient), now))
}

export function replyLetter(
  { code, author, content }: Pick<ShownReply, 'code' | 'author' | 'content'>,
  answered: { article: string; content: string },
  ctx: MailCtx,
): Letter {
  const { t, shop, origin, langPath } = ctx
  const href = `${origin}${linksFor(shop.router, langPath).article(answered.article)}#comment-${code}`
  return letterOf(ctx, {
    subject: t('comment.mail.replied', { author }),
    title: t('comment.mail.replied', { author }),
    parts: [
      ...content.split(/\n\s*\n/).map((text) => ({ kind: 'text' as const, text })),
      { kind: 'text', text: t('comment.mail.you_wrote') },
      { kind: 'quote', text: answered.content },
      { kind: 'link', text: t('comment.mail.open'), href },
    ],
    footer: [{ kind: 'text', text: t('comment.mail.why', { shop: shop.shop.name }) }],
  })
}
