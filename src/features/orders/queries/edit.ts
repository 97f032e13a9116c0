import { sql } from 'kysely'
import type { Quote, QuotedLine } from '#domain/quote.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { NewOrderLine } from './place.ts'

/* Writing another price or other lines into a locked order of which nothing has left. Its SKUs are locked, too. */

/** One of these lines of an order that a return names, be it refused or ended; null for none. */
export async function returnedOf(db: Db, orderId: number, skus: readonly string[]): Promise<string | null> {
  const { rows: found } = await sql<{ sku: string }>`
    select sku
    from order_lines l
    where order_id = ${orderId}
      and sku = any(${skus}::text[])
      and exists (select from return_lines x where x.order_line_id = l.id)
    order by position limit 1`.execute(rows(db))
  return found[0]?.sku ?? null
}

/**
 * Replaces the quote, and what is due of a paid order; false, and nothing written, if the order is over or
 * something has left.
 */
export async function replaceQuote(
  tx: Tx,
  orderId: number,
  quote: Quote,
  /** Minor units. */
  due: number,
  /** The end of the hold is this late at least; one without an end keeps none. */
  holdUntil: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders
    set quote = ${JSON.stringify(quote)}::jsonb, total = ${quote.total}, due = ${due}, version = version + 1,
      due_reminded_at = case when due = ${due} then due_reminded_at end,
      hold_until = case when hold_until is not null then greatest(hold_until, ${holdUntil}::timestamptz) end
    where id = ${orderId}
      and status = 'in_progress'
      and delivery_status = 'unshipped'
      and credit = ${quote.credit}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Names the way by which a locked, paid order is asked for its difference, where its own cannot be. */
export async function nameMethod(tx: Tx, orderId: number, method: string): Promise<void> {
  await sql`update orders set payment_method = ${method} where id = ${orderId}`.execute(rows(tx))
}

/** The lines' prices and quantities, as the quote has them; lines that are not in it are deleted. */
export async function rewriteLines(tx: Tx, orderId: number, lines: readonly QuotedLine[]): Promise<void> {
  await sql`
    with wanted as (
      select key, quantity, amount, net, tax
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l(
        key text, quantity int, amount bigint, net bigint, tax bigint
      )
    ),
    gone as (
      delete from order_lines
      where order_id = ${orderId} and shipped = 0 and sku not in (select key from wanted)
    )
    update order_lines l
    set quantity = w.quantity, amount = w.amount, net = w.net, tax = w.tax
    from wanted w
    where l.order_id = ${orderId} and l.sku = w.key`.execute(rows(tx))
}

/** Takes units of a line out of the order: held ones are free again, sold ones are back on the shelf. */
export async function takeOutUnits(
  tx: Tx,
  orderId: number,
  line: { id: number; skuId: number },
  units: { held: number; sold: number },
  now: Date,
): Promise<void> {
  const { held, sold } = units
  await sql`
    with emptied as (update order_lines set held = held - ${held} where id = ${line.id}),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      values (${line.skuId}, ${orderId}, 'edit', ${sold}, -${held}::int, ${now})
    )
    update skus
    set on_hand = on_hand + ${sold}, held = held - ${held}
    where id = ${line.skuId}`.execute(rows(tx))
}

/** Counts units that `holdUnits` has held as a line's, whose quantity is raised before. */
export async function addHeldUnits(
  tx: Tx,
  orderId: number,
  units: readonly { skuId: number; quantity: number }[],
  now: Date,
): Promise<void> {
  await sql`
    with added as (
      select *
      from unnest(
        ${units.map(({ skuId }) => skuId)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
      ) a(sku_id, quantity)
    ),
    noted as (
      insert into stock_moves (sku_id, order_id, kind, on_hand, held, at)
      select sku_id, ${orderId}::bigint, 'hold', 0, quantity, ${now}::timestamptz
      from added
    )
    update order_lines l
    set held = l.held + a.quantity
    from added a
    where l.order_id = ${orderId} and l.sku_id = a.sku_id`.execute(rows(tx))
}

/** Adds lines behind the others, without units in stock: `addHeldUnits` counts them. */
export async function addLines(tx: Tx, orderId: number, lines: readonly NewOrderLine[]): Promise<void> {
  await sql`
    insert into order_lines (
      order_id, position, sku_id, product_id, sku, slug, title, choice, picture, quantity, amount, net, tax,
      held
    )
    select ${orderId}::bigint,
      (select coalesce(max(position), -1) from order_lines where order_id = ${orderId}) + l.n, l."skuId",
      l."productId", l.sku, l.slug, l.title, l.choice, nullif(l.picture, 'null'), l.quantity, l.amount, l.net,
      l.tax, 0
    from jsonb_to_recordset(
      ${JSON.stringify(lines.map((line, index) => ({ ...line, n: index + 1 })))}::jsonb
    ) l(
      n int, "skuId" bigint, "productId" bigint, sku text, slug text, title text, choice text, picture jsonb,
      quantity int, amount bigint, net bigint, tax bigint
    )`.execute(rows(tx))
}
