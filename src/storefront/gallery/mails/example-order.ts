import { quote } from '#domain/pricing.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import type { Locale } from '#i18n/locales.ts'

/* An order as mails are written about it. Nobody has placed it. */

const placedAt = new Date('2026-11-24T09:30:00Z')

const address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  country: 'DE',
  region: '',
  city: 'Berlin',
  district: '',
  line1: 'Torstraße 1',
  line2: '',
  postcode: '10119',
  countryCode: '+49',
  phone: '30901820',
}

const line = {
  key: 'FLM-OAT-S',
  product: 'first-light-mug',
  categories: [],
  collections: [],
  quantity: 2,
  amount: 2_400,
  tiers: [],
  taxClass: 'standard',
  weight: 500,
} as const

const quoted = quote({
  currency: 'USD',
  rates: { baseCurrency: 'USD', currencies: [] },
  lines: [line],
  promotions: [],
  coupons: [],
  buyer: { isFirstOrder: null },
  shipping: { code: 'courier', rows: [{ maxWeight: null, minAmount: 0, amount: 500 }], freeFrom: null },
  tax: { mode: 'included', rates: { standard: '19' }, shippingClass: 'standard' },
  paymentFee: 0,
  credit: 0,
})

export function exampleOrder(locale: Locale, changes: Partial<OrderRow> = {}): OrderRow {
  const { total } = quoted
  return {
    id: 1,
    number: 'K7M29-QXD4P',
    locale,
    currency: 'USD',
    email: 'ada@example.org',
    customer: null,
    contact: { email: 'ada@example.org', marketing: false },
    address,
    billing: address,
    note: '',
    shipping: { code: 'courier', name: 'Courier', days: { from: 2, to: 4 } },
    paymentMethod: 'card',
    quote: quoted,
    total,
    credit: 0,
    toPay: total,
    due: 0,
    status: 'in_progress',
    payStatus: 'unpaid',
    deliveryStatus: 'unshipped',
    stockStatus: 'held',
    sendingEnded: false,
    captured: 0,
    refunded: 0,
    given: 0,
    asCredit: 0,
    isAccountClosed: false,
    keptCredit: 0,
    holdUntil: new Date('2026-11-29T09:30:00Z'),
    holdExtended: false,
    cancelReason: null,
    placedAt,
    paidAt: null,
    version: 1,
    lines: [
      {
        id: 1,
        sku: line.key,
        slug: line.product,
        title: 'First Light Mug',
        choice: 'Oat, small',
        picture: null,
        quantity: line.quantity,
        amount: line.amount,
        net: line.amount * line.quantity,
        tax: 0,
        held: 0,
        shipped: 0,
        withdrawn: 0,
        returned: 0,
        isOffered: true,
        isReviewed: false,
      },
    ],
    events: [],
    parcels: [],
    payments: [examplePayment('demo')],
    refunds: [],
    adjustments: [],
    returnEvents: 0,
    source: 'checkout',
    taxNumber: '',
    ...changes,
  }
}

export function examplePayment(provider: string): OrderRow['payments'][number] {
  return {
    id: 1,
    method: provider,
    provider,
    reference: null,
    amount: quoted.total,
    status: 'created',
    captured: 0,
    refunded: 0,
    failure: null,
    createdAt: placedAt.toISOString(),
    capturedAt: null,
  }
}

/** What makes it one that was paid. */
export const paid: Partial<OrderRow> = {
  payStatus: 'paid',
  captured: quoted.total,
  paidAt: placedAt,
  holdUntil: null,
}

export const parcel: OrderRow['parcels'][number] = {
  id: 7,
  carrier: 'DHL',
  trackingNumber: '00340434161094',
  trackingUrl: 'https://example.org/00340434161094',
  shippedAt: '2026-11-25T14:00:00Z',
  deliveredAt: null,
  confirmed: false,
  lines: [{ lineId: 1, quantity: 1 }],
}

export function exampleRefund(isByHand: boolean, amount: number): OrderRow['refunds'][number] {
  return {
    id: 1,
    paymentId: 1,
    amount,
    reason: '',
    cause: 'cancel:1',
    status: isByHand ? 'pending' : 'done',
    isByHand,
    isSurplus: false,
    createdAt: '2026-11-25T14:00:00Z',
    doneAt: isByHand ? null : '2026-11-25T14:01:00Z',
  }
}
