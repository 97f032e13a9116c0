import { letterOf, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'

/** Tells the shop how many comments and articles wait for it. */
export function waitingLetter(
  { comments, articles }: { comments: number; articles: number },
  ctx: MailCtx,
): Letter {
  const { t, shop } = ctx
  const facts = [
    { name: t('waiting.mail.comments'), value: String(comments) },
    { name: t('waiting.mail.articles'), value: String(articles) },
  ]
  return letterOf(ctx, {
    subject: t('waiting.mail.subject', { count: comments + articles }),
    title: t('waiting.mail.subject', { count: comments + articles }),
    parts: [
      { kind: 'facts', facts },
      { kind: 'text', text: t('waiting.mail.text') },
    ],
    footer: [{ kind: 'text', text: t('waiting.mail.why', { shop: shop.shop.name }) }],
  })
}
