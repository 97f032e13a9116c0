import { letterOf, type MailCtx } from '#platform/server/jobs/outbox.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import type { Waiting } from '../queries/waiting.ts'

/** Tells the shop how many texts of shoppers wait for it. */
export function waitingLetter({ comments, articles, reviews, questions }: Waiting, ctx: MailCtx): Letter {
  const { t, shop } = ctx
  const count = comments + articles + reviews + questions
  const facts = [
    { name: t('waiting.mail.comments'), value: String(comments) },
    { name: t('waiting.mail.articles'), value: String(articles) },
    { name: t('waiting.mail.reviews'), value: String(reviews) },
    { name: t('waiting.mail.questions'), value: String(questions) },
  ]
  return letterOf(ctx, {
    subject: t('waiting.mail.subject', { count }),
    title: t('waiting.mail.subject', { count }),
    parts: [
      { kind: 'facts', facts },
      { kind: 'text', text: t('waiting.mail.text') },
    ],
    footer: [{ kind: 'text', text: t('waiting.mail.why', { shop: shop.shop.name }) }],
  })
}
