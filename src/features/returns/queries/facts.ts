import { sql, type RawBuilder } from 'kysely'
import type { RefundQuote } from '#domain/aftersale/refund-quote.ts'
import type { AuditStatus, ReturnStatus } from '#domain/aftersale/return.ts'
import { isOwn, type OrderAccess } from '#features/orders/queries/lock.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What decides about returns of an order, besides the order itself. */

export interface ReturnFactsRow extends MoneyBackRow {
  /** Who can have store credit: null for a guest's order, and for that of an account that is closed. */
  customerId: number | null
  lines: LineFactsRow[]
}

/** What of an order came back before, or is promised. */
export interface MoneyBackRow {
  /** Returns that hold units: open or completed, in the order in which they were asked for. */
  recorded: { id: number; status: ReturnStatus; quote: RefundQuote; at: string }[]
  /**
   * Refunds that no return made, in minor units: by the operator, of a line (its SKU) or of the order (null). What an
   * edit gave back is in the quote that it left.
   */
  reductions: { line: string | null; amount: number; at: string; cause: string }[]
  /**
   * What refunds of returns and of money too much came to that the bank refused, and since when: the operator makes them
   * good by refunds of the own name. `at` is null where none was refused.
   */
  failed: { amount: number; at: string | null }
}

export interface LineFactsRow {
  /** The order's line. */
  id: number
  skuId: number | null
  productId: number | null
  isFinalSale: boolean
  /** Units in returns that are open, and in those that are completed. */
  asked: number
  done: number
}

/** The columns of a `MoneyBackRow`, of the order `o`. */
const moneyBackOf = sql`
  (
    select coalesce(
      json_agg(
        json_build_object('id', r.id, 'status', r.status, 'quote', r.quote, 'at', r.created_at)
        order by r.id
      ),
      '[]'
    )
    from returns r
    where r.order_id = o.id and r.status in ('pending_approval', 'completed')
  ) as recorded,
  (
    select coalesce(
      json_agg(
        json_build_object('line', a.line, 'amount', f.amount, 'at', f.created_at, 'cause', f.cause)
        order by f.id
      ),
      '[]'
    )
    from refunds f
    left join order_adjustments a on a.order_id = f.order_id
      and regexp_replace(f.cause, '/[0-9]+$', '') = 'adjust:' || f.order_id || ':' || a.key
    where f.order_id = o.id
      and f.status <> 'failed'
      and f.payment_id is not null
      and f.cause !~ '^(return|late|twice|over|edit):'
  ) as reductions,
  (
    select json_build_object('amount', coalesce(sum(f.amount), 0), 'at', min(f.created_at))
    from refunds f
    where f.order_id = o.id
      and f.status = 'failed'
      and f.payment_id is not null
      and f.cause ~ '^(return|late|twice|over|edit):'
  ) as failed`

/** The same facts of money alone. */
export async function moneyBack(db: Db, orderId: number): Promise<MoneyBackRow> {
  const { rows: found } = await sql<MoneyBackRow>`
    select ${moneyBackOf} from orders o where o.id = ${orderId}`.execute(rows(db))
  return found[0]!
}

/** Slugs of categories and tags whose goods are not taken back. */
interface FinalSale {
  readonly categories: readonly string[]
  readonly tags: readonly string[]
}

/** The `LineFactsRow`s of the order `o`, as JSON. */
function linesOf(final: FinalSale): RawBuilder<unknown> {
  return sql`(
      select coalesce(
        json_agg(
          json_build_object(
            'id', l.id, 'skuId', l.sku_id,
            'productId', l.product_id,
            'isFinalSale',
            exists (
              select from product_categories x
              join categories c on c.id = x.category_id
              where x.product_id = l.product_id and c.slug = any(${final.categories}::text[])
            )
            or exists (
              select from product_tags x
              join tags t on t.id = x.tag_id
              where x.product_id = l.product_id and t.slug = any(${final.tags}::text[])
            ),
            'done', coalesce(u.done, 0), 'asked', l.returned - coalesce(u.done, 0)
          )
          order by l.position
        ),
        '[]'
      )
      from order_lines l
      left join lateral (
        select sum(x.received)::int as done
        from return_lines x
        join returns r on r.id = x.return_id
        where x.order_line_id = l.id and r.status = 'completed'
      ) u on true
      where l.order_id = o.id
    )`
}

export async function returnFacts(db: Db, orderId: number, final: FinalSale): Promise<ReturnFactsRow> {
  const { rows: found } = await sql<ReturnFactsRow>`
    select (select c.id from customers c where c.id = o.customer_id and c.closed_at is null) as "customerId",
      ${linesOf(final)} as lines, ${moneyBackOf}
    from orders o
    where o.id = ${orderId}`.execute(rows(db))
  return found[0]!
}

/** What the page of an order says of its returns is decided by this, besides the order itself. */
export interface PageFacts {
  lines: LineFactsRow[]
  /** The newest first. */
  returns: { number: string; status: ReturnStatus; auditStatus: AuditStatus }[]
}

/** Returns that the page of an order names. */
const namedReturns = 10

/** Of an order of the visitor's; null for one of somebody else, as for none. */
export async function pageFacts(
  db: Db,
  number: string,
  access: OrderAccess,
  final: FinalSale,
): Promise<PageFacts | null> {
  const { rows: found } = await sql<PageFacts>`
    select ${linesOf(final)} as lines,
      (
        select coalesce(
          json_agg(
            json_build_object('number', r.number, 'status', r.status, 'auditStatus', r.audit_status)
            order by r.id desc
          ),
          '[]'
        )
        from (select * from returns where order_id = o.id order by id desc limit ${namedReturns}) r
      ) as returns
    from orders o
    where o.id = (select id from orders where number = ${number} and ${isOwn(access)})`.execute(rows(db))
  return found[0] ?? null
}

/**
 * The units of an order's lines that are given back for good, by line: what was received, or refunded without a parcel,
 * of returns that are done or can end in no other way. Without those of one return.
 */
export async function unitsBack(db: Db, orderId: number, except: number): Promise<Map<number, number>> {
  const { rows: found } = await sql<{ line: number; units: number }>`
    select l.id as line, coalesce(sum(x.received) filter (where r.id is not null), 0)::int as units
    from order_lines l
    left join return_lines x on x.order_line_id = l.id and x.return_id <> ${except}
    left join returns r on r.id = x.return_id and r.status in ('pending_approval', 'completed')
    where l.order_id = ${orderId}
    group by l.id`.execute(rows(db))
  return new Map(found.map(({ line, units }) => [line, units]))
}

/** The return that became this order; null for an order that somebody bought. */
export async function exchangeParent(
  db: Db,
  orderId: number,
): Promise<{ id: number; number: string; orderId: number; quote: RefundQuote } | null> {
  const { rows: found } = await sql<{ id: number; number: string; orderId: number; quote: RefundQuote }>`
    select id, number, order_id as "orderId", quote
    from returns
    where exchange_order_id = ${orderId}`.execute(rows(db))
  return found[0] ?? null
}

/** What of an order is its owner's, and goes on to the order of an exchange. */
export interface OrderOwner {
  ownerHash: Buffer
  customerId: number | null
  conversion: { rate: string; roundTo: number } | null
}

export async function ownerOfOrder(db: Db, orderId: number): Promise<OrderOwner> {
  const { rows: found } = await sql<OrderOwner>`
    select owner_hash as "ownerHash", customer_id as "customerId", conversion
    from orders
    where id = ${orderId}`.execute(rows(db))
  return found[0]!
}

/**
 * The last withdrawal from an order since that moment, unless it was taken back: a button that was pressed twice. `slug`
 * is the number of its return; null where the order was cancelled.
 */
export async function withdrawalSince(
  db: Db,
  orderId: number,
  since: Date,
): Promise<{ slug: string | null } | null> {
  const { rows: found } = await sql<{ slug: string | null }>`
    select r.number as slug
    from orders o
    left join returns r on r.order_id = o.id
      and r.is_withdrawal
      and r.status in ('pending_approval', 'completed')
      and r.created_at > ${since}
    where o.id = ${orderId}
      and (
        r.id is not null
        or exists (
          select from order_events e
          where e.order_id = o.id and e.at > ${since} and e.data -> 'isWithdrawal' = 'true'
        )
      )
    order by r.id desc limit 1`.execute(rows(db))
  return found[0] ?? null
}
