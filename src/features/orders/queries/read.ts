import { sql, type RawBuilder } from 'kysely'
import type { DeliveryStatus, OrderStatus, PayStatus } from '#domain/order.ts'
import type { AdjustmentShare } from '#domain/aftersale/adjust.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import type { Quote } from '#domain/quote.ts'
import { settledOf } from '#features/credit/queries/ledger.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { OrderActor, OrderEventKind } from '../events.ts'
import { customerNumber } from './buyers.ts'
import { creditedOf, givenOf } from './given.ts'
import { isOwn, type OrderAccess } from './lock.ts'

type LocalText = Readonly<Record<string, string>>

/** An order with everything that belongs to it. Amounts in minor units of its currency; moments as ISO 8601. */
export interface OrderRow {
  id: number
  number: string
  /** An exchange has no checkout: its credit is what the goods were worth that came back for it. */
  source: 'checkout' | 'exchange' | 'operator'
  locale: string
  currency: string
  email: string
  /** The customer's number; null for a guest. */
  customer: string | null
  contact: Contact
  address: Address
  billing: Address
  note: string
  shipping: { code: string; name: string; days: { from: number; to: number } | null }
  paymentMethod: string
  quote: Quote
  total: number
  credit: number
  toPay: number
  /** Of it, what a paid order that became dearer still waits for; of a cancelled one, what was never paid. */
  due: number
  status: OrderStatus
  payStatus: PayStatus
  deliveryStatus: DeliveryStatus
  stockStatus: 'held' | 'sold' | 'released'
  /** Its money went back, and nothing more of it is sent. */
  sendingEnded: boolean
  captured: number
  refunded: number
  /** What went back as store credit or as other goods. */
  given: number
  /** Of it, store credit. */
  asCredit: number
  /** It is of a customer whose account is closed: store credit reaches nobody. */
  isAccountClosed: boolean
  /** Of the store credit that its cancellation gave back, what a debt took at once. */
  keptCredit: number
  holdUntil: Date | null
  holdExtended: boolean
  cancelReason: string | null
  /** The buyer's; empty for none. */
  taxNumber: string
  placedAt: Date
  paidAt: Date | null
  version: number
  lines: OrderLineRow[]
  events: OrderEventRow[]
  parcels: ParcelRow[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  adjustments: AdjustmentRow[]
  /** Events of its returns, at the same moment as its own. */
  returnEvents: number
}

export interface OrderLineRow {
  id: number
  sku: string
  slug: string
  title: string
  choice: string
  picture: {
    key: string
    width: number
    height: number
    preview: string
    color: string
    alt: LocalText
  } | null
  quantity: number
  amount: number
  net: number
  tax: number
  held: number
  shipped: number
  /** Units that a withdrawal took out before they were sent: they never are. */
  withdrawn: number
  /** Units in returns that are open or done. */
  returned: number
  /** The shop still shows the product. */
  isOffered: boolean
  /** Its buyer has reviewed it. */
  isReviewed: boolean
}

export interface OrderEventRow {
  kind: OrderEventKind
  actor: OrderActor
  data: Readonly<Record<string, unknown>>
  at: string
}

export interface ParcelRow {
  id: number
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
  shippedAt: string
  deliveredAt: string | null
  /** By the shopper, at that moment: it may have come before. */
  confirmed: boolean
  lines: { lineId: number; quantity: number }[]
}

export interface PaymentRow {
  id: number
  method: string
  provider: string
  reference: string | null
  amount: number
  status: PaymentStatus
  captured: number
  refunded: number
  failure: string | null
  createdAt: string
  /** When the money came; null before. */
  capturedAt: string | null
}

export interface RefundRow {
  id: number
  paymentId: number | null
  amount: number
  reason: string
  /** `adjust:<order>:<key>`, `edit:<order>:<version>`, `cancel:<order>`, … */
  cause: string
  status: 'pending' | 'done' | 'failed'
  /** No provider can send it: a person does, and says so. */
  isByHand: boolean
  /** Of money that came twice, too late, or for another price: nothing was sold for it. */
  isSurplus: boolean
  createdAt: string
  doneAt: string | null
}

/** A part of the price that the shop took off or gave back afterwards. */
export interface AdjustmentRow {
  key: string
  /** The SKU of a line; null for the order as a whole. */
  line: string | null
  /** With all tax. */
  amount: number
  tax: number
  shares: AdjustmentShare[]
  reason: string
  /** It is in the quote; otherwise it is a refund with the cause `adjust:<order>:<key>`. */
  inQuote: boolean
  at: string
}

/** An order of the visitor's; null for one of somebody else, as for none. */
export function findOwnOrder(db: Db, number: string, access: OrderAccess): Promise<OrderRow | null> {
  return findWhere(db, sql`o.id = (select id from orders where number = ${number} and ${isOwn(access)})`)
}

/** For the merchant's actions. */
export function findOrderByNumber(db: Db, number: string): Promise<OrderRow | null> {
  return findWhere(db, sql`o.number = ${number}`)
}

/** For mails and other work of the shop itself. */
export function findOrderById(db: Db, id: number): Promise<OrderRow | null> {
  return findWhere(db, sql`o.id = ${id}`)
}

/* Columns of the statement below. */

const isAccountClosed = sql`
  exists (select from customers c where c.id = o.customer_id and c.closed_at is not null)`

const adjustments = sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'key', a.key, 'line', a.line,
          'amount', a.amount, 'tax', a.tax,
          'shares', a.shares, 'reason', a.reason,
          'inQuote', a.in_quote, 'at', a.at
        )
        order by a.id
      ),
      '[]'
    )
    from order_adjustments a
    where a.order_id = o.id
  )`

const returnEvents = sql`
  (select count(*) from return_events e join returns r on r.id = e.return_id where r.order_id = o.id)`

async function findWhere(db: Db, condition: RawBuilder<unknown>): Promise<OrderRow | null> {
  const { rows: found } = await sql<OrderRow>`
    select o.id, o.number, o.source, o.locale, o.currency, o.email, ${customerNumber} as customer, o.contact,
      o.address, o.billing, o.note, o.shipping, o.payment_method as "paymentMethod", o.quote, o.total,
      o.credit, o.to_pay as "toPay", o.due, o.status, o.pay_status as "payStatus",
      o.delivery_status as "deliveryStatus", o.stock_status as "stockStatus",
      o.sending_ended as "sendingEnded", o.captured, o.refunded, ${givenOf(sql`o.id`)} as given,
      ${creditedOf(sql`o.id`)} as "asCredit", ${isAccountClosed} as "isAccountClosed",
      ${settledOf(sql`c.cause = 'cancel:' || o.id`)} as "keptCredit", o.hold_until as "holdUntil",
      o.hold_extended as "holdExtended", o.cancel_reason as "cancelReason", o.tax_number as "taxNumber",
      o.placed_at as "placedAt", o.paid_at as "paidAt", o.version,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'id', l.id, 'sku', l.sku,
              'slug', l.slug, 'title', l.title,
              'choice', l.choice, 'picture', l.picture,
              'quantity', l.quantity, 'amount', l.amount,
              'net', l.net, 'tax', l.tax,
              'held', l.held, 'shipped', l.shipped,
              'withdrawn', l.withdrawn, 'returned', l.returned,
              'isOffered', coalesce(p.visible, false),
              'isReviewed', exists (select from reviews v where v.order_line_id = l.id)
            )
            order by l.position
          ),
          '[]'
        )
        from order_lines l
        left join products p on p.id = l.product_id
        where l.order_id = o.id
      ) as lines,
      (
        select coalesce(
          json_agg(
            json_build_object('kind', e.kind, 'actor', e.actor, 'data', e.data, 'at', e.at)
            order by e.id
          ),
          '[]'
        )
        from order_events e
        where e.order_id = o.id
      ) as events,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'id', s.id, 'carrier', s.carrier,
              'trackingNumber', s.tracking_number, 'trackingUrl', s.tracking_url,
              'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at,
              'confirmed', s.confirmed,
              'lines',
              (
                select coalesce(
                  json_agg(
                    json_build_object('lineId', x.order_line_id, 'quantity', x.quantity)
                    order by x.order_line_id
                  ),
                  '[]'
                )
                from shipment_lines x
                where x.shipment_id = s.id
              )
            )
            order by s.id
          ),
          '[]'
        )
        from shipments s
        where s.order_id = o.id
      ) as parcels,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'id', m.id, 'method', m.method,
              'provider', m.provider, 'reference', m.reference,
              'amount', m.amount, 'status', m.status,
              'captured', m.captured, 'refunded', m.refunded,
              'failure', m.failure, 'createdAt', m.created_at,
              'capturedAt',
              (
                select min(v.at)
                from payment_events v
                where v.payment_id = m.id and v.kind = 'captured' and v.outcome = 'applied'
              )
            )
            order by m.id
          ),
          '[]'
        )
        from payments m
        where m.order_id = o.id
      ) as payments,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'id', r.id, 'paymentId', r.payment_id,
              'amount', r.amount, 'reason', r.reason,
              'cause', r.cause, 'status', r.status,
              'isByHand', coalesce(p.provider in ('manual', 'cod'), false),
              'isSurplus', r.cause ~ '^(late|twice|over):', 'createdAt', r.created_at,
              'doneAt', r.done_at
            )
            order by r.id
          ),
          '[]'
        )
        from refunds r
        left join payments p on p.id = r.payment_id
        where r.order_id = o.id
      ) as refunds,
      ${adjustments} as adjustments, ${returnEvents} as "returnEvents"
    from orders o
    where ${condition}`.execute(rows(db))
  return found[0] ?? null
}

export interface FoundOrder {
  id: number
  number: string
  email: string
}

/** An order by its number, with the phone numbers of its addresses; null if there is none. */
export async function findForLookUp(
  db: Db,
  number: string,
): Promise<(FoundOrder & { phones: Pick<Address, 'countryCode' | 'phone'>[] }) | null> {
  const { rows: found } = await sql<FoundOrder & { phones: Pick<Address, 'countryCode' | 'phone'>[] }>`
    select id, number, email,
      jsonb_path_query_array(jsonb_build_array(address, billing), '$[*] ? (@.phone != "")') as phones
    from orders
    where number = ${number}`.execute(rows(db))
  return found[0] ?? null
}
