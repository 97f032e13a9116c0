import type { OrderRow } from '#features/orders/queries/read.ts'
import { isPaidByHand } from '#features/orders/rules/paid-by-hand.ts'
import { formatMoney } from '#i18n/format.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Locale } from '#i18n/locales.ts'
import { letterOf, type MailCtx, type QueuedMail } from '#platform/server/jobs/outbox.ts'
import type { Letter, LetterPart } from '#platform/server/mail/mail-parts.tsx'
import type { ReturnEventKind } from '../events.ts'
import { deductionOf, deductionText } from '../present-deduction.ts'
import { keptText, lostText, waitsForAccount } from '../present-payout.ts'
import { hasServices, presentSums, targetsOf } from '../present-preview.ts'
import { cameEmpty, dayText, merchantAddress, nextText, reasonText } from '../present.ts'
import type { ReturnEventRow, ReturnRow } from '../queries/read.ts'
import type { PricedExchange } from '../rules/exchange.ts'
import { countingUnits } from '../rules/units.ts'

/** The recipient's language. */
export type LetterCtx = MailCtx & { locale: Locale }

export interface LetterFacts {
  row: ReturnRow
  event: Pick<ReturnEventRow, 'kind' | 'data'>
  order: OrderRow
  exchange: PricedExchange | null
  /** Opens the order in any browser; its page shows the return. */
  href: string
}

type Words = Pick<Letter, 'subject' | 'title' | 'parts'>

/** The mail to the shopper about an event of a return; null where another mail says it. */
export function returnMail(facts: LetterFacts, ctx: LetterCtx): QueuedMail | null {
  const { row, event } = facts
  if (event.kind === 'withdrawn') return null
  const write = letters[event.kind]
  return {
    kind: `return.${event.kind}`,
    to: row.email,
    replyTo: ctx.shop.shop.email,
    letter: letterOf(ctx, {
      ...write(facts, ctx),
      footer: [{ kind: 'text', text: ctx.t('return.mail.why', { shop: ctx.shop.shop.name }) }],
    }),
  }
}

/** A withdrawal has its receipt: `receipt.ts`. */
type Mailed = Exclude<ReturnEventKind, 'withdrawn'>

const letters: Readonly<Record<Mailed, (facts: LetterFacts, ctx: LetterCtx) => Words>> = {
  applied: (facts, ctx) =>
    plain('applied', facts, ctx, [...contents(facts, ctx), ...sums(facts, ctx), ...whereTo(facts, ctx)]),
  approved,
  refused: (facts, ctx) =>
    plain('refused', facts, ctx, [quote(textOf(facts.event.data['reason']))], 'before'),
  cancelled: (facts, ctx) => {
    const reason = textOf(facts.event.data['reason'])
    return plain('cancelled', facts, ctx, reason === '' ? [] : [quote(reason)], 'before')
  },
  sent: (facts, ctx) =>
    plain('sent', facts, ctx, [
      factList([
        [ctx.t('return.company'), facts.row.company ?? ''],
        [ctx.t('return.tracking_number'), facts.row.trackingNumber ?? ''],
      ]),
    ]),
  addressed: (facts, ctx) =>
    plain('addressed', facts, ctx, [...address(facts, ctx), ...contents(facts, ctx)]),
  reminded: (facts, ctx) => plain('reminded', facts, ctx, address(facts, ctx)),
  received: (facts, ctx) => came('received', facts, ctx),
  recounted: (facts, ctx) => came('recounted', facts, ctx),
  completed,
  expired: (facts, ctx) => plain('expired', facts, ctx, []),
  unheld: (facts, ctx) => plain('unheld', facts, ctx, [text(ctx.t('return.mail.unheld.text'))], 'before'),
  settled: (facts, ctx) =>
    plain('settled', facts, ctx, [
      text(ctx.t('return.mail.settled.text', { amount: amountOf(facts, ctx) })),
      ...optional(lostText(facts.row, amountIn(facts), ctx)),
      ...optional(keptText(facts.row, ctx)),
    ]),
}

/** What happened, its details, what happens next and by when, and the way to the page. */
function plain(
  kind: Mailed,
  facts: LetterFacts,
  ctx: LetterCtx,
  details: readonly LetterPart[],
  place: 'before' | 'after' = 'after',
): Words {
  const { t } = ctx
  const { row } = facts
  const next = text(nextText(row, ctx))
  return {
    subject: t(`return.mail.${kind}.subject` satisfies MessageKey, { number: row.number }),
    title: t(`return.mail.${kind}.title` satisfies MessageKey),
    parts: [
      ...(place === 'before' ? [...details, next] : [next, ...details]),
      { kind: 'button', text: t('return.mail.open'), href: facts.href },
    ],
  }
}

function approved(facts: LetterFacts, ctx: LetterCtx): Words {
  const { t } = ctx
  const isPart = facts.event.data['isPart'] === 1
  const reason = textOf(facts.event.data['reason'])
  return plain('approved', facts, ctx, [
    ...(isPart ? [text(t('return.mail.approved.part'))] : []),
    ...(reason === '' ? [] : [quote(reason)]),
    ...address(facts, ctx),
    ...contents(facts, ctx),
    ...sums(facts, ctx),
    ...whereTo(facts, ctx),
  ])
}

/** What was in the parcel, and what comes back for it. */
function came(kind: 'received' | 'recounted', facts: LetterFacts, ctx: LetterCtx): Words {
  const isPart = facts.event.data['isPart'] === 1 && !cameEmpty(facts.row)
  return plain(kind, facts, ctx, [
    ...(isPart ? [text(ctx.t('return.mail.received.part'))] : []),
    ...contents(facts, ctx),
    ...sums(facts, ctx),
    ...whereTo(facts, ctx),
  ])
}

function completed(facts: LetterFacts, ctx: LetterCtx): Words {
  const { t } = ctx
  const { row } = facts
  const bonus =
    row.bonus === 0 ? [] : [text(t('return.mail.completed.bonus', { amount: money(row.bonus, facts, ctx) }))]
  const { later } = facts.event.data
  const kept =
    typeof later === 'number'
      ? [text(t('return.mail.completed.later', { amount: money(later, facts, ctx) }))]
      : []
  const deduction = deductionOf(row)
  const deducted = deduction === null ? [] : [text(deductionText(deduction, row, ctx))]
  const account = waitsForAccount(row) ? [text(t('return.by_hand'))] : []
  return plain('completed', facts, ctx, [
    ...account,
    ...bonus,
    ...deducted,
    ...contents(facts, ctx),
    ...sums(facts, ctx),
    ...kept,
  ])
}

/** Where the parcel goes, with the number that belongs in it. */
function address({ row }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t } = ctx
  const to = merchantAddress(row, ctx)
  if (to === null) return []
  return [
    text(t('return.address_text')),
    ...(row.quote.fee === 0
      ? []
      : [text(t('return.label', { fee: formatMoney(row.quote.fee, row.currency, ctx.lang) }))]),
    factList([
      [t('return.number'), row.number],
      [t('return.consignee'), to.consignee],
      [t('return.phone'), to.phone],
      [t('return.detailed_address'), to.lines.join(t('order.address_separator'))],
      ...(row.sendBy === null ? [] : [[t('return.mail.send_by'), dayText(row.sendBy, ctx)] as const]),
    ]),
  ]
}

/** The units that count by now. */
function contents({ row }: LetterFacts, { t }: LetterCtx): LetterPart[] {
  const units = row.lines.flatMap((line) => {
    const count = countingUnits(line)
    const { exchange } = line
    const title = named(line, t)
    const wanted = exchange === null ? '' : named(exchange, t)
    return count === 0
      ? []
      : [
          [
            t('return.units', { title, count }),
            wanted === '' ? '' : t('return.wanted', { title: wanted }),
          ] as const,
        ]
  })
  const listed = units.map(([name, wanted]) => (wanted === '' ? name : `${name} – ${wanted}`))
  return [
    factList([
      [t('return.number'), row.number],
      [t('return.order'), row.order],
      [t('return.apply_type'), t(`return.type.${row.type}` satisfies MessageKey)],
      [t('return.products'), listed.join(t('return.mail.separator'))],
    ]),
  ]
}

function named({ title, choice }: { title: string; choice: string }, t: LetterCtx['t']): string {
  return choice === '' ? title : t('order.mail.choice', { title, choice })
}

function sums({ row, order, exchange }: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const units = (lines: readonly number[]) => lines.reduce((all, quantity) => all + quantity, 0)
  const isPart = units(row.lines.map(countingUnits)) < units(order.lines.map(({ quantity }) => quantity))
  return [
    factList(
      presentSums(row.quote, order, exchange, ctx, deductionOf(row)?.kept ?? 0).map(
        ({ label, amount }) => [label, amount] as const,
      ),
    ),
    ...(row.status === 'pending_approval' && isPart && hasServices(row.quote)
      ? [text(ctx.t('return.when.delivery'))]
      : []),
  ]
}

/** Money that no provider can send back: the shop asks for an account. */
function whereTo(facts: LetterFacts, { t }: LetterCtx): LetterPart[] {
  return isRefundedByHand(facts) ? [text(t('return.by_hand'))] : []
}

function isRefundedByHand({ row, order }: LetterFacts): boolean {
  if (row.type === 'exchange' || !isPaidByHand(order)) return false
  return targetsOf(row.quote, row.refundTo, order).payment > 0
}

/** What the shop has to send or to ask for, as its shopper was told. */
function ownPart(facts: LetterFacts, ctx: LetterCtx): LetterPart[] {
  const { t } = ctx
  const { fee } = facts.row.quote
  return [
    ...(fee === 0 ? [] : [text(t('return.mail.shop.label', { fee: money(fee, facts, ctx) }))]),
    ...(isRefundedByHand(facts) ? [text(t('return.mail.shop.by_hand'))] : []),
  ]
}

function factList(facts: readonly (readonly [name: string, value: string])[]): LetterPart {
  return {
    kind: 'facts',
    facts: facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value })),
  }
}

function text(words: string): LetterPart {
  return { kind: 'text', text: words }
}

function optional(words: string | null): LetterPart[] {
  return words === null ? [] : [text(words)]
}

function quote(words: string): LetterPart {
  return { kind: 'quote', text: words }
}

function money(amount: number, { row }: Pick<LetterFacts, 'row'>, { lang }: LetterCtx): string {
  return formatMoney(amount, row.currency, lang)
}

function amountOf(facts: LetterFacts, ctx: LetterCtx): string {
  return money(amountIn(facts), facts, ctx)
}

function amountIn({ event }: LetterFacts): number {
  const amount = event.data['amount']
  return typeof amount === 'number' ? amount : 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What the merchant has to do. */
function whatToDo({ number, isWithdrawal, type, status }: ReturnRow, t: LetterCtx['t']): string {
  if (!isWithdrawal) return t('return.mail.shop.decide', { number })
  // Withdrawn from before they were sent.
  if (type !== 'refund_only') return t('return.mail.shop.await', { number })
  return status === 'completed' ? t('return.mail.shop.unsent') : t('return.mail.shop.unsent_due', { number })
}

/** The mail to the shop, in its own language: something has come in that it has to decide, or to look out for. */
export function merchantReturnMail(facts: LetterFacts, ctx: LetterCtx): QueuedMail | null {
  const { row, event } = facts
  const { t } = ctx
  const to = ctx.shop.shop.email
  if (to === null) return null
  if (event.kind === 'settled') return settledForShop(facts, to, ctx)
  if (event.kind !== 'applied' && event.kind !== 'withdrawn') return null
  return {
    kind: `return.shop.${event.kind}`,
    to,
    replyTo: row.email,
    letter: letterOf(ctx, {
      subject: t('return.mail.shop.subject', { number: row.number, order: row.order }),
      title: row.isWithdrawal ? t('return.mail.shop.withdrawn') : t('return.mail.shop.title'),
      parts: [
        ...contents(facts, ctx),
        factList([[t('return.reason'), reasonText(row, ctx)]]),
        ...(row.description === '' ? [] : [quote(row.description)]),
        ...sums(facts, ctx),
        ...ownPart(facts, ctx),
        text(whatToDo(row, t)),
        ...(facts.order.payStatus === 'unpaid'
          ? [text(t('return.mail.shop.unrecorded', { order: row.order }))]
          : []),
        ...(row.awaitsAddress ? [text(t('return.mail.shop.no_address'))] : []),
        ...toSend(facts, ctx),
      ],
      footer: [],
    }),
  }
}

/** An exchange came to nothing, and a person has to send what came back for it: nobody else says so. */
function settledForShop(facts: LetterFacts, to: string, ctx: LetterCtx): QueuedMail | null {
  const { row } = facts
  const { t } = ctx
  const payouts = toSend(facts, ctx)
  if (payouts.length === 0) return null
  return {
    kind: 'return.shop.settled',
    to,
    replyTo: row.email,
    letter: letterOf(ctx, {
      subject: t('return.mail.shop.subject', { number: row.number, order: row.order }),
      title: t('return.mail.shop.settled'),
      parts: [...contents(facts, ctx), ...payouts],
      footer: [],
    }),
  }
}

/** Refunds that no provider makes, each with the command that notes it. */
function toSend(facts: LetterFacts, ctx: LetterCtx): LetterPart[] {
  return facts.row.payouts
    .filter(({ isByHand, status }) => isByHand && status === 'pending')
    .map(({ id, amount }) =>
      text(ctx.t('order.mail.shop.send_back', { amount: money(amount, facts, ctx), id: String(id) })),
    )
}
