import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'

/** Asks an e-mail address back that somebody has typed. */
export function confirmMail(ctx: MailCtx, to: string, token: string): QueuedMail {
  const { t, origin } = ctx
  const shop = ctx.shop.shop.name
  const href = `${origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('newsletter/confirm', token)}`
  return {
    kind: 'newsletter.confirm',
    to,
    letter: letterOf(ctx, {
      subject: t('newsletter.mail.subject', { shop }),
      title: t('newsletter.mail.title'),
      parts: [
        { kind: 'text', text: t('newsletter.mail.text', { shop }) },
        { kind: 'button', text: t('newsletter.confirm.button'), href },
        { kind: 'text', text: t('newsletter.mail.ignore') },
      ],
      footer: [],
    }),
  }
}
