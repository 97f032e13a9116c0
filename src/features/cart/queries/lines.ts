import { sql } from 'kysely'
import type { LineTrouble, Supply } from '#domain/cart.ts'
import type { QuantityRule } from '#domain/quantity/quantity-rule.ts'
import { available, offered, offeredIn, quantityRule } from '#features/catalog/queries/sellable.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Every write first locks the visitor's cart, so writes of two tabs come one after the other and see each other. */

/** Units in a visitor's cart; 0 when there is no such cart. */
export async function countUnits(db: Db, tokenHash: Buffer | null): Promise<number> {
  if (!tokenHash) return 0
  const found = await sql<{ count: number }>`
    select coalesce(sum(quantity), 0)::int as count
    from cart_lines
    where cart_id = (select id from carts where token_hash = ${tokenHash})`.execute(rows(db))
  return found.rows[0]!.count
}

export interface Addition {
  /** The cart of the visitor's cookie. Null or unknown: a cart is made under `newTokenHash`. */
  tokenHash: Buffer | null
  newTokenHash: Buffer
  sku: string
  /** Null: the fewest that can be added, which is the minimum at first and a step then. */
  quantity: number | null
  currency: string
  /** The most that the shop allows in one line. */
  limit: number
  now: Date
}

export interface AdditionOutcome extends Supply {
  /** Null when nothing was written: the line would hold more than is allowed. */
  cartId: number | null
  /** A cart was made. */
  made: boolean
  /** The SKU was not in the cart before. */
  isNewLine: boolean
}

/** How many units it has added. */
export function unitsAdded(
  wanted: number | null,
  { isNewLine, minQuantity, quantityStep }: Pick<AdditionOutcome, 'isNewLine' | keyof QuantityRule>,
): number {
  return wanted ?? (isNewLine ? minQuantity : quantityStep)
}

/**
 * Adds to a line, or creates it and the cart, in one guarded statement: beyond stock or limit nothing is written.
 * Null if there is no such SKU.
 */
export async function addUnits(tx: Tx, addition: Addition): Promise<AdditionOutcome | null> {
  const { tokenHash, newTokenHash, sku, quantity, currency, limit, now } = addition
  const more = sql`coalesce(${quantity}::int, (select step from allowed))`
  const found = await sql<AdditionOutcome>`
    with wanted as materialized (
      select s.id, s.backorder, ${available} as available, price.amount,
        ${offered} and price.amount is not null as offered, ${quantityRule}
      from skus s
      join products p on p.id = s.product_id
      left join sku_prices price on price.sku_id = s.id and price.currency = ${currency}
      where s.sku = ${sku}
    ),
    allowed as (
      -- Neither limit need be in whole steps, since the quantity has to be.
      select id, amount, "minQuantity" as fewest, "quantityStep" as step,
        coalesce(${quantity}::int, "minQuantity") as units,
        least(
          coalesce("maxQuantity", greatest(${limit}::int, "minQuantity")),
          case when not backorder then available end
        ) as most
      from wanted
      where offered
    ),
    known as materialized (select id from carts where token_hash = ${tokenHash}::bytea for update),
    made as (
      insert into carts (token_hash, created_at, updated_at)
      select ${newTokenHash}::bytea, ${now}, ${now}
      from allowed
      where units between fewest and most and units % step = 0 and not exists (select from known)
      returning id
    ),
    line as (
      insert into cart_lines (cart_id, sku_id, quantity, added_at, seen_amount, seen_currency)
      select cart.id, allowed.id, units, ${now}, allowed.amount, ${currency}
      from (select id from known union all select id from made) cart, allowed
      -- A line that is there already may grow by fewer than the minimum.
      where units <= most
        and (
          (units >= fewest and units % step = 0)
          or exists (select from cart_lines l where l.cart_id = cart.id and l.sku_id = allowed.id)
        )
      on conflict (cart_id, sku_id) do update set quantity = cart_lines.quantity + ${more}, selected = true,
        added_at = excluded.added_at, seen_amount = excluded.seen_amount,
        seen_currency = excluded.seen_currency, seen_trouble = null
      where exists (
        select from allowed
        where cart_lines.quantity + ${more} between fewest and most
          and (cart_lines.quantity + ${more}) % step = 0
      )
      -- No transaction has ever replaced a row that was just inserted.
      returning cart_id, xmax = 0 as is_new
    ),
    touched as (update carts set updated_at = ${now} where id in (select cart_id from line))
    select available, backorder, offered, "minQuantity", "maxQuantity", "quantityStep",
      line.cart_id as "cartId", coalesce(line.is_new, false) as "isNewLine", exists (select from made) as made
    from wanted
    left join line on true`.execute(rows(tx))
  return found.rows[0] ?? null
}

/** Units of a SKU in a visitor's cart. */
export async function unitsOf(db: Db, tokenHash: Buffer | null, sku: string): Promise<number> {
  if (!tokenHash) return 0
  const found = await sql<{ quantity: number }>`
    select l.quantity
    from cart_lines l
    join carts c on c.id = l.cart_id
    join skus s on s.id = l.sku_id
    where c.token_hash = ${tokenHash} and s.sku = ${sku}`.execute(rows(db))
  return found.rows[0]?.quantity ?? 0
}

/** Locks the visitor's cart for a write; null when there is no such cart. */
export async function lockCart(tx: Tx, tokenHash: Buffer | null): Promise<number | null> {
  if (!tokenHash) return null
  const cart = await rows(tx)
    .selectFrom('carts')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  return cart?.id ?? null
}

export async function touchCart(tx: Tx, cartId: number, now: Date): Promise<void> {
  await rows(tx).updateTable('carts').set({ updated_at: now }).where('id', '=', cartId).execute()
}

export interface LineFacts extends Supply {
  quantity: number
  skuId: number
  productId: number
}

/** One line of a locked cart with the stock of its SKU; null if the cart has no such line. */
export async function findLine(
  tx: Tx,
  cartId: number,
  line: number,
  currency: string,
): Promise<LineFacts | null> {
  const found = await sql<LineFacts>`
    select l.quantity, l.sku_id as "skuId", s.product_id as "productId", s.backorder,
      ${available} as available, ${offeredIn(currency)} as offered, ${quantityRule}
    from cart_lines l
    join skus s on s.id = l.sku_id
    join products p on p.id = s.product_id
    where l.id = ${line} and l.cart_id = ${cartId}`.execute(rows(tx))
  return found.rows[0] ?? null
}

export interface SkuFacts extends Supply {
  id: number
  /** Units of it in the cart. */
  inCart: number
}

/** Another SKU of the same product, with the cart's units of it; null if there is none of that name. */
export async function findSibling(
  tx: Tx,
  cartId: number,
  productId: number,
  sku: string,
  currency: string,
): Promise<SkuFacts | null> {
  const found = await sql<SkuFacts>`
    select s.id, s.backorder, ${available} as available, ${offeredIn(currency)} as offered, ${quantityRule},
      coalesce(
        (select l.quantity from cart_lines l where l.cart_id = ${cartId} and l.sku_id = s.id), 0
      ) as "inCart"
    from skus s
    join products p on p.id = s.product_id
    where s.sku = ${sku} and s.product_id = ${productId}`.execute(rows(tx))
  return found.rows[0] ?? null
}

export async function setQuantity(tx: Tx, cartId: number, line: number, quantity: number): Promise<void> {
  await rows(tx)
    .updateTable('cart_lines')
    .set({ quantity })
    .where('id', '=', line)
    .where('cart_id', '=', cartId)
    .execute()
}

/** Changes a line's SKU; merges it into a line that has that SKU already. */
export async function setSku(
  tx: Tx,
  cartId: number,
  line: number,
  skuId: number,
  quantity: number,
): Promise<void> {
  await rows(tx).deleteFrom('cart_lines').where('cart_id', '=', cartId).where('sku_id', '=', skuId).execute()
  await rows(tx)
    .updateTable('cart_lines')
    .set({ sku_id: skuId, quantity, seen_amount: null, seen_currency: null, seen_trouble: null })
    .where('id', '=', line)
    .where('cart_id', '=', cartId)
    .execute()
}

export interface RemovedRow {
  sku: string
  quantity: number
  title: string | null
}

/** Deletes lines of the cart, and returns those that existed. */
export async function deleteLines(
  tx: Tx,
  cartId: number,
  lines: readonly number[],
  chain: readonly string[],
): Promise<RemovedRow[]> {
  const found = await sql<RemovedRow>`
    with gone as (
      delete from cart_lines
      where cart_id = ${cartId} and id = any(${lines}::bigint[])
      returning id, sku_id, quantity, added_at
    )
    select s.sku, gone.quantity,
      (
        select t.title
        from product_texts t
        where t.product_id = s.product_id
        order by array_position(${chain}::text[], t.locale) limit 1
      ) as title
    from gone
    join skus s on s.id = gone.sku_id
    order by gone.added_at desc, gone.id desc`.execute(rows(tx))
  return found.rows
}

/** Returns how many of the lines are in the cart. */
export async function setSelected(
  tx: Tx,
  cartId: number,
  lines: readonly number[],
  on: boolean,
): Promise<number> {
  const result = await rows(tx)
    .updateTable('cart_lines')
    .set({ selected: on })
    .where('cart_id', '=', cartId)
    .where('id', 'in', [...lines])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The products in a cart. */
export async function productsInCart(db: Db, tokenHash: Buffer): Promise<number[]> {
  const found = await rows(db)
    .selectFrom('carts')
    .innerJoin('cart_lines', 'cart_lines.cart_id', 'carts.id')
    .innerJoin('skus', 'skus.id', 'cart_lines.sku_id')
    .where('carts.token_hash', '=', tokenHash)
    .select('skus.product_id as id')
    .distinct()
    .execute()
  return found.map(({ id }) => id)
}

/** The state of a line that its owner has seen. */
export interface SeenLine {
  id: number
  /** Minor units for one. */
  amount: number | null
  currency: string
  trouble: LineTrouble | null
}

/** Records what was seen, so that later changes can be reported. */
export async function setSeen(db: Db, cartId: number, lines: readonly SeenLine[]): Promise<void> {
  await sql`
    update cart_lines l
    set seen_amount = seen.amount, seen_currency = seen.currency, seen_trouble = seen.trouble
    from unnest(
      ${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ amount }) => amount)}::bigint[],
      ${lines.map(({ currency }) => currency)}::text[], ${lines.map(({ trouble }) => trouble)}::text[]
    ) seen(id, amount, currency, trouble)
    where l.id = seen.id and l.cart_id = ${cartId}`.execute(rows(db))
}

/** Columns of a cart other than lines and coupons; absent ones stay. */
export interface CartChange {
  couponCodes?: string[]
  country?: string | null
  note?: string
}

/** Writes to a locked cart. */
export async function updateCart(tx: Tx, cartId: number, change: CartChange): Promise<void> {
  const { couponCodes, ...others } = change
  const columns = couponCodes === undefined ? others : { ...others, coupon_codes: couponCodes }
  await rows(tx).updateTable('carts').set(columns).where('id', '=', cartId).execute()
}

/** The coupons of a locked cart. */
export async function keptBy(tx: Tx, cartId: number): Promise<{ couponCodes: string[] }> {
  return rows(tx)
    .selectFrom('carts')
    .select('coupon_codes as couponCodes')
    .where('id', '=', cartId)
    .executeTakeFirstOrThrow()
}

export async function countLines(tx: Tx, cartId: number): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from cart_lines where cart_id = ${cartId}`.execute(rows(tx))
  return found[0]!.count
}

/** The products that were put into a cart last: id and slug, newest first. */
export async function newestInCart(
  db: Db,
  tokenHash: Buffer | null,
  limit: number,
): Promise<{ id: number; slug: string }[]> {
  if (!tokenHash) return []
  const { rows: found } = await sql<{ id: number; slug: string }>`
    select p.id, p.slug
    from cart_lines l
    join skus s on s.id = l.sku_id
    join products p on p.id = s.product_id
    where l.cart_id = (select id from carts where token_hash = ${tokenHash})
    group by p.id
    order by max(l.added_at) desc, p.id limit ${limit}`.execute(rows(db))
  return found
}
