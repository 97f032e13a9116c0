import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import type { AskedOrder } from '../queries/ask.ts'

/** Products of one mail: more would not be read. */
const mostLines = 5

/**
 * Asks for reviews. Each star is a link to the form with that star chosen; the form is sent by its button, since programs
 * that look at mails follow every link in them.
 * @param keys of the links: to the order, and to unsubscribe
 */
export function askLetter(order: AskedOrder, keys: { open: string; stop: string }, ctx: MailCtx): QueuedMail {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const stop = `${origin}${links.mailLink('review/unsubscribe', keys.stop)}`
  return {
    kind: 'review.ask',
    to: order.email,
    replyTo: ctx.shop.shop.email,
    unsubscribeUrl: stop,
    letter: letterOf(ctx, {
      subject: t('review.mail.subject', { number: order.number }),
      title: t('review.mail.title'),
      parts: [
        { kind: 'text', text: t('review.mail.text') },
        ...order.lines.slice(0, mostLines).map(({ id, title, choice }) => ({
          kind: 'stars' as const,
          text: choice === '' ? title : t('order.mail.choice', { title, choice }),
          stars: [1, 2, 3, 4, 5].map((score) => ({
            text: t('review.form.stars_short', { score }),
            href: `${origin}${links.review(id, { key: keys.open, score })}`,
          })),
        })),
        ...(order.lines.length > mostLines
          ? [
              {
                kind: 'link' as const,
                text: t('review.mail.more'),
                href: `${origin}${links.order(order.number, keys.open)}`,
              },
            ]
          : []),
      ],
      footer: [
        { kind: 'text', text: t('review.mail.why', { shop: ctx.shop.shop.name }) },
        { kind: 'link', text: t('review.mail.stop'), href: stop },
      ],
    }),
  }
}

/** Of a review that the merchant has decided about or answered. */
export interface ToldReview {
  email: string
  product: string
  orderLine: number
  content: string
}

/** @param reason in the writer's language, with the merchant's own words where there are any */
export function refusedLetter(
  review: ToldReview,
  { reason, note, mayEdit, key }: { reason: string; note: string | null; mayEdit: boolean; key: string },
  ctx: MailCtx,
): QueuedMail {
  const { t } = ctx
  return letterAbout('review.refused', review, key, ctx, {
    subject: t('review.mail.refused.subject', { product: review.product }),
    title: t('review.mail.refused.title'),
    texts: [
      t('review.mail.refused.reason', { reason }),
      ...(note === null ? [] : [note]),
      ...(mayEdit ? [t('review.mail.refused.edit')] : []),
    ],
  })
}

/** Of a review that had to be read first. */
export function publishedLetter(review: ToldReview, key: string, ctx: MailCtx): QueuedMail {
  const { t } = ctx
  return letterAbout('review.published', review, key, ctx, {
    subject: t('review.mail.published.subject', { product: review.product }),
    title: t('review.mail.published.title'),
    texts: [t('review.mail.published.text')],
  })
}

export function answeredLetter(review: ToldReview, answer: string, key: string, ctx: MailCtx): QueuedMail {
  const { t } = ctx
  return letterAbout('review.answered', review, key, ctx, {
    subject: t('review.mail.answered.subject', { shop: ctx.shop.shop.name, product: review.product }),
    title: t('review.mail.answered.title'),
    texts: answer.split(/\n\s*\n/),
  })
}

function letterAbout(
  kind: string,
  { email, orderLine, content }: ToldReview,
  key: string,
  ctx: MailCtx,
  { subject, title, texts }: { subject: string; title: string; texts: readonly string[] },
): QueuedMail {
  const { t, origin } = ctx
  const href = `${origin}${linksFor(ctx.shop.router, ctx.langPath).review(orderLine, { key })}`
  return {
    kind,
    to: email,
    replyTo: ctx.shop.shop.email,
    letter: letterOf(ctx, {
      subject,
      title,
      parts: [
        ...texts.map((text) => ({ kind: 'text' as const, text })),
        { kind: 'quote', text: content },
        { kind: 'button', text: t('review.mail.refused.open'), href },
      ],
      footer: [],
    }),
  }
}
