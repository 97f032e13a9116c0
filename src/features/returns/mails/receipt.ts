import type { OrderRow } from '#features/orders/queries/read.ts'
import { orderHref } from '#features/orders/rules/order-href.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import { formatMoment, formatMoney } from '#i18n/format.ts'
import type { LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { letterOf, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { dayText } from '../present.ts'

interface Withdrawal {
  order: OrderRow
  /** The return that it became; null where the order was cancelled. */
  made: { number: string; sendBy: Date; total: number } | null
  lines: readonly { title: string; choice: string; quantity: number }[]
}

/** The receipt of a withdrawal, as the law wants it: what was declared, and the moment when it came in. */
export async function withdrawalReceipt(tx: Tx, ctx: Ctx, withdrawal: Withdrawal): Promise<QueuedMail> {
  const { order } = withdrawal
  const key = await signOrderLink(tx, order.id, ctx.now)
  return receiptMail(withdrawal, key, ctx)
}

/** @param key of the link that opens the order */
export function receiptMail({ order, made, lines }: Withdrawal, key: string, ctx: Ctx): QueuedMail {
  const { t, shop, lang } = ctx
  const { address } = shop.sales.returns
  const facts = [
    ...(made === null ? [] : [{ name: t('return.number'), value: made.number }]),
    { name: t('return.order'), value: order.number },
    {
      name: t('return.mail.receipt.at'),
      value: formatMoment(ctx.now, lang, shop.shop.delivery?.timeZone),
    },
    {
      name: t('return.products'),
      value: lines
        .map(({ title, choice, quantity }) =>
          t('return.units', {
            title: choice === '' ? title : t('order.mail.choice', { title, choice }),
            count: quantity,
          }),
        )
        .join(t('return.mail.separator')),
    },
    ...(made === null
      ? []
      : [{ name: t('return.refund_amount'), value: formatMoney(made.total, order.currency, lang) }]),
  ]
  const toDo: LetterPart[] =
    made === null
      ? [{ kind: 'text', text: t('return.mail.receipt.cancelled') }]
      : [
          { kind: 'text', text: t('return.mail.receipt.send', { date: dayText(made.sendBy, ctx) }) },
          ...(address === null
            ? [{ kind: 'text' as const, text: t('return.mail.receipt.address_follows') }]
            : [
                {
                  kind: 'facts' as const,
                  facts: [
                    { name: t('return.consignee'), value: address.consignee },
                    { name: t('return.phone'), value: address.phone },
                    {
                      name: t('return.detailed_address'),
                      value: address.lines.join(t('order.address_separator')),
                    },
                  ].filter(({ value }) => value !== ''),
                },
              ]),
        ]
  return {
    kind: 'return.receipt',
    to: order.email,
    replyTo: shop.shop.email,
    letter: letterOf(ctx, {
      subject: t('return.mail.receipt.subject', { number: order.number }),
      title: t('return.mail.receipt.title'),
      parts: [
        { kind: 'text', text: t('return.mail.receipt.text') },
        { kind: 'facts', facts },
        ...toDo,
        { kind: 'button', text: t('return.mail.open'), href: orderHref(order.number, key, ctx) },
      ],
      footer: [{ kind: 'text', text: t('return.mail.why', { shop: shop.shop.name }) }],
    }),
  }
}
