import { formatMoney } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { linksFor } from '#wire/links.ts'
import type { AlertKind } from '../contract.ts'
import { nameOf } from '../present.ts'
import type { DueAlert, VariantRow } from '../queries.ts'

type LetterCtx = MailCtx & { locale: Locale }

/** Asks an e-mail address back that somebody has typed. */
export function confirmMail(
  ctx: LetterCtx & { currency: string },
  to: string,
  kind: AlertKind,
  variant: VariantRow,
  amount: number,
  token: string,
): QueuedMail {
  const { t } = ctx
  const product = nameOf(variant, ctx)
  const href = `${ctx.origin}${linksFor(ctx.shop.router, ctx.langPath).mailLink('alert/confirm', token)}`
  const price = formatMoney(amount, ctx.currency, ctx.lang)
  return {
    kind: 'alert.confirm',
    to,
    letter: letterOf(ctx, {
      subject: t('alert.mail.confirm.subject', { product }),
      title: t('alert.mail.confirm.title'),
      parts: [
        {
          kind: 'text',
          text:
            kind === 'stock'
              ? t('alert.mail.confirm.stock', { product })
              : t('alert.mail.confirm.price', { product, price }),
        },
        { kind: 'button', text: t('alert.confirm.button'), href },
        { kind: 'text', text: t('alert.mail.ignore') },
      ],
      footer: [],
    }),
  }
}

/** What alerts of one e-mail address waited for. */
export function newsMail(ctx: LetterCtx, alerts: readonly DueAlert[], token: string): QueuedMail {
  const { t, origin } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const stop = `${origin}${links.mailLink('alert/unsubscribe', token)}`
  const first = nameOf(alerts[0]!, ctx)
  return {
    kind: 'alert.news',
    to: alerts[0]!.email,
    unsubscribeUrl: stop,
    letter: letterOf(ctx, {
      subject: t('alert.mail.news.subject', { product: first, others: alerts.length - 1 }),
      title: t('alert.mail.news.title'),
      parts: [
        ...alerts.flatMap((alert) => {
          const product = nameOf(alert, ctx)
          const price = formatMoney(alert.now, alert.currency, ctx.lang)
          const before = formatMoney(alert.before, alert.currency, ctx.lang)
          return [
            {
              kind: 'text' as const,
              text:
                alert.kind === 'stock'
                  ? t('alert.mail.news.stock', { product, price })
                  : t('alert.mail.news.price', { product, price, before }),
            },
            {
              kind: 'button' as const,
              text: t('alert.mail.news.open'),
              href: `${origin}${links.product(alert.slug, alert.sku)}`,
            },
          ]
        }),
        { kind: 'text', text: t('alert.mail.news.note') },
      ],
      footer: [
        { kind: 'text', text: t('alert.mail.why', { shop: ctx.shop.shop.name }) },
        { kind: 'link', text: t('alert.mail.stop'), href: stop },
      ],
    }),
  }
}
