import { sql } from 'kysely'
import type { MergeFavourite } from '#domain/favourites-merge.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface StoredFavourite extends MergeFavourite {
  /** Of the row. */
  favouriteId: number
}

/** All of a locked list, hidden ones included, what was added last first. */
export async function storedIn(tx: Tx, listId: number): Promise<StoredFavourite[]> {
  const { rows: found } = await sql<StoredFavourite>`
    select id as "favouriteId", case when product_id is null then 'article' else 'product' end as type,
      coalesce(product_id, article_id) as id, added_at as "addedAt"
    from favourites
    where list_id = ${listId}
    order by added_at desc, id desc`.execute(rows(tx))
  return found
}

/**
 * Moves favourites from one locked list to another, with the link by which the first is shared if the second has none.
 * What else the first list holds is in the second already, or stays if it is named in `staying`.
 */
export async function moveFavourites(
  tx: Tx,
  { from, to, moving, staying }: { from: number; to: number; moving: number[]; staying: number[] },
): Promise<void> {
  await sql`update favourites set list_id = ${to} where id = any(${moving}::bigint[])`.execute(rows(tx))
  await sql`
    delete from favourites where list_id = ${from} and id <> all(${staying}::bigint[])`.execute(rows(tx))
  const { rows: found } = await sql<{ shareHash: Buffer | null; sharedAt: Date | null }>`
    select share_hash as "shareHash", shared_at as "sharedAt"
    from favourite_lists
    where id = ${from}`.execute(rows(tx))
  const { shareHash, sharedAt } = found[0]!
  await sql`
    update favourite_lists set share_hash = null, shared_at = null where id = ${from}`.execute(rows(tx))
  if (staying.length === 0) await sql`delete from favourite_lists where id = ${from}`.execute(rows(tx))
  await sql`
    update favourite_lists
    set share_hash = ${shareHash}, shared_at = ${sharedAt}
    where id = ${to} and share_hash is null`.execute(rows(tx))
}
