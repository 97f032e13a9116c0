import { sql } from 'kysely'
import { available } from '#features/catalog/queries/sellable.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Units that a return holds or brings back. Its order is locked, and so are the SKUs, in ascending order. */

/** Locks the SKUs that a return holds or that come back with it, and returns their products. */
export async function lockSkusOfReturn(tx: Tx, returnId: number): Promise<number[]> {
  const { rows: found } = await sql<{ productId: number }>`
    select product_id as "productId"
    from skus
    where id in (
      select x
      from return_lines rl
      join order_lines l on l.id = rl.order_line_id, unnest(array[l.sku_id, rl.exchange_sku_id]) x
      where rl.return_id = ${returnId}
    )
    order by id for no key update`.execute(rows(tx))
  return [...new Set(found.map(({ productId }) => productId))].toSorted((a, b) => a - b)
}

/** Notes the units that the application has just held. */
export async function noteHeld(tx: Tx, returnId: number, now: Date): Promise<void> {
  await sql`
    insert into stock_moves (sku_id, return_id, kind, on_hand, held, at)
    select exchange_sku_id, ${returnId}::bigint, 'hold', 0, sum(exchange_held)::int, ${now}::timestamptz
    from return_lines
    where return_id = ${returnId} and exchange_held > 0
    group by 1
    order by 1`.execute(rows(tx))
}

/**
 * Gives up held units: all of them, or those beyond what is still wanted.
 * @param keep how many units of a line stay held, by the id of the return's line
 */
export async function giveUpHeld(
  tx: Tx,
  returnId: number,
  keep: readonly { id: number; quantity: number }[],
  now: Date,
): Promise<void> {
  await sql`
    with wanted as (
      select *
      from unnest(
        ${keep.map(({ id }) => id)}::bigint[], ${keep.map(({ quantity }) => quantity)}::int[]
      ) w(id, quantity)
    ),
    given as materialized (
      select l.id, l.exchange_sku_id as sku, l.exchange_held - coalesce(w.quantity, 0) as units
      from return_lines l
      left join wanted w on w.id = l.id
      where l.return_id = ${returnId} and l.exchange_held > coalesce(w.quantity, 0)
    ),
    lines as (
      update return_lines l
      set exchange_held = l.exchange_held - g.units
      from given g
      where l.id = g.id
    ),
    units as (select sku, sum(units)::int as units from given where sku is not null group by 1),
    noted as (
      insert into stock_moves (sku_id, return_id, kind, on_hand, held, at)
      select sku, ${returnId}::bigint, 'release', 0, -units, ${now}::timestamptz
      from units
    )
    update skus s
    set held = s.held - u.units
    from units u
    where s.id = u.sku`.execute(rows(tx))
}

/** Puts units that came back on the shelf. @param units by the id of the return's line */
export async function restock(
  tx: Tx,
  returnId: number,
  units: readonly { id: number; quantity: number }[],
  now: Date,
): Promise<void> {
  await sql`
    with came as (
      select l.sku_id as sku, sum(w.quantity)::int as units
      from unnest(
        ${units.map(({ id }) => id)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
      ) w(id, quantity)
      join return_lines rl on rl.id = w.id and rl.return_id = ${returnId}
      join order_lines l on l.id = rl.order_line_id
      where l.sku_id is not null and w.quantity > 0
      group by 1
    ),
    noted as (
      insert into stock_moves (sku_id, return_id, kind, on_hand, held, at)
      select sku, ${returnId}::bigint, 'restock', units, 0, ${now}::timestamptz
      from came
    )
    update skus s
    set on_hand = s.on_hand + c.units
    from came c
    where s.id = c.sku`.execute(rows(tx))
}

/** Units that came back with a return lie on the shelf because of it. */
export async function isOnShelf(tx: Tx, returnId: number): Promise<boolean> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select coalesce(sum(on_hand), 0) > 0 as "isThere"
    from stock_moves
    where return_id = ${returnId} and kind = 'restock'`.execute(rows(tx))
  return found[0]!.isThere
}

/**
 * Corrects what a return has put on the shelf: so many units of its lines, and of the others none. The SKUs of which
 * more would have to be taken off than are free; then nothing may stay of it.
 * @param units that are to be on the shelf, by the id of the return's line
 */
export async function putOnShelf(
  tx: Tx,
  returnId: number,
  units: readonly { id: number; quantity: number }[],
  now: Date,
): Promise<string[]> {
  const { rows: found } = await sql<{ sku: string }>`
    with wanted as (
      select l.sku_id as sku, sum(coalesce(w.quantity, 0))::int as units
      from return_lines rl
      join order_lines l on l.id = rl.order_line_id
      left join unnest(
        ${units.map(({ id }) => id)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
      ) w(id, quantity) on w.id = rl.id
      where rl.return_id = ${returnId} and l.sku_id is not null
      group by 1
    ),
    changes as (
      select w.sku, w.units - coalesce(b.units, 0) as units
      from wanted w
      left join (
        select sku_id, sum(on_hand)::int as units
        from stock_moves
        where return_id = ${returnId} and kind = 'restock'
        group by 1
      ) b on b.sku_id = w.sku
      where w.units <> coalesce(b.units, 0)
    ),
    moved as (
      update skus s
      set on_hand = s.on_hand + c.units
      from changes c
      where s.id = c.sku
        and (c.units > 0 or (s.on_hand + c.units >= 0 and (s.backorder or s.on_hand + c.units >= s.held)))
      returning s.id, c.units
    ),
    noted as (
      insert into stock_moves (sku_id, return_id, kind, on_hand, held, at)
      select id, ${returnId}::bigint, 'restock', units, 0, ${now}::timestamptz
      from moved
    )
    select s.sku
    from changes c
    join skus s on s.id = c.sku
    where c.sku not in (select id from moved)
    order by s.sku`.execute(rows(tx))
  return found.map(({ sku }) => sku)
}

/**
 * Holds units of an exchange again that were given up; false, and nothing written, where they are not to be had.
 * @param units in addition to those that are held, by the id of the return's line
 */
export async function holdAgain(
  tx: Tx,
  returnId: number,
  units: readonly { id: number; quantity: number }[],
  now: Date,
): Promise<boolean> {
  const { rows: found } = await sql<{ lines: number }>`
    with wanted as (
      select l.id, l.exchange_sku_id as sku, w.quantity
      from unnest(
        ${units.map(({ id }) => id)}::bigint[], ${units.map(({ quantity }) => quantity)}::int[]
      ) w(id, quantity)
      join return_lines l on l.id = w.id and l.return_id = ${returnId}
    ),
    sums as (select sku, sum(quantity)::int as units from wanted group by 1),
    held as (
      update skus s
      set held = s.held + u.units
      from sums u
      where s.id = u.sku and not s.retired and (s.backorder or ${available} >= u.units)
      returning s.id, u.units
    ),
    lines as (
      update return_lines l
      set exchange_held = l.exchange_held + w.quantity
      from wanted w
      where l.id = w.id and w.sku in (select id from held)
      returning l.id
    ),
    noted as (
      insert into stock_moves (sku_id, return_id, kind, on_hand, held, at)
      select id, ${returnId}::bigint, 'hold', 0, units, ${now}::timestamptz
      from held
    )
    select count(*)::int as lines
    from lines`.execute(rows(tx))
  return found[0]!.lines === units.length
}
