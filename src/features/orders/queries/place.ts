import { sql } from 'kysely'
import type { PayStatus } from '#domain/order.ts'
import type { Quote } from '#domain/quote.ts'
import { available } from '#features/catalog/queries/sellable.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { OrderLineRow } from './read.ts'

/*
 * Writing an order. Locks in the order of everybody: SKUs, then coupons, each by ascending id. What locks is a statement
 * of its own: one that locks and changes goes back to the row as it was when it began, and there it can wait for who
 * waits for it.
 */

/** Locks SKUs for a change of their stock. */
export async function lockSkus(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from skus where id = any(${ids}::bigint[]) order by id for no key update`.execute(rows(tx))
}

export interface HeldUnits {
  skuId: number
  productId: number
  /** What can be sold of it still; below 0 where it is ordered first. */
  left: number
  backorder: boolean
}

/**
 * Holds units of locked SKUs, of each all that are asked for or none. Those of which there are not enough, or that are no
 * longer sold, are missing from the answer: whoever asked rolls back. @param wanted a SKU once
 */
export async function holdUnits(
  tx: Tx,
  wanted: readonly { skuId: number; quantity: number }[],
): Promise<HeldUnits[]> {
  const ids = wanted.map(({ skuId }) => skuId)
  const quantities = wanted.map(({ quantity }) => quantity)
  const { rows: found } = await sql<HeldUnits>`
    update skus s
    set held = s.held + w.quantity
    from unnest(${ids}::bigint[], ${quantities}::int[]) w(id, quantity)
    where s.id = w.id and not s.retired and (s.backorder or ${available} >= w.quantity)
    returning s.id as "skuId", s.product_id as "productId", ${available} as left,
      s.backorder`.execute(rows(tx))
  return found
}

export interface CountedCoupon {
  id: number
  /** It was the last use that there was. */
  isUsedUp: boolean
}

/** Locks coupons that are to be counted. */
export async function lockCoupons(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    select from coupons where id = any(${ids}::bigint[]) order by id for no key update`.execute(rows(tx))
}

/** Counts one use of each locked coupon; one that is used up is missing from the answer: whoever asked rolls back. */
export async function countCoupons(tx: Tx, coupons: readonly number[]): Promise<CountedCoupon[]> {
  const { rows: found } = await sql<CountedCoupon>`
    update coupons c
    set used_count = c.used_count + 1
    where c.id = any(${coupons}::bigint[]) and (c.use_limit is null or c.used_count < c.use_limit)
    returning c.id, coalesce(c.used_count >= c.use_limit, false) as "isUsedUp"`.execute(rows(tx))
  return found
}

/**
 * Notes whose uses they are, each in the first of the customer's slots that is free; a coupon without a free one is
 * missing from the answer. The coupons are locked, so that nobody else is looking for a slot.
 */
export async function noteCouponUses(
  tx: Tx,
  orderId: number,
  coupons: readonly number[],
  who: string,
  now: Date,
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    insert into coupon_uses (coupon_id, who, slot, order_id, at)
    select c.id, ${who}, free.n, ${orderId}, ${now}
    from coupons c
    cross join lateral (
      select n
      from generate_series(
        1,
        least(
          c.limit_per_customer,
          1 + (select count(*) from coupon_uses u where u.coupon_id = c.id and u.who = ${who})
        )
      ) n
      where not exists (select from coupon_uses u where u.coupon_id = c.id and u.who = ${who} and u.slot = n)
      order by n limit 1
    ) free
    where c.id = any(${coupons}::bigint[])
    returning coupon_id as id`.execute(rows(tx))
  return found.map(({ id }) => id)
}

export interface NewOrderLine extends Pick<OrderLineRow, 'sku' | 'slug' | 'title' | 'choice' | 'picture'> {
  skuId: number
  productId: number
  quantity: number
  /** Minor units, as in the quote. */
  amount: number
  net: number
  tax: number
}

export interface NewOrderRow {
  number: string
  checkoutId: number
  ownerHash: Buffer
  customerId: number | null
  locale: string
  currency: string
  conversion: { rate: string; roundTo: number } | null
  email: string
  contact: Contact
  address: Address
  billing: Address
  note: string
  shipping: { code: string; name: string; days: { from: number; to: number } | null }
  paymentMethod: string
  quote: Quote
  payStatus: PayStatus
  holdUntil: Date | null
  lines: readonly NewOrderLine[]
  now: Date
}

/** Writes an order whose units are held, with its lines, its first event and its moves of stock. Null: the number is taken. */
export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<number | null> {
  const { quote, now, payStatus } = order
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const lines = order.lines.map((line, position) => ({ ...line, position }))
  const { rows: made } = await sql<{ id: number }>`
    with placed as (
      insert into orders (
        number, checkout_id, owner_hash, customer_id, locale, currency, conversion, email, contact, address,
        billing, note, shipping, payment_method, quote, total, credit, pay_status, paid_at, hold_until,
        placed_at
      )
      values (
        ${order.number}, ${order.checkoutId}, ${order.ownerHash}, ${order.customerId}, ${order.locale},
        ${order.currency}, ${order.conversion === null ? null : JSON.stringify(order.conversion)}::jsonb,
        ${order.email}, ${json(order.contact)}, ${json(order.address)}, ${json(order.billing)}, ${order.note},
        ${json(order.shipping)}, ${order.paymentMethod}, ${json(quote)}, ${quote.total}, ${quote.credit},
        ${payStatus}, case when ${payStatus} = 'paid' then ${now}::timestamptz end, ${order.holdUntil}, ${now}
      )
      on conflict (number) do nothing
      returning id
    ),
    wanted as (
      select placed.id as order_id, l.*
      from placed,
        jsonb_to_recordset(${json(lines)}) l(
          position int, "skuId" bigint, "productId" bigint, sku text, slug text, title text, choice text,
          picture jsonb, quantity int, amount bigint, net bigint, tax bigint
        )
    ),
    lines as (
      insert into order_lines (
        order_id, position, sku_id, product_id, sku, slug, title, choice, picture, quantity, amount, net, tax,
        held
      )
      select order_id, position, "skuId", "productId", sku, slug, title, choice, nullif(picture, 'null'),
        quantity, amount, net, tax, quantity
      from wanted
    ),
    moved as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select "skuId", order_id, 'hold', 0, quantity, ${now}
      from wanted
      order by "skuId"
    ),
    noted as (
      insert into order_events (order_id, kind, actor, at)
      select id, kind, 'customer', ${now}
      from placed,
        unnest(case when ${payStatus} = 'paid' then array['placed', 'paid'] else array['placed'] end) kind
    )
    select id
    from placed`.execute(rows(tx))
  return made[0]?.id ?? null
}
