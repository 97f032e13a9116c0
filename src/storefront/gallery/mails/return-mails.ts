import { refundQuote } from '#domain/aftersale/refund-quote.ts'
import { orderHref } from '#features/orders/rules/order-href.ts'
import type { ReturnEventKind } from '#features/returns/events.ts'
import { receiptMail } from '#features/returns/mails/receipt.ts'
import { merchantReturnMail, returnMail, type LetterFacts } from '#features/returns/mails/return-letters.ts'
import type { ReturnPayout, ReturnRow } from '#features/returns/queries/read.ts'
import { byWord } from '#domain/by-word.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { exampleOrder, examplePayment, paid } from './example-order.ts'

type Named = [name: string, letter: Letter]

interface Example {
  kind: ReturnEventKind
  row?: Partial<ReturnRow>
  data?: LetterFacts['event']['data']
  exchange?: LetterFacts['exchange']
  /** How the order was paid. */
  payments?: LetterFacts['order']['payments']
  payStatus?: LetterFacts['order']['payStatus']
}

const order = exampleOrder('en', { ...paid, deliveryStatus: 'delivered' })
const [bought] = order.lines
const asked = exampleReturn()
const [line] = asked.lines

const byTransfer = [{ ...examplePayment('manual'), captured: order.total }]

const approved: Partial<ReturnRow> = {
  auditStatus: 'audit_successful',
  sendBy: new Date('2026-12-12T10:00:00Z'),
}
const sent: Partial<ReturnRow> = {
  ...approved,
  company: 'DHL',
  trackingNumber: '00340434161094',
  sentAt: new Date('2026-12-01T10:00:00Z'),
}
const received: Partial<ReturnRow> = { ...sent, receivedAt: new Date('2026-12-03T10:00:00Z') }
const payout: ReturnPayout = {
  id: 1,
  order: order.number,
  amount: asked.quote.total,
  status: 'pending',
  isByHand: false,
  doneAt: null,
  repairs: [],
}
const completed: Partial<ReturnRow> = { ...received, status: 'completed', payouts: [payout] }
const withdrawn: Partial<ReturnRow> = { ...approved, isWithdrawal: true }

const exchanged: Partial<ReturnRow> = {
  type: 'exchange',
  lines: [
    {
      ...line!,
      exchange: { sku: 'FLM-CLAY-S', skuId: 2, title: 'First Light Mug', choice: 'Clay, small', held: 0 },
    },
  ],
}
const exchange = { quote: { ...order.quote, total: 2_900, toPay: 500 }, back: 0 }
const exchangeOrder = {
  number: 'T5V7W-2ABC3',
  status: 'in_progress',
  payStatus: 'unpaid',
  toPay: 500,
  due: 0,
  total: 2_900,
}

/** Each letter in each of its states: the name is what happened. */
const toShopper = byWord<Example>({
  'return: asked for': { kind: 'applied' },
  'return: asked for, refunded by hand': { kind: 'applied', payments: byTransfer },
  'return: exchange asked for': { kind: 'applied', row: exchanged, exchange },
  'return: approved': { kind: 'approved', row: approved },
  'return: approved in part': {
    kind: 'approved',
    row: approved,
    data: { isPart: 1, reason: 'One of them was used.' },
  },
  'return: approved, nothing to send': { kind: 'approved', row: { ...approved, type: 'refund_only' } },
  'return: refused': {
    kind: 'refused',
    row: { status: 'ended', auditStatus: 'audit_failed' },
    data: { reason: 'The mug has been used outdoors.' },
  },
  'return: cancelled': { kind: 'cancelled', row: { status: 'cancelled' } },
  'return: cancelled by the shop, its parcel on its way': {
    kind: 'cancelled',
    row: {
      ...sent,
      status: 'cancelled',
      events: [{ kind: 'cancelled', actor: 'operator', data: {}, at: '2026-12-02T10:00:00Z' }],
    },
    data: { reason: 'We send you another mug instead.' },
  },
  'return: parcel sent': { kind: 'sent', row: sent },
  'return: the address after a withdrawal': { kind: 'addressed', row: withdrawn },
  'return: reminded of the parcel': { kind: 'reminded', row: approved },
  'return: parcel received': { kind: 'received', row: received },
  'return: parcel received, not everything in it': { kind: 'received', row: received, data: { isPart: 1 } },
  'return: parcel received, empty': {
    kind: 'received',
    row: { ...received, lines: [{ ...line!, received: 0 }] },
    data: { isPart: 1 },
  },
  'return: counted again': { kind: 'recounted', row: received, data: { isPart: 0 } },
  'return: refused after a look at it': {
    kind: 'refused',
    row: { ...received, status: 'ended', auditStatus: 'audit_failed' },
    data: { reason: 'The mug has been used outdoors.' },
  },
  'return: completed, less than was due': {
    kind: 'completed',
    row: {
      ...completed,
      events: [
        {
          kind: 'completed',
          actor: 'operator',
          data: { kept: 600, reason: 'The handle is chipped.' },
          at: '',
        },
      ],
    },
  },
  'return: completed': { kind: 'completed', row: completed },
  'return: completed, delivery comes back later': { kind: 'completed', row: completed, data: { later: 590 } },
  'return: completed, a person sends the money': {
    kind: 'completed',
    row: { ...completed, payouts: [{ ...payout, isByHand: true }] },
  },
  'return: completed, store credit and bonus': {
    kind: 'completed',
    row: { ...completed, refundTo: 'credit', bonus: 240 },
  },
  'return: completed, store credit of which a debt took a part': {
    kind: 'completed',
    row: { ...completed, refundTo: 'credit', payouts: [], keptCredit: 240 },
  },
  'return: exchange completed, a difference to pay': {
    kind: 'completed',
    row: { ...completed, ...exchanged, exchangeOrder },
    exchange,
  },
  'return: not sent in time': { kind: 'expired', row: { ...approved, status: 'ended' } },
  'return: exchange no longer held': { kind: 'unheld', row: { ...approved, ...exchanged } },
  'return: exchange cancelled': {
    kind: 'settled',
    row: { ...completed, ...exchanged, exchangeOrder: { ...exchangeOrder, status: 'cancelled' } },
    data: { amount: asked.quote.total },
  },
})

const toMerchant = byWord<Example>({
  'to the shop: return asked for': { kind: 'applied', row: { description: 'The handle wobbles.' } },
  'to the shop: return asked for, refunded by hand': { kind: 'applied', payments: byTransfer },
  'to the shop: withdrawal': { kind: 'withdrawn', row: withdrawn },
  'to the shop: withdrawal, no payment noted': {
    kind: 'withdrawn',
    row: withdrawn,
    payStatus: 'unpaid',
  },
  'to the shop: withdrawal, no address': {
    kind: 'withdrawn',
    row: { ...withdrawn, sendBy: null, awaitsAddress: true },
  },
  'to the shop: withdrawal before sending': {
    kind: 'withdrawn',
    row: { ...withdrawn, type: 'refund_only', status: 'completed' },
  },
  'to the shop: withdrawal before sending, a person sends the money': {
    kind: 'withdrawn',
    row: { ...withdrawn, type: 'refund_only', status: 'completed', payouts: [{ ...payout, isByHand: true }] },
    payments: byTransfer,
  },
  'to the shop: exchange cancelled': {
    kind: 'settled',
    row: {
      ...completed,
      ...exchanged,
      exchangeOrder: { ...exchangeOrder, status: 'cancelled' },
      payouts: [{ ...payout, isByHand: true }],
    },
    data: { amount: asked.quote.total },
  },
  'to the shop: withdrawal before sending, refund to start': {
    kind: 'withdrawn',
    row: { ...withdrawn, type: 'refund_only' },
  },
})

/** Of returns, exchanges and withdrawals. */
export function returnMails(ctx: Ctx): Named[] {
  const own = withAddress(ctx)
  const href = orderHref(order.number, 'key', own)
  const written = (examples: typeof toShopper, write: typeof returnMail): Named[] =>
    Object.entries(examples).flatMap(([name, example]) => {
      const { kind, row, data = {}, exchange: priced = null, payments = order.payments } = example
      const { payStatus = order.payStatus } = example
      const paidBy = { ...order, payments, payStatus }
      const facts = { row: exampleReturn(row), event: { kind, data }, order: paidBy, exchange: priced, href }
      const mail = write(facts, own)
      return mail === null ? [] : [[name, mail.letter]]
    })
  return [...written(toShopper, returnMail), ...receipts(own), ...written(toMerchant, merchantReturnMail)]
}

/** How many letters {@link returnMails} has, by its examples: a test compares, since a letter may be null. */
export const returnMailCount = Object.keys(toShopper).length + Object.keys(toMerchant).length + 6

function receipts(ctx: Ctx): Named[] {
  const { sales } = ctx.shop
  const nowhere = {
    ...ctx,
    shop: { ...ctx.shop, sales: { ...sales, returns: { ...sales.returns, address: null } } },
  }
  const lines = [{ order: bought!, quantity: 1, wanted: null }]
  const { number, quote } = asked
  const made = { number, sendBy: new Date('2026-12-12T10:00:00Z'), total: quote.total, lines }
  const never = { number: 'R-N3V3R-S3NTX', total: quote.total, lines }
  const withdrawal = { order, made, never: null }
  return [
    ['withdrawal: receipt', receiptMail(withdrawal, 'key', ctx).letter],
    [
      'withdrawal: receipt, the address follows',
      receiptMail({ ...withdrawal, made: { ...made, sendBy: null } }, 'key', nowhere).letter,
    ],
    [
      'withdrawal: receipt, no payment noted',
      receiptMail({ ...withdrawal, order: { ...order, payStatus: 'unpaid' } }, 'key', ctx).letter,
    ],
    ['withdrawal: receipt, sent in part', receiptMail({ ...withdrawal, never }, 'key', ctx).letter],
    [
      'withdrawal: receipt, sent in part, no payment noted',
      receiptMail({ ...withdrawal, order: { ...order, payStatus: 'unpaid' }, never }, 'key', ctx).letter,
    ],
    ['withdrawal: receipt, nothing sent yet', receiptMail({ ...withdrawal, made: null }, 'key', ctx).letter],
  ]
}

/** A shop without an e-mail address is not written to, and one without an address for returns names none. */
function withAddress(ctx: Ctx): Ctx {
  const { shop, sales } = ctx.shop
  const address = sales.returns.address ?? {
    consignee: 'Violet Returns',
    phone: '+852 2123 4567',
    lines: ['12 Queen’s Road Central', 'Hong Kong'],
  }
  return {
    ...ctx,
    shop: {
      ...ctx.shop,
      shop: { ...shop, email: shop.email ?? 'shop@example.org' },
      sales: { ...sales, returns: { ...sales.returns, address } },
    },
  }
}

/** One mug of two that goes back. */
function exampleReturn(changes: Partial<ReturnRow> = {}): ReturnRow {
  const { id, sku, slug, title, choice } = bought!
  const wish = { kind: 'units', lines: [{ key: sku, quantity: 1 }], fee: 300, servicesBack: false } as const
  const quote = refundQuote(order.quote, [], wish)
  if (!quote.ok) throw new Error(quote.problem.name)
  return {
    id: 1,
    number: 'R-K7M2N-9QXD4',
    orderId: order.id,
    order: order.number,
    currency: order.currency,
    source: order.source,
    locale: order.locale,
    email: order.email,
    payStatus: order.payStatus,
    customerId: null,
    isAccountClosed: false,
    keptCredit: 0,
    type: 'return_and_refund',
    reason: 'too_small',
    isClaim: false,
    isWithdrawal: false,
    description: '',
    refundTo: 'original',
    status: 'pending_approval',
    auditStatus: 'pending_approval',
    refusalReason: null,
    company: null,
    trackingNumber: null,
    sentAt: null,
    receivedAt: null,
    sendBy: null,
    awaitsAddress: false,
    remindedAt: null,
    quote: quote.value,
    bonus: 0,
    exchangeTerms: null,
    exchangeOrderId: null,
    exchangeOrder: null,
    createdAt: new Date('2026-11-28T10:00:00Z'),
    closedAt: null,
    version: 1,
    lines: [
      {
        id: 1,
        line: id,
        sku,
        skuId: 1,
        slug,
        title,
        choice,
        picture: null,
        isOffered: true,
        quantity: 1,
        approved: null,
        received: null,
        exchange: null,
      },
    ],
    images: [],
    events: [],
    payouts: [],
    ...changes,
  }
}
