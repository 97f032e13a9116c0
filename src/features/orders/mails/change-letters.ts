import { waitsForDifference } from '#domain/order.ts'
import { formatMoney } from '#i18n/format.ts'
import type { LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { isOffline } from '../present-payment.ts'
import { editedOf } from '../present-edit.ts'
import type { OrderRow } from '../queries/read.ts'
import {
  amountIn,
  because,
  contents,
  open,
  toDo,
  type LetterCtx,
  type LetterFacts,
  type Words,
} from './letter-parts.ts'

/* Letters about what the shop has changed in an order. */

export function adjusted(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t, lang } = ctx
  const amount = amountIn(event.data)
  if (amount === null) return null
  const money = (value: number): string => formatMoney(value, order.currency, lang)
  const { reason, line } = event.data
  const title = order.lines.find(({ sku }) => sku === line)?.title
  const goesBack = event.data['back'] !== 0
  const named = [
    ...(title === undefined ? [] : [{ name: t('order.mail.adjusted.line'), value: title }]),
    ...(goesBack ? [] : [{ name: t('order.mail.adjusted.due'), value: money(order.toPay) }]),
  ]
  return {
    subject: t('order.mail.adjusted.subject', { amount: money(amount), number: order.number }),
    title: t('order.mail.adjusted.title', { amount: money(amount) }),
    parts: [
      ...because(reason, ctx),
      ...(named.length === 0 ? [] : [{ kind: 'facts' as const, facts: named }]),
      ...(goesBack ? backBy(order, amount, ctx) : toDo(facts, ctx)),
      open(facts, ctx),
    ],
  }
}

export function edited(facts: LetterFacts, ctx: LetterCtx): Words {
  const { order, event } = facts
  const { t } = ctx
  const { units } = editedOf(event.data)
  const { refund, reason } = event.data
  return {
    subject: t('order.mail.edited.subject', { number: order.number }),
    title: t('order.mail.edited.title'),
    parts: [
      ...because(reason, ctx),
      ...(units.length === 0
        ? []
        : [
            {
              kind: 'facts' as const,
              facts: units.map(({ title, from, to }) => ({ name: title, value: `${from} → ${to}` })),
            },
          ]),
      ...setOff(facts, ctx),
      ...(typeof refund === 'number' && refund > 0 ? backBy(order, refund, ctx) : []),
      ...(order.payStatus === 'unpaid' || waitsForDifference(order) ? toDo(facts, ctx) : []),
      { kind: 'text', text: t('order.mail.edited.text') },
      ...contents(facts, ctx),
      open(facts, ctx),
    ],
  }
}

/** Null where it was paid meanwhile, or the order has ended. */
export function dueReminded(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order } = facts
  if (!waitsForDifference(order)) return null
  const words = { number: order.number, amount: formatMoney(order.due, order.currency, ctx.lang) }
  return {
    subject: ctx.t('order.mail.due_reminded.subject', words),
    title: ctx.t('order.mail.due_reminded.title', words),
    parts: [...toDo(facts, ctx), ...contents(facts, ctx), open(facts, ctx)],
  }
}

/** The same for the shop, which alone can end the wait. */
export function dueRemindedForShop({ order }: LetterFacts, { t, lang }: LetterCtx): Words | null {
  if (!waitsForDifference(order)) return null
  const words = { number: order.number, amount: formatMoney(order.due, order.currency, lang) }
  return {
    subject: t('order.mail.shop.due_subject', words),
    title: t('order.mail.shop.due_title'),
    parts: [{ kind: 'text', text: t('order.mail.shop.due_text', words) }],
  }
}

/** The shopper was told of a refund that is not sent any more. */
function setOff({ order: { currency }, event }: LetterFacts, { t, lang }: LetterCtx): LetterPart[] {
  const { calledOff } = event.data
  const amounts = Array.isArray(calledOff) ? calledOff.map((one) => Number(one.amount)) : []
  const amount = amounts.reduce((sum, one) => sum + one, 0)
  if (!(amount > 0)) return []
  return [
    { kind: 'text', text: t('order.mail.edited.set_off', { amount: formatMoney(amount, currency, lang) }) },
  ]
}

/** Only where the shopper was told that the parcel had left. */
export function unshipped(facts: LetterFacts, ctx: LetterCtx): Words | null {
  const { order, event } = facts
  const { t } = ctx
  if (event.data['told'] !== true) return null
  return {
    subject: t('order.mail.unshipped.subject', { number: order.number }),
    title: t('order.mail.unshipped.title'),
    parts: [{ kind: 'text', text: t('order.mail.unshipped.text') }, open(facts, ctx)],
  }
}

/** How an amount comes back: by its provider, or by hand. */
function backBy({ currency, payments }: OrderRow, amount: number, { t, lang }: LetterCtx): LetterPart[] {
  const taken = payments.filter(({ captured }) => captured > 0).at(-1)
  const key = isOffline(taken?.provider ?? '') ? 'order.mail.back.by_hand' : 'order.mail.back.text'
  return [{ kind: 'text', text: t(key, { amount: formatMoney(amount, currency, lang) }) }]
}
