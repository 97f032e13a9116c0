import type pg from 'pg'
import type { AdjustmentShare } from '#domain/aftersale/adjust.ts'
import type { Quote } from '#domain/quote.ts'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { AuditStatus, ReturnStatus } from '#domain/aftersale/return.ts'
// Amounts are numbers, as the shop reads them, and no texts.
import '#platform/server/db/db.ts'

/*
 * The books of a shop, as they stand: what the history checker looks at. Read in one snapshot of the database.
 */

/** Amounts in minor units. */
export interface History {
  orders: OrderHistory[]
  lines: {
    id: number
    orderId: number
    skuId: number | null
    sku: string
    quantity: number
    amount: number
    net: number
    tax: number
    held: number
    shipped: number
    /** Taken out by a withdrawal before they were sent. */
    withdrawn: number
    /** In returns that are open or completed. */
    returned: number
  }[]
  events: { orderId: number; kind: string; data: Readonly<Record<string, unknown>> }[]
  moves: { skuId: number; orderId: number | null; kind: string; onHand: number; held: number }[]
  payments: {
    id: number
    orderId: number
    currency: string
    amount: number
    status: string
    captured: number
    refunded: number
    reference: string | null
  }[]
  paymentEvents: { paymentId: number; kind: string; outcome: string; amount: number; currency: string }[]
  refunds: { orderId: number; paymentId: number | null; amount: number; status: string; cause: string }[]
  adjustments: {
    orderId: number
    key: string
    line: string | null
    amount: number
    tax: number
    shares: AdjustmentShare[]
    inQuote: boolean
  }[]
  shipped: { lineId: number; quantity: number }[]
  parcels: { orderId: number; isDelivered: boolean }[]
  skus: SkuStock[]
  coupons: { id: number; slug: string; used: number; useLimit: number | null; perCustomer: number }[]
  couponUses: { couponId: number; who: string; orderId: number }[]
  credit: {
    customerId: number
    currency: string
    amount: number
    kind: string
    orderId: number | null
    cause: string
  }[]
  balances: { customerId: number; currency: string; balance: number }[]
  returns: ReturnHistory[]
  returnLines: ReturnLineHistory[]
  returnEvents: { returnId: number; kind: string }[]
  /** Those that were written by buyers. */
  reviews: { lineId: number }[]
}

/** The rows of one order. */
export type Rows = Pick<
  History,
  | 'lines'
  | 'events'
  | 'moves'
  | 'payments'
  | 'paymentEvents'
  | 'refunds'
  | 'shipped'
  | 'parcels'
  | 'adjustments'
>

export interface OrderHistory {
  id: number
  number: string
  /** Null for the order of an exchange: those goods were not bought. */
  checkoutId: number | null
  checkoutOrderId: number | null
  status: string
  payStatus: string
  deliveryStatus: string
  stockStatus: string
  currency: string
  quote: Quote
  total: number
  credit: number
  toPay: number
  due: number
  captured: number
  refunded: number
}

/** Amounts in minor units of the order's currency. */
export interface ReturnHistory {
  id: number
  number: string
  orderId: number
  type: string
  status: ReturnStatus
  auditStatus: AuditStatus
  refundTo: string
  quote: RefundQuote
  refundAmount: number
  bonus: number
  exchangeOrderId: number | null
  /** What an exchange wants may be held. */
  mayHold: boolean
  isSettled: boolean
}

export interface ReturnLineHistory {
  id: number
  returnId: number
  lineId: number
  quantity: number
  approved: number | null
  received: number | null
  exchangeSkuId: number | null
  exchangeHeld: number
  /** Something is wanted instead. */
  isExchanged: boolean
}

export interface SkuStock {
  id: number
  sku: string
  onHand: number
  held: number
  backorder: boolean
}

const queries: { readonly [T in keyof History]: string } = {
  orders: `select o.id, number, checkout_id as "checkoutId", c.order_id as "checkoutOrderId", status, pay_status as "payStatus",
    delivery_status as "deliveryStatus", stock_status as "stockStatus", o.currency, quote, total, credit, to_pay as "toPay",
    due, captured, refunded from orders o left join checkouts c on c.id = o.checkout_id order by o.id`,
  lines: `select id, order_id as "orderId", sku_id as "skuId", sku, quantity, amount, net, tax, held, shipped,
    withdrawn, returned from order_lines order by id`,
  events: `select order_id as "orderId", kind, data from order_events order by id`,
  moves: `select sku_id as "skuId", order_id as "orderId", kind, on_hand as "onHand", held from stock_moves order by id`,
  payments: `select id, order_id as "orderId", currency, amount, status, captured, refunded, reference from payments order by id`,
  paymentEvents: `select payment_id as "paymentId", kind, outcome, amount, currency from payment_events
    where payment_id is not null order by id`,
  refunds: `select order_id as "orderId", payment_id as "paymentId", amount, status, cause from refunds order by id`,
  adjustments: `select order_id as "orderId", key, line, amount, tax, shares, in_quote as "inQuote"
    from order_adjustments order by id`,
  shipped: `select order_line_id as "lineId", quantity from shipment_lines`,
  parcels: `select order_id as "orderId", delivered_at is not null as "isDelivered" from shipments`,
  skus: `select id, sku, on_hand as "onHand", held, backorder from skus order by id`,
  coupons: `select id, slug, used_count as used, use_limit as "useLimit", limit_per_customer as "perCustomer" from coupons`,
  couponUses: `select coupon_id as "couponId", who, order_id as "orderId" from coupon_uses`,
  credit: `select customer_id as "customerId", currency, amount, kind, order_id as "orderId", cause
    from credit_entries order by id`,

  returns: `select id, number, order_id as "orderId", type, status, audit_status as "auditStatus", refund_to as "refundTo",
    quote, refund_amount as "refundAmount", bonus, exchange_order_id as "exchangeOrderId",
    coalesce((exchange_terms ->> 'isHeld')::boolean, true) as "mayHold",
    settled_at is not null as "isSettled" from returns order by id`,
  returnLines: `select id, return_id as "returnId", order_line_id as "lineId", quantity, approved, received,
    exchange_sku_id as "exchangeSkuId", exchange_held as "exchangeHeld", exchange_sku is not null as "isExchanged"
    from return_lines order by id`,
  returnEvents: `select return_id as "returnId", kind from return_events order by id`,
  balances: `select customer_id as "customerId", currency, balance from credit_balances`,
  // Of a shop whose reviews know of no orders, there are none.
  reviews: `select (to_jsonb(r)->>'order_line_id')::bigint as "lineId" from reviews r
    where to_jsonb(r)->>'order_line_id' is not null`,
}

/** All of it, as of one moment, while the shop goes on. */
export async function readHistory(pool: pg.Pool): Promise<History> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = Object.entries(queries)
    const found: [string, unknown[]][] = []
    for (const [name, text] of tables) found.push([name, (await client.query(text)).rows])
    return Object.fromEntries(found) as unknown as History
  } finally {
    await client.query('rollback')
    client.release()
  }
}
