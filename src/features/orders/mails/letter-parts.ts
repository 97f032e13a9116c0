import { waitsForDifference } from '#domain/order.ts'
import { formatDaySpan, formatMoment, formatMoney } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import type { OfferNames } from '#features/promotions/queries/names.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { addressLines } from '#i18n/address-lines.ts'
import { outlookOf } from '../present-delivery.ts'
import { isOffline } from '../present-payment.ts'
import { exchangedOf, methodName, orderSums } from '../present.ts'
import type { OpenEvent } from '../queries/events.ts'
import type { OrderRow } from '../queries/read.ts'

/* What letters about orders are made of. */

/** The recipient's language. */
export type LetterCtx = MailCtx & { locale: Locale }

export interface LetterFacts {
  order: OrderRow
  event: Pick<OpenEvent, 'data' | 'at'>
  names: OfferNames
  /** The signed link to the order. */
  href: string
}

export type Words = Pick<Letter, 'subject' | 'title' | 'parts'>

/** What the shopper has to do next, if anything. */
export function toDo(facts: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { order, href } = facts
  const { t, lang, locale, shop } = ctx
  const isDearer = waitsForDifference(order)
  const amount = formatMoney(isDearer ? order.due : order.toPay, order.currency, lang)
  const moment =
    order.holdUntil === null ? null : formatMoment(order.holdUntil, lang, shop.shop.delivery?.timeZone)
  const method = shop.sales.payment.find(({ code }) => code === order.paymentMethod)
  const provider = order.payments.at(-1)?.provider ?? method?.provider ?? 'manual'
  const text = (words: string): LetterPart => ({ kind: 'text', text: words })
  const instructions = isOffline(provider) ? pickText(method?.instructions, locale) : ''
  const quoted = instructions === '' ? [] : [{ kind: 'quote' as const, text: instructions }]
  const button = { kind: 'button' as const, text: t('order.mail.pay'), href }
  if (isDearer) {
    const way = isOffline(provider) ? quoted : [button]
    return [text(t('order.mail.due.text', { amount })), ...way, text(t('order.mail.due.then'))]
  }
  if (order.payStatus === 'paid') return [text(t('order.mail.placed.paid')), ...expected(facts, ctx)]
  if (order.status !== 'in_progress') return []
  if (provider === 'cod')
    return [
      text(t('order.mail.placed.cod', { amount })),
      text(t('order.mail.on_its_way')),
      ...expected(facts, ctx),
    ]
  const exchanged = exchangedOf(order, ctx)
  const unpaid =
    exchanged === null
      ? t('order.mail.placed.then')
      : t('order.mail.placed.then_exchange', { amount: exchanged })
  const then = moment === null ? [] : [text(unpaid)]
  if (isOffline(provider)) {
    const ask =
      moment === null
        ? t('order.mail.placed.transfer_open', { amount })
        : t('order.mail.placed.transfer', { amount, moment })
    return [text(ask), ...then, ...quoted]
  }
  return [...(moment === null ? [] : [text(t('order.mail.placed.unpaid', { moment }))]), ...then, button]
}

/** When it should arrive, as far as the shop promises it. */
export function expected({ order, event }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const span = outlookOf(order, { ...ctx, now: event.at })?.expected ?? null
  return span === null
    ? []
    : [{ kind: 'text', text: ctx.t('order.mail.expected', { span: formatDaySpan(span, ctx.lang) }) }]
}

export function contents(facts: LetterFacts, ctx: LetterCtx): LetterPart[] {
  return listed(facts, ctx, (line) => line)
}

/** The same for the shop, which knows its goods by their SKUs: titles are in the shopper's language. */
export function contentsForShop(facts: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t } = ctx
  return listed(facts, ctx, (line, sku) =>
    [line, `${t('order.packing.sku')} ${sku}`].join(t('order.separator')),
  )
}

function listed(
  { order, names }: LetterFacts,
  ctx: LetterCtx,
  nameOf: (line: string, sku: string) => string,
): LetterPart[] {
  const { t, lang } = ctx
  return [
    {
      kind: 'facts',
      facts: order.lines.map(({ title, choice, quantity, net, sku }) => ({
        name: nameOf(
          t('order.units', {
            title: choice === '' ? title : t('order.mail.choice', { title, choice }),
            count: quantity,
          }),
          sku,
        ),
        value: formatMoney(net, order.currency, lang),
      })),
    },
    {
      kind: 'facts',
      facts: orderSums(order, names, ctx).map(({ label, amount }) => ({
        name: label,
        value: amount,
      })),
    },
  ]
}

export function whereTo({ order }: LetterFacts, { t, locale }: LetterCtx): LetterPart[] {
  return [
    {
      kind: 'facts',
      facts: [
        { name: t('order.mail.hello_number'), value: order.number },
        {
          name: t('order.address'),
          value: addressLines(order.address, locale).join(t('order.address_separator')),
        },
        { name: t('order.shipping'), value: order.shipping.name },
      ],
    },
  ]
}

/** How it is paid, and how its shopper is reached. */
export function payerForShop({ order }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t } = ctx
  const way = methodName(order.paymentMethod, ctx)
  const isPaid = order.payStatus === 'paid'
  return [
    {
      kind: 'facts',
      facts: [
        {
          name: t('order.payment'),
          value:
            order.toPay === 0
              ? way
              : [way, t(isPaid ? 'order.pay.paid' : 'order.pay.unpaid')].join(t('order.separator')),
        },
        { name: t('order.contact'), value: order.email },
        { name: t('order.phone'), value: phoneText(order.address) },
      ].filter(({ value }) => value !== ''),
    },
  ]
}

export function open({ href }: LetterFacts, { t }: LetterCtx): LetterPart {
  return { kind: 'button', text: t('order.mail.open'), href }
}

export function because(reason: unknown, { t }: LetterCtx): LetterPart[] {
  return typeof reason === 'string' && reason !== ''
    ? [{ kind: 'text', text: t('order.mail.cancelled.reason', { reason }) }]
    : []
}

export function amountIn(data: Readonly<Record<string, unknown>>): number | null {
  const amount = data['amount']
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null
}
