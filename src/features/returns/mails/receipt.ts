import type { OrderRow } from '#features/orders/queries/read.ts'
import { orderHref } from '#features/orders/rules/order-href.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import { formatMoment, formatMoney } from '#i18n/format.ts'
import type { LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { letterOf, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import { wordsIn } from '#platform/server/mail/words-in.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Unsent } from '../actions/withdraw-unsent.ts'
import { hasServices } from '../present-preview.ts'
import { dayText } from '../present.ts'
import { findReturnByNumber } from '../queries/read.ts'

/** The return that a withdrawal from units became that had left. */
export interface ReturnOfSent extends Pick<Unsent, 'number' | 'total' | 'lines'> {
  /** Null: there is no address to send it to yet. */
  sendBy: Date | null
}

/** Without either part the order was cancelled, with all that it had. */
export interface Withdrawal {
  order: OrderRow
  made: ReturnOfSent | null
  /** Units that are never sent. */
  never: Unsent | null
  /** Delivery is in its refund, and comes back only if what other returns have does, too. */
  isDeliveryOpen?: boolean
}

/**
 * The receipt of a withdrawal, as the law wants it: what was declared, and the moment when it came in. In the order's
 * language, as its other mails.
 */
export async function withdrawalReceipt(tx: Tx, ctx: Ctx, withdrawal: Withdrawal): Promise<QueuedMail> {
  const { order, made, never } = withdrawal
  const key = await signOrderLink(tx, order.id, ctx.now)
  const row = made === null ? null : await findReturnByNumber(tx, made.number)
  const units = (of: readonly { quantity: number }[]) => of.reduce((all, { quantity }) => all + quantity, 0)
  const withdrawn = units(made?.lines ?? []) + units(never?.lines ?? [])
  const isDeliveryOpen = row !== null && hasServices(row.quote) && withdrawn < units(order.lines)
  return receiptMail({ ...withdrawal, isDeliveryOpen }, key, { ...ctx, ...wordsIn(ctx.words, order.locale) })
}

/** @param key of the link that opens the order */
export function receiptMail(
  { order, made, never, isDeliveryOpen = false }: Withdrawal,
  key: string,
  ctx: Ctx,
): QueuedMail {
  const { t, shop, lang } = ctx
  const parts = [made, never].filter((part) => part !== null)
  const all = parts.length === 0 ? order.lines : parts.flatMap(unitsOf)
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const facts = [
    ...(parts.length === 0
      ? []
      : [{ name: t('return.number'), value: parts.map(({ number }) => number).join(t('order.separator')) }]),
    { name: t('return.order'), value: order.number },
    {
      name: t('return.mail.receipt.at'),
      value: formatMoment(ctx.now, lang, shop.shop.delivery?.timeZone),
    },
    { name: t('return.products'), value: listOf(joined(all), ctx) },
    ...(parts.length === 0
      ? []
      : [{ name: t('return.refund_amount'), value: formatMoney(total, order.currency, lang) }]),
  ]
  const toDo: LetterPart[] =
    parts.length === 0
      ? [{ kind: 'text', text: t('return.mail.receipt.cancelled') }]
      : [
          ...(never === null ? [] : [neverSent(never, order, ctx)]),
          ...(made === null ? [] : sendBack(made, never !== null, ctx)),
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
        ...(order.payStatus === 'unpaid' && total > 0
          ? [{ kind: 'text' as const, text: t('return.mail.receipt.unrecorded') }]
          : []),
        ...(isDeliveryOpen ? [{ kind: 'text' as const, text: t('return.when.delivery') }] : []),
        ...toDo,
        { kind: 'button', text: t('return.mail.open'), href: orderHref(order.number, key, ctx) },
      ],
      footer: [{ kind: 'text', text: t('return.mail.why', { shop: shop.shop.name }) }],
    }),
  }
}

interface Units {
  title: string
  choice: string
  quantity: number
}

function unitsOf({ lines }: Pick<Unsent, 'lines'>): (Units & { id: number })[] {
  return lines.map(({ order: { id, title, choice }, quantity }) => ({ id, title, choice, quantity }))
}

/** Units of one line of the order are one entry, also where a part of them has left. */
function joined(all: readonly (Units & { id: number })[]): Units[] {
  return [...Map.groupBy(all, ({ id }) => id).values()].map((same) => ({
    ...same[0]!,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

function listOf(units: readonly Units[], { t }: Pick<Ctx, 't'>): string {
  return units
    .map(({ title, choice, quantity }) =>
      t('return.units', {
        title: choice === '' ? title : t('order.mail.choice', { title, choice }),
        count: quantity,
      }),
    )
    .join(t('return.mail.separator'))
}

/** Of an order whose payment is not noted nothing is refunded yet: another part of the receipt says when. */
function neverSent(never: Unsent, { payStatus, currency }: OrderRow, ctx: Ctx): LetterPart {
  const items = listOf(unitsOf(never), ctx)
  const amount = formatMoney(never.total, currency, ctx.lang)
  return {
    kind: 'text',
    text:
      payStatus === 'unpaid'
        ? ctx.t('return.withdraw.unsent_unrecorded', { items })
        : ctx.t('return.mail.receipt.unsent', { items, amount }),
  }
}

/** @param isPart other units are never sent */
function sendBack(made: ReturnOfSent, isPart: boolean, ctx: Ctx): LetterPart[] {
  const { t, shop } = ctx
  const { address } = shop.sales.returns
  const items = listOf(unitsOf(made), ctx)
  if (address === null || made.sendBy === null)
    return [
      ...(isPart ? [{ kind: 'text' as const, text: t('return.withdraw.sent', { items }) }] : []),
      { kind: 'text', text: t('return.mail.receipt.address_follows') },
    ]
  const date = dayText(made.sendBy, ctx)
  const send = isPart
    ? t('return.mail.receipt.send_part', { items, date })
    : t('return.mail.receipt.send', { date })
  return [
    { kind: 'text', text: send },
    {
      kind: 'facts',
      facts: [
        { name: t('return.consignee'), value: address.consignee },
        { name: t('return.phone'), value: address.phone },
        { name: t('return.detailed_address'), value: address.lines.join(t('order.address_separator')) },
      ].filter(({ value }) => value !== ''),
    },
  ]
}
