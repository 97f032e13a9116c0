import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** Rows of one statement: a large deletion ends within the time that statements have. */
const batch = 5_000

/**
 * Deletes carts that nobody has changed since `untouchedSince`, and empty ones that nobody has changed since
 * `emptySince`. An empty cart stays while its token owns a checkout, an order or favourites: without the cart the
 * browser would get another token, and no longer see them. Both read the whole table, since an index on the time of the
 * last change would be written with every change of every cart.
 */
export async function pruneCarts(db: Db, untouchedSince: Date, emptySince: Date): Promise<void> {
  const untouched = sql`
    delete from carts
    where id in (
      select id
      from carts
      where updated_at < ${untouchedSince}
      limit ${batch} for update skip locked
    )`
  const empty = sql`
    delete from carts
    where id in (
      select c.id
      from carts c
      where c.updated_at < ${emptySince}
        and not exists (select from cart_lines l where l.cart_id = c.id)
        and not exists (select from saved_lines l where l.cart_id = c.id)
        and not exists (select from checkouts k where k.owner_hash = c.token_hash)
        and not exists (select from orders o where o.owner_hash = c.token_hash)
        and not exists (select from favourite_lists f where f.browser_hash = c.token_hash)
      limit ${batch} for update of c skip locked
    )`
  for (const deletion of [untouched, empty]) {
    let deleted = batch
    while (deleted >= batch) deleted = Number((await deletion.execute(rows(db))).numAffectedRows ?? 0n)
  }
}

/** Deletes the cart of an owner, with what is saved for later. */
export async function deleteCart(tx: Tx, owner: Buffer): Promise<void> {
  await sql`delete from carts where token_hash = ${owner}`.execute(rows(tx))
}
