import { sql, type RawBuilder } from 'kysely'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { AuditStatus, ReturnStatus, ReturnType } from '#domain/aftersale/return.ts'
import { settledOf } from '#features/credit/queries/ledger.ts'
import { isOwn, type OrderAccess } from '#features/orders/queries/lock.ts'
import type { OrderRow } from '#features/orders/queries/read.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { ReturnActor, ReturnEventKind } from '../events.ts'
import type { ExchangeTerms } from '../rules/exchange.ts'

/** A return with everything that belongs to it. Amounts in minor units of its order's currency; moments as ISO 8601 in lists. */
export interface ReturnRow {
  id: number
  number: string
  orderId: number
  order: string
  currency: string
  /** Of the order: the credit of an exchange is no store credit. */
  source: OrderRow['source']
  /** The order's language. */
  locale: string
  email: string
  payStatus: OrderRow['payStatus']
  customerId: number | null
  /** The order is of a customer whose account is closed: store credit reaches nobody. */
  isAccountClosed: boolean
  /** Of the store credit that it gave, bonus included, what debts of other orders took at once. */
  keptCredit: number
  type: ReturnType
  /** One of `returnReasons`, or one that only a newer version knows. */
  reason: string
  isClaim: boolean
  isWithdrawal: boolean
  description: string
  refundTo: 'original' | 'credit'
  status: ReturnStatus
  auditStatus: AuditStatus
  refusalReason: string | null
  company: string | null
  trackingNumber: string | null
  sentAt: Date | null
  receivedAt: Date | null
  sendBy: Date | null
  /** Its shopper was told no address yet: there was none when it was declared. */
  awaitsAddress: boolean
  remindedAt: Date | null
  quote: RefundQuote
  bonus: number
  exchangeTerms: ExchangeTerms | null
  exchangeOrderId: number | null
  exchangeOrder: {
    number: string
    status: string
    payStatus: string
    toPay: number
    /** Of it, what a paid order that became dearer still waits for. */
    due: number
    total: number
  } | null
  createdAt: Date
  closedAt: Date | null
  version: number
  lines: ReturnLineRow[]
  images: ReturnPicture[]
  events: ReturnEventRow[]
  /** Its money that goes back by payments, of the order or of those that the order is an exchange for. */
  payouts: ReturnPayout[]
}

export interface ReturnPayout {
  /** Of the refund. */
  id: number
  /** The number of the order that was paid with it. */
  order: string
  amount: number
  status: 'pending' | 'done' | 'failed'
  /** No provider can send it: a person does, and says so. */
  isByHand: boolean
  doneAt: string | null
  /** Of one that its bank has refused: the parts of later refunds of the operator's own that make it good. */
  repairs: ReturnRepair[]
}

export type ReturnRepair = Pick<ReturnPayout, 'amount' | 'isByHand' | 'doneAt'> & {
  status: 'pending' | 'done'
}

export interface ReturnPicture {
  key: string
  width: number
  height: number
  preview: string
  color: string
}

export interface ReturnLineRow {
  id: number
  /** The order's line. */
  line: number
  sku: string
  skuId: number | null
  slug: string
  title: string
  choice: string
  picture: (ReturnPicture & { alt: Readonly<Record<string, string>> }) | null
  isOffered: boolean
  quantity: number
  approved: number | null
  received: number | null
  exchange: { sku: string; skuId: number | null; title: string; choice: string; held: number } | null
}

export interface ReturnEventRow {
  kind: ReturnEventKind
  actor: ReturnActor
  data: Readonly<Record<string, unknown>>
  at: string
}

/**
 * What makes the refused refund `f` of the order `o` good: the operator's refunds since the first that was refused, which
 * make all of them good one after the other. As `historyOf` counts them.
 */
const repairsOf = sql`(
    select coalesce(
      json_agg(
        json_build_object(
          'amount', least(g.until, b.start + f.amount) - greatest(g.until - g.amount, b.start),
          'status', g.status, 'isByHand', g.by_hand,
          'doneAt', g.done_at
        )
        order by g.until
      ),
      '[]'
    )
    from (
      select coalesce(sum(x.amount) filter (where x.id < f.id), 0)::bigint as start,
        min(x.created_at) as since
      from refunds x
      where x.order_id = o.id
        and x.status = 'failed'
        and x.payment_id is not null
        and x.cause ~ '^(return|late|twice|over|edit):'
    ) b
    cross join lateral (
      select x.amount, x.status, x.done_at, y.provider in ('manual', 'cod') as by_hand,
        (sum(x.amount) over (order by x.id))::bigint as until
      from refunds x
      join payments y on y.id = x.payment_id
      where x.order_id = o.id
        and x.status <> 'failed'
        and x.cause like 'operator:%'
        and x.created_at >= b.since
    ) g
    where g.until > b.start and g.until - g.amount < b.start + f.amount
  )`

const columns = sql`
  r.id, r.number, r.order_id as "orderId", orders.number as "order", orders.currency, orders.source,
  orders.locale, orders.email, orders.pay_status as "payStatus", orders.customer_id as "customerId",
  exists (
    select from customers c where c.id = orders.customer_id and c.closed_at is not null
  ) as "isAccountClosed",
  ${settledOf(sql`
    c.customer_id = orders.customer_id
    and (starts_with(c.cause, 'return:' || r.number) or c.cause = 'bonus:' || r.number)`)}
    as "keptCredit",
  r.type, r.reason, r.is_claim as "isClaim", r.is_withdrawal as "isWithdrawal", r.description,
  r.refund_to as "refundTo", r.status, r.audit_status as "auditStatus", r.refusal_reason as "refusalReason",
  r.company, r.tracking_number as "trackingNumber", r.sent_at as "sentAt", r.received_at as "receivedAt",
  r.send_by as "sendBy", r.awaits_address as "awaitsAddress", r.reminded_at as "remindedAt", r.quote, r.bonus,
  r.exchange_terms as "exchangeTerms", r.exchange_order_id as "exchangeOrderId",
  (
    select json_build_object(
      'number', x.number, 'status', x.status,
      'payStatus', x.pay_status, 'toPay', x.to_pay,
      'due', x.due, 'total', x.total
    )
    from orders x
    where x.id = r.exchange_order_id
  ) as "exchangeOrder",
  r.created_at as "createdAt", r.closed_at as "closedAt", r.version,
  (
    select coalesce(
      json_agg(
        json_build_object(
          'id', rl.id, 'line', l.id,
          'sku', l.sku, 'skuId', l.sku_id,
          'slug', l.slug, 'title', l.title,
          'choice', l.choice, 'picture', l.picture,
          'isOffered', coalesce(p.visible, false), 'quantity', rl.quantity,
          'approved', rl.approved, 'received', rl.received,
          'exchange',
          case
            when rl.exchange_sku is not null then json_build_object(
              'sku', rl.exchange_sku, 'skuId', rl.exchange_sku_id,
              'title', rl.exchange_title, 'choice', rl.exchange_choice,
              'held', rl.exchange_held
            )
          end
        )
        order by l.position
      ),
      '[]'
    )
    from return_lines rl
    join order_lines l on l.id = rl.order_line_id
    left join products p on p.id = l.product_id
    where rl.return_id = r.id
  ) as lines,
  (
    select coalesce(
      json_agg(
        json_build_object(
          'key', k.key, 'width', k.width,
          'height', k.height, 'preview', k.preview,
          'color', k.average_color
        )
        order by i.position
      ),
      '[]'
    )
    from return_images i
    join pictures k on k.id = i.picture_id
    where i.return_id = r.id
  ) as images,
  (
    select coalesce(
      json_agg(json_build_object('kind', e.kind, 'actor', e.actor, 'data', e.data, 'at', e.at) order by e.id),
      '[]'
    )
    from return_events e
    where e.return_id = r.id
  ) as events,
  (
    with recursive orders_of(id) as (
      select r.order_id
      union
      select b.order_id
      from orders_of
      join returns b on b.exchange_order_id = orders_of.id
    )
    select coalesce(
      json_agg(
        json_build_object(
          'id', f.id, 'order', o.number,
          'amount', f.amount, 'status', f.status,
          'isByHand', p.provider in ('manual', 'cod'), 'doneAt', f.done_at,
          'repairs', case when f.status = 'failed' then ${repairsOf} else '[]' end
        )
        order by f.id
      ),
      '[]'
    )
    from orders_of
    join orders o using (id)
    join refunds f on f.order_id = o.id
    join payments p on p.id = f.payment_id
    where starts_with(f.cause, 'return:' || r.number)
  ) as payouts`

/** A return of the visitor's; null for one of somebody else, as for none. */
export function findOwnReturn(db: Db, number: string, access: OrderAccess): Promise<ReturnRow | null> {
  return findWhere(db, sql`r.number = ${number} and ${isOwn(access)}`)
}

/** For the merchant's actions. */
export function findReturnByNumber(db: Db, number: string): Promise<ReturnRow | null> {
  return findWhere(db, sql`r.number = ${number}`)
}

/** For mails and other work of the shop itself. */
export function findReturnById(db: Db, id: number): Promise<ReturnRow | null> {
  return findWhere(db, sql`r.id = ${id}`)
}

async function findWhere(db: Db, condition: RawBuilder<unknown>): Promise<ReturnRow | null> {
  const { rows: found } = await sql<ReturnRow>`
    select ${columns}
    from returns r
    join orders on orders.id = r.order_id
    where ${condition}`.execute(rows(db))
  return found[0] ?? null
}

export interface OwnReturnFilter {
  /** The number of an order; null for all. */
  order: string | null
  status: ReturnStatus | null
}

const ownCondition = ({ order, status }: OwnReturnFilter, access: OrderAccess): RawBuilder<unknown> => sql`
  ${isOwn(access)}
  and (${order}::text is null or orders.number = ${order})
  and (${status}::text is null or r.status = ${status})`

/** The visitor's, newest first. */
export async function listOwnReturns(
  db: Db,
  filter: OwnReturnFilter,
  access: OrderAccess,
  { offset, most }: { offset: number; most: number },
): Promise<ReturnRow[]> {
  const { rows: found } = await sql<ReturnRow>`
    select ${columns}
    from returns r
    join orders on orders.id = r.order_id
    where ${ownCondition(filter, access)}
    order by r.id desc offset ${offset} limit ${most}`.execute(rows(db))
  return found
}

export async function countOwnReturns(db: Db, filter: OwnReturnFilter, access: OrderAccess): Promise<number> {
  const { rows: found } = await sql<{ total: number }>`
    select count(*)::int as total
    from returns r
    join orders on orders.id = r.order_id
    where ${ownCondition(filter, access)}`.execute(rows(db))
  return found[0]!.total
}

/** What the operator's list asks for; null for any. */
export interface ReturnFilter {
  status: ReturnStatus | null
  auditStatus: AuditStatus | null
  type: ReturnType | null
  order: string | null
  /** The parcel has arrived, and nothing was refunded or exchanged yet. */
  toComplete: boolean
}

/** Newest first, those before `before` (an id). */
export async function listReturnRows(
  db: Db,
  { status, auditStatus, type, order, toComplete }: ReturnFilter,
  before: number,
  limit: number,
): Promise<ReturnRow[]> {
  const { rows: found } = await sql<ReturnRow>`
    select ${columns}
    from returns r
    join orders on orders.id = r.order_id
    where r.id < ${before}
      and (${status}::text is null or r.status = ${status})
      and (${auditStatus}::text is null or r.audit_status = ${auditStatus})
      and (${type}::text is null or r.type = ${type})
      and (${order}::text is null or orders.number = ${order})
      and (
        not ${toComplete}
        or (
          r.status = 'pending_approval'
          and r.audit_status = 'audit_successful'
          and (r.received_at is not null or r.type = 'refund_only')
        )
      )
    order by r.id desc limit ${limit}`.execute(rows(db))
  return found
}
