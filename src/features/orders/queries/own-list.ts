import { sql, type RawBuilder } from 'kysely'
import type { DeliveryStatus, OrderStatus, PayStatus } from '#domain/order.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { creditedOf, givenOf } from './given.ts'
import type { OrderLineRow } from './read.ts'

/* A customer's own orders: found, counted, listed. Their filters are answered by the index `orders_of_customer`. */

/** Lines of an order that the list shows; more are counted. */
const shownLines = 4

/**
 * The order `o` waits for the shopper's money: for all of it, or for the difference of one that became dearer. Cash on
 * delivery is paid to the courier: nothing is left to do here. The index `orders_to_pay` has the same condition.
 */
export const isToPay = sql`(
    o.status = 'in_progress'
    and (o.pay_status = 'unpaid' or o.due > 0)
    and (
      o.due > 0
      or (
        o.to_pay > 0
        and coalesce(
          (select p.provider from payments p where p.order_id = o.id order by p.id desc limit 1), ''
        ) <> 'cod'
      )
    )
  )`

export interface OwnFilter {
  status: OrderStatus | null
  /** Unpaid: those that wait for the shopper's money. */
  payStatus: PayStatus | null
  /** In small letters: each of them is in one line of the order, or all are its number. */
  words: readonly string[]
}

/** An order of the list. Amounts in minor units of its currency. */
export interface OwnOrder {
  id: number
  number: string
  placedAt: Date
  status: OrderStatus
  payStatus: PayStatus
  deliveryStatus: DeliveryStatus
  currency: string
  total: number
  toPay: number
  /** Of it, what a paid order that became dearer still waits for. */
  due: number
  credit: number
  captured: number
  refunded: number
  /** What went back as store credit or as other goods; 0 where no money did. */
  given: number
  /** What went back as store credit. */
  asCredit: number
  /** Money that is being given back and has not arrived yet. */
  isRefundPending: boolean
  isToPay: boolean
  /** Of the last payment; null where there was nothing to pay. */
  provider: string | null
  units: number
  lineCount: number
  lines: Pick<OrderLineRow, 'id' | 'title' | 'choice' | 'picture' | 'quantity'>[]
}

/** A page of the customer's orders. */
export interface OwnPage {
  /** Of all orders of the customer, whatever is filtered. */
  counts: OwnCounts
  /** Orders on all pages; null where the filter is one whose orders are counted anyway. */
  total: number | null
  /** The newest first; none on a page after the last one. */
  orders: OwnOrder[]
}

/** A page of the customer's orders, with the counts beside it: one statement. */
export async function findOwnOrders(
  db: Db,
  customer: number,
  filter: OwnFilter,
  { offset, most }: { offset: number; most: number },
): Promise<OwnPage> {
  // Orders that are not counted here are read in the order of the index, no further than to the end of the page.
  // Within the text, `most` is known to PostgreSQL when it makes a plan: as a parameter, it plans each time anew.
  const total = isCounted(filter) ? sql`null::int` : sql`(select count(*)::int from found)`
  const { rows: found } = await sql<OwnCounts & { found: number | null } & (OwnOrder | { id: null })>`
    with counts as (${countsOf(customer)}),
    found as (
      select o.id, o.placed_at
      from orders o
      where o.customer_id = ${customer} and ${conditionOf(filter)}
    ),
    page as (select id from found order by placed_at desc, id desc offset ${offset} limit ${sql.lit(most)})
    select counts.*, ${total} as found, o.id, o.number, o.placed_at as "placedAt", o.status,
      o.pay_status as "payStatus", o.delivery_status as "deliveryStatus", o.currency, o.total,
      o.to_pay as "toPay", o.due, o.credit, o.captured, o.refunded,
      case when o.refunded > 0 then ${givenOf(sql`o.id`)} else 0 end as given,
      ${creditedOf(sql`o.id`)} as "asCredit",
      o.refunded > 0
      and exists (
        select from refunds r
        where r.order_id = o.id and r.status = 'pending' and r.payment_id is not null
      ) as "isRefundPending",
      ${isToPay} as "isToPay",
      (select p.provider from payments p where p.order_id = o.id order by p.id desc limit 1) as provider,
      l.units, l."lineCount", l.lines
    from counts
    left join page on true
    left join orders o on o.id = page.id
    left join lateral (
      select coalesce(sum(quantity), 0)::int as units, count(*)::int as "lineCount",
        coalesce(
          json_agg(
            json_build_object(
              'id', id, 'title', title,
              'choice', choice, 'picture', picture,
              'quantity', quantity
            )
            order by position
          ) filter (where nth <= ${shownLines}),
          '[]'
        ) as lines
      from (select *, row_number() over (order by position) as nth from order_lines where order_id = o.id) x
    ) l on true
    order by o.placed_at desc, o.id desc`.execute(rows(db))
  // Of a page without orders, one row has the counts.
  const { all, inProgress, completed, cancelled, pendingCancellation, paid } = found[0]!
  return {
    counts: { all, inProgress, completed, cancelled, pendingCancellation, paid },
    total: found[0]!.found,
    orders: found.filter((row) => row.id !== null),
  }
}

/** The orders of this filter are those of one of {@link OwnCounts}. */
function isCounted({ status, payStatus, words }: OwnFilter): boolean {
  return words.length === 0 && payStatus !== 'unpaid' && (status === null || payStatus === null)
}

function conditionOf({ status, payStatus, words }: OwnFilter): RawBuilder<unknown> {
  const parts = [
    ...(status === null ? [] : [sql`o.status = ${status}`]),
    ...(payStatus === 'paid' ? [sql`o.pay_status = 'paid'`] : []),
    ...(payStatus === 'unpaid' ? [isToPay] : []),
    ...(words.length === 0 ? [] : [isFound(words)]),
  ]
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/** `strpos`, since nothing in a visitor's words is a pattern. Numbers are found with and without their hyphen. */
function isFound(words: readonly string[]): RawBuilder<unknown> {
  const number = words.join('').replaceAll('-', '').toUpperCase()
  const inLine = words.map((word) => sql`strpos(l.words, ${word}) > 0`)
  return sql`(
      (length(${number}) >= 3 and strpos(replace(o.number, '-', ''), ${number}) > 0)
      or exists (select from order_lines l where l.order_id = o.id and ${sql.join(inLine, sql` and `)})
    )`
}

export interface OwnCounts {
  all: number
  inProgress: number
  completed: number
  cancelled: number
  pendingCancellation: number
  paid: number
}

function countsOf(customer: number): RawBuilder<OwnCounts> {
  return sql<OwnCounts>`
    select count(*)::int as "all", (count(*) filter (where status = 'in_progress'))::int as "inProgress",
      (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where status = 'cancelled'))::int as cancelled,
      (count(*) filter (where status = 'pending_cancellation'))::int as "pendingCancellation",
      (count(*) filter (where pay_status = 'paid'))::int as paid
    from orders
    where customer_id = ${customer}`
}

export async function countOwnOrders(db: Db, customer: number): Promise<OwnCounts> {
  const { rows: found } = await countsOf(customer).execute(rows(db))
  return found[0]!
}

/** How many of the customer's orders wait for money. */
export async function countToPay(db: Db, customer: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count
    from orders o
    where o.customer_id = ${customer} and ${isToPay}`.execute(rows(db))
  return found[0]!.count
}
