import { sql } from 'kysely'
import type { PayStatus } from '#domain/order.ts'
import type { Quote } from '#domain/quote.ts'
import { available } from '#features/catalog/queries/sellable.ts'
import type { Address, Contact } from '#features/postal/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { OrderLineRow } from './read.ts'

/*
 * Writing an order. All code takes its locks in one order: SKUs, then coupons, each by ascending id. Locks are
 * statements of their own. An UPDATE that has to wait re-checks the old row version (EvalPlanQual), and two of them
 * can deadlock over one row.
 */

/** Locks SKUs for a change of their stock. */
export async function lockSkus(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from skus where id = any(${ids}::bigint[]) order by id for no key update`.execute(rows(tx))
}

export interface HeldUnits {
  skuId: number
  productId: number
  /** What can still be sold; below 0 for backorders. */
  left: number
  onHand: number
  backorder: boolean
  minQuantity: number
}

/**
 * Holds units of locked SKUs, for each either all wanted units or none. SKUs without enough units, or no longer sold,
 * are missing in the result: the caller rolls back then. @param wanted each SKU once
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
    returning s.id as "skuId", s.product_id as "productId", ${available} as left, s.on_hand as "onHand",
      s.backorder, s.min_quantity as "minQuantity"`.execute(rows(tx))
  return found
}

export interface CountedCoupon {
  id: number
  /** That was the last use of a coupon that everybody is offered. One for whoever knows its code is on no page. */
  isUsedUp: boolean
}

/** Locks coupons that are about to be counted. */
export async function lockCoupons(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    select from coupons where id = any(${ids}::bigint[]) order by id for no key update`.execute(rows(tx))
}

/** Counts one use of each locked coupon; used-up ones are missing in the result: the caller rolls back then. */
export async function countCoupons(tx: Tx, coupons: readonly number[]): Promise<CountedCoupon[]> {
  const { rows: found } = await sql<CountedCoupon>`
    update coupons c
    set used_count = c.used_count + 1
    where c.id = any(${coupons}::bigint[]) and (c.use_limit is null or c.used_count < c.use_limit)
    returning c.id,
      coalesce(c.claimable and c.used_count >= c.use_limit, false) as "isUsedUp"`.execute(rows(tx))
  return found
}

/**
 * Records whose uses they are, each in the customer's first free slot; a coupon that the customer has used as often as
 * it may be is missing in the result. The coupons are locked, so no other transaction looks for a slot.
 * @param who all names of one customer; the use is recorded under the first
 */
export async function noteCouponUses(
  tx: Tx,
  orderId: number,
  coupons: readonly number[],
  who: readonly string[],
  now: Date,
): Promise<number[]> {
  const [name = ''] = who
  const { rows: found } = await sql<{ id: number }>`
    insert into coupon_uses (coupon_id, who, slot, order_id, at)
    select c.id, ${name}, free.n, ${orderId}, ${now}
    from coupons c
    cross join lateral (
      select n
      from generate_series(
        1,
        least(
          c.limit_per_customer,
          1 + (select count(*) from coupon_uses u where u.coupon_id = c.id and u.who = ${name})
        )
      ) n
      where not exists (select from coupon_uses u where u.coupon_id = c.id and u.who = ${name} and u.slot = n)
      order by n limit 1
    ) free
    where c.id = any(${coupons}::bigint[])
      and (
        select count(*)
        from coupon_uses u
        where u.coupon_id = c.id and u.who = any(${who}::text[])
      ) < c.limit_per_customer
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
  /** Null: it is an exchange for goods that come back. */
  checkoutId: number | null
  ownerHash: Buffer
  /** The hash of where it comes from; null where that is not known. */
  network: Buffer | null
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

/**
 * Writes an order whose units are held, with its lines, its first event and its stock moves. Null: the number is
 * taken.
 */
export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<number | null> {
  const { quote, now, payStatus } = order
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const lines = order.lines.map((line, position) => ({ ...line, position }))
  const { rows: made } = await sql<{ id: number }>`
    with placed as (
      insert into orders (
        number, checkout_id, source, owner_hash, network, customer_id, locale, currency, conversion, email,
        contact, address, billing, note, shipping, payment_method, quote, total, credit, pay_status, paid_at,
        hold_until, placed_at
      )
      values (
        ${order.number}, ${order.checkoutId}, ${order.checkoutId === null ? 'exchange' : 'checkout'},
        ${order.ownerHash}, ${order.network}, ${order.customerId}, ${order.locale}, ${order.currency},
        ${order.conversion === null ? null : JSON.stringify(order.conversion)}::jsonb, ${order.email},
        ${json(order.contact)}, ${json(order.address)}, ${json(order.billing)}, ${order.note},
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
