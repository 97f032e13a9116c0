import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Address, Contact } from '#features/postal/contract.ts'

/* Checkouts belong to the browser whose cart cookie has the token behind `owner_hash`; no other sees them. */

export interface WantedLine {
  sku: string
  quantity: number
  /** How many were in the cart when that was looked at last; absent without a cart. */
  inCart?: number
}

export interface CheckoutRow {
  id: number
  slug: string
  ownerHash: Buffer
  customerId: number | null
  cartId: number | null
  currency: string
  lines: WantedLine[]
  contact: Partial<Contact>
  address: Partial<Address>
  billing: Partial<Address> | null
  note: string
  couponCodes: string[]
  shippingMethod: string | null
  paymentMethod: string | null
  creditWanted: number | null
  /** Set when it has become an order. */
  orderNumber: string | null
}

const checkoutColumns = sql`
  c.id, c.slug, c.owner_hash as "ownerHash", c.customer_id as "customerId", c.cart_id as "cartId", c.currency,
  c.lines, c.contact, c.address, c.billing, c.note, c.coupon_codes as "couponCodes",
  c.shipping_method as "shippingMethod", c.payment_method as "paymentMethod",
  c.credit_wanted as "creditWanted", (select o.number from orders o where o.id = c.order_id) as "orderNumber"`

/** Null for another browser's checkout, as for none. */
export async function findCheckout(db: Db, slug: string, ownerHash: Buffer): Promise<CheckoutRow | null> {
  const { rows: found } = await sql<CheckoutRow>`
    select ${checkoutColumns}
    from checkouts c
    where c.slug = ${slug} and c.owner_hash = ${ownerHash}`.execute(rows(db))
  return found[0] ?? null
}

/** Locks a checkout for a write. Null for another browser's checkout, as for none. */
export async function lockCheckout(tx: Tx, slug: string, ownerHash: Buffer): Promise<CheckoutRow | null> {
  const { rows: found } = await sql<CheckoutRow & { orderId: number | null }>`
    select ${checkoutColumns}, c.order_id as "orderId"
    from checkouts c
    where c.slug = ${slug} and c.owner_hash = ${ownerHash}
    for update of c`.execute(rows(tx))
  const row = found[0]
  if (!row) return null
  // Who waited for the lock sees the row as it is now, and the tables beside it as they were before.
  return row.orderId !== null && row.orderNumber === null ? findCheckout(tx, slug, ownerHash) : row
}

/**
 * Locks an owner's open checkouts of carts. Whoever locks a cart and then writes its checkouts does this first: placing
 * an order locks its checkout, and the cart last.
 */
export async function lockCheckoutsOf(tx: Tx, ownerHash: Buffer): Promise<void> {
  await sql`
    select id
    from checkouts
    where owner_hash = ${ownerHash} and cart_id is not null and order_id is null
    order by id for update`.execute(rows(tx))
}

/** SKU → quantity of the cart that a checkout was begun from, chosen or not; what is saved for later is none. */
export async function cartBehind(db: Db, slug: string): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await sql<{ sku: string; quantity: number }>`
    select s.sku, l.quantity
    from checkouts c
    join cart_lines l on l.cart_id = c.cart_id
    join skus s on s.id = l.sku_id
    where c.slug = ${slug}`.execute(rows(db))
  return new Map(found.map(({ sku, quantity }) => [sku, quantity]))
}

/** Orders placed after `since` for the e-mail address of a checkout, counted up to `most`. */
export async function countOrdersFor(db: Db, slug: string, since: Date, most: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select from checkouts c
      join orders o on lower(o.email) = lower(c.contact->>'email')
      where c.slug = ${slug} and o.placed_at > ${since}
      limit ${most}
    ) recent`.execute(rows(db))
  return found[0]!.count
}

export interface NewCheckout {
  slug: string
  ownerHash: Buffer
  /** Null for a guest. */
  customer: number | null
  cartId: number | null
  currency: string
  locale: string
  lines: readonly WantedLine[]
  /** What is known of the buyer before anything was typed. */
  first: KnownBuyer
  now: Date
}

/** Parts of `Contact` and `Address`; empty for a guest. */
export interface KnownBuyer {
  contact: { email?: string }
  address: object
}

/** The customer's own e-mail address, and its default postal address. */
export async function findBuyer(db: Db, customer: number): Promise<KnownBuyer> {
  const { rows: found } = await sql<{ email: string | null; address: object }>`
    select
      (select account from customer_identities where customer_id = ${customer} and kind = 'email') as email,
      coalesce(
        (select address from customer_addresses where customer_id = ${customer} and is_default),
        (
          select jsonb_build_object('firstName', first_name, 'lastName', last_name)
          from customers
          where id = ${customer}
        ),
        '{}'
      ) as address`.execute(rows(db))
  const { email, address } = found[0]!
  return { contact: email === null ? {} : { email }, address }
}

/**
 * Begins a checkout. What the owner typed in the last one that became no order is in it from the start; the coupons
 * too, since they were meant for what is bought.
 */
export async function insertCheckout(tx: Tx, made: NewCheckout): Promise<void> {
  const { slug, ownerHash, customer, cartId, currency, locale, lines, first, now } = made
  await sql`
    with last as (
      select contact, address, billing, note, coupon_codes, shipping_method, payment_method
      from checkouts
      where owner_hash = ${ownerHash} and order_id is null
      order by updated_at desc, id desc limit 1
    )
    insert into checkouts (
      slug, owner_hash, customer_id, cart_id, currency, locale, lines, contact, address, billing, note,
      coupon_codes, shipping_method, payment_method, created_at, updated_at
    )
    select ${slug}, ${ownerHash}, ${customer}::bigint, ${cartId}::bigint, ${currency}, ${locale},
      ${JSON.stringify(lines)}::jsonb,
      coalesce(nullif(last.contact, '{}'), ${JSON.stringify(first.contact)}::jsonb),
      coalesce(nullif(last.address, '{}'), ${JSON.stringify(first.address)}::jsonb), last.billing,
      coalesce(last.note, ''), coalesce(last.coupon_codes, '{}'), last.shipping_method, last.payment_method,
      ${now}, ${now}
    from (select) one
    left join last on true`.execute(rows(tx))
}

/** The owner's newest checkout of exactly these lines that became no order. */
export async function openCheckoutOf(
  db: Db,
  ownerHash: Buffer,
  cartId: number | null,
  lines: readonly WantedLine[],
): Promise<string | null> {
  const { rows: found } = await sql<{ slug: string }>`
    select slug
    from checkouts
    where owner_hash = ${ownerHash}
      and order_id is null
      and cart_id is not distinct from ${cartId}::bigint
      and lines = ${JSON.stringify(lines)}::jsonb
    order by updated_at desc, id desc limit 1`.execute(rows(db))
  return found[0]?.slug ?? null
}

/** The newest checkout that an owner has begun and not placed. */
export async function newestCheckout(db: Db, ownerHash: Buffer): Promise<string | null> {
  const { rows: found } = await sql<{ slug: string }>`
    select slug
    from checkouts
    where owner_hash = ${ownerHash} and order_id is null
    order by updated_at desc, id desc limit 1`.execute(rows(db))
  return found[0]?.slug ?? null
}

/** What of a checkout can be changed; what is absent stays. */
export interface CheckoutChange {
  currency?: string
  locale?: string
  lines?: readonly WantedLine[]
  contact?: Contact
  address?: Address
  billing?: Address | null
  note?: string
  couponCodes?: readonly string[]
  shippingMethod?: string | null
  paymentMethod?: string | null
  /** Minor units of store credit, at most; null for none. */
  creditWanted?: number | null
}

/** Of a checkout that the transaction has locked. */
export async function updateCheckout(tx: Tx, id: number, change: CheckoutChange, now: Date): Promise<void> {
  const json = (value: unknown): RawBuilder<string> => sql<string>`${JSON.stringify(value)}::jsonb`
  const { currency, locale, lines, contact, address, billing, note, couponCodes } = change
  await rows(tx)
    .updateTable('checkouts')
    .set({
      updated_at: now,
      // An amount of one currency is none of another.
      ...(currency === undefined
        ? {}
        : {
            currency,
            credit_wanted: sql<number | null>`case when currency = ${currency} then credit_wanted end`,
          }),
      ...(locale === undefined ? {} : { locale }),
      ...(lines === undefined ? {} : { lines: json(lines) }),
      ...(contact === undefined ? {} : { contact: json(contact) }),
      ...(address === undefined ? {} : { address: json(address) }),
      ...(billing === undefined ? {} : { billing: billing === null ? null : json(billing) }),
      ...(note === undefined ? {} : { note }),
      ...(couponCodes === undefined ? {} : { coupon_codes: [...couponCodes] }),
      ...(change.shippingMethod === undefined ? {} : { shipping_method: change.shippingMethod }),
      ...(change.paymentMethod === undefined ? {} : { payment_method: change.paymentMethod }),
      ...(change.creditWanted === undefined ? {} : { credit_wanted: change.creditWanted }),
    })
    .where('id', '=', id)
    .execute()
}

/** Says which order a locked checkout has become, and how that is paid; null where there is nothing to pay. */
export async function closeCheckout(
  tx: Tx,
  id: number,
  order: { id: number; paymentMethod: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update checkouts
    set order_id = ${order.id}, payment_method = ${order.paymentMethod}, updated_at = ${now}
    where id = ${id}`.execute(rows(tx))
}

/** Checkouts that nobody touched since then and that became no order go; how many. */
export async function pruneCheckouts(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from checkouts where updated_at < ${before} and order_id is null`.execute(rows(db))
  return Number(numAffectedRows ?? 0n)
}

/** Enters a code in a checkout that has no order yet. */
export async function addCoupon(tx: Tx, slug: string, code: string): Promise<void> {
  await sql`
    update checkouts
    set coupon_codes = array(select own from unnest(coupon_codes) own where upper(own) <> upper(${code}))
        || ${code}::text
    where slug = ${slug} and order_id is null`.execute(rows(tx))
}

/**
 * Copies a cart's other data into a checkout that was begun from it: coupons are added, the note is the cart's if it
 * has one, the country is a default for the address.
 */
export async function carryOver(tx: Tx, cartId: number, slug: string): Promise<void> {
  await sql`
    update checkouts k
    set
      coupon_codes = k.coupon_codes
        || array(
          select code
          from unnest(c.coupon_codes) code
          where not exists (select from unnest(k.coupon_codes) own where upper(own) = upper(code))
        ),
      note = case when c.note = '' then k.note else c.note end,
      address = case
        when c.country is null or coalesce(k.address->>'country', '') <> '' then k.address
        else k.address || jsonb_build_object('country', c.country)
      end
    from carts c
    where c.id = ${cartId}
      and k.slug = ${slug}
      and (c.coupon_codes <> '{}' or c.note <> '' or c.country is not null)`.execute(rows(tx))
}

/** Deletes the checkouts of an owner that became no order: their typed addresses are nobody's any more. */
export async function deleteCheckouts(tx: Tx, owner: Buffer): Promise<void> {
  await sql`delete from checkouts where owner_hash = ${owner} and order_id is null`.execute(rows(tx))
}
