import { mediaUrl } from '#features/media/contract.ts'
import type { Upload } from '#features/media/rules/uploads.ts'
import { formatDate } from '#i18n/format.ts'
import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import type { FormView } from '../contract.ts'
import type { InquiryRow, NewInquiry } from '../queries.ts'

/** To the shop, in the language of who wrote: that is the one to answer in. */
export function shopMail(
  ctx: MailCtx,
  to: string,
  form: Pick<FormView, 'title' | 'thanks'>,
  { number, contact, content, product }: Pick<NewInquiry, 'number' | 'contact' | 'content' | 'product'>,
  uploads: readonly Pick<Upload, 'key'>[],
  about: string | null,
  writer: string | null,
): QueuedMail {
  const { t, origin } = ctx
  const facts = contact.map(({ label, value }) => ({ name: label, value }))
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    kind: 'inquiry.shop',
    to,
    replyTo: writer,
    letter: letterOf(ctx, {
      subject: `${form.title} · ${number}`,
      title: form.title,
      parts: [
        { kind: 'facts', facts },
        { kind: 'quote', text: content },
        ...(product === null
          ? []
          : [{ kind: 'link' as const, text: about ?? product, href: `${origin}${links.product(product)}` }]),
        ...uploads.map(({ key }, index) => ({
          kind: 'link' as const,
          text: t('inquiry.mail.picture', { n: index + 1 }),
          href: `${origin}${mediaUrl(key, 1440, 'jpg')}`,
        })),
      ],
      footer: [{ kind: 'text', text: t('inquiry.mail.answer', { number }) }],
    }),
  }
}

/** Without the text of the inquiry: the shop must not carry messages to strangers. */
export function receiptMail(
  ctx: MailCtx,
  to: string,
  form: Pick<FormView, 'title' | 'thanks'>,
  { number }: Pick<NewInquiry, 'number'>,
): QueuedMail {
  const { t } = ctx
  return {
    kind: 'inquiry.receipt',
    to,
    replyTo: ctx.shop.shop.email,
    letter: letterOf(ctx, {
      subject: t('inquiry.mail.subject', { form: form.title, number }),
      title: t('inquiry.thanks.title'),
      parts: [
        { kind: 'text', text: form.thanks === '' ? t('inquiry.thanks.text') : form.thanks },
        { kind: 'text', text: t('inquiry.mail.number', { number }) },
      ],
      footer: [{ kind: 'text', text: t('inquiry.mail.ignore') }],
    }),
  }
}

/** An answer, with what was written below it. */
export function answerMail(
  ctx: MailCtx,
  to: string,
  inquiry: Pick<InquiryRow, 'number' | 'content' | 'createdAt'>,
  answer: string,
): QueuedMail {
  const { t, lang, shop } = ctx
  const { number, content, createdAt } = inquiry
  const date = formatDate(createdAt, lang, shop.shop.delivery?.timeZone)
  return {
    kind: 'inquiry.answer',
    to,
    replyTo: shop.shop.email,
    letter: letterOf(ctx, {
      subject: t('inquiry.mail.answered', { number }),
      title: t('inquiry.mail.answer_title'),
      parts: [
        ...answer.split(/\n\s*\n/).map((paragraph) => ({ kind: 'text' as const, text: paragraph.trim() })),
        { kind: 'text', text: t('inquiry.mail.you_wrote', { date }) },
        { kind: 'quote', text: content },
      ],
      footer: [
        ...(shop.shop.email === null ? [] : [{ kind: 'text' as const, text: t('inquiry.mail.reply') }]),
        { kind: 'text', text: t('inquiry.mail.number', { number }) },
      ],
    }),
  }
}
