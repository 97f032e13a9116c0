import { customerOf } from '#features/notifications/rules/may-notify.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { letterOf, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { linksFor } from '#wire/links.ts'
import { recipientOf, type ModeratedRow } from '../queries/moderate.ts'

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
