import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { Owner } from '../rules/owner.ts'

/* The lists themselves. Every write locks its list first, so that writes of two tabs see each other. */

/** Whether `favourite_lists l` is the owner's. */
export function isOf(owner: Owner): RawBuilder<boolean> {
  return 'customer' in owner
    ? sql<boolean>`l.customer_id = ${owner.customer}`
    : sql<boolean>`l.browser_hash = ${owner.browser}`
}

/** Locks the owner's list, and makes it where there is none. Returns its id. */
export async function openList(tx: Tx, owner: Owner, now: Date): Promise<number> {
  const isCustomers = 'customer' in owner
  const { rows: found } = await sql<{ id: number }>`
    insert into favourite_lists (browser_hash, customer_id, created_at, updated_at)
    values (${isCustomers ? null : owner.browser}, ${isCustomers ? owner.customer : null}, ${now}, ${now})
    on conflict (${sql.ref(isCustomers ? 'customer_id' : 'browser_hash')}) do update set
      updated_at = excluded.updated_at
    returning id`.execute(rows(tx))
  return found[0]!.id
}

/** Locks the owner's list for a change; null where there is none. */
export async function lockList(tx: Tx, owner: Owner, now: Date): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    update favourite_lists l set updated_at = ${now} where ${isOf(owner)} returning l.id`.execute(rows(tx))
  return found[0]?.id ?? null
}

export interface ShareRow {
  sharedAt: Date
}

/** Since when the owner's list is shared; null: it is not. */
export async function findShare(db: Db, owner: Owner | null): Promise<ShareRow | null> {
  if (owner === null) return null
  const { rows: found } = await sql<ShareRow>`
    select l.shared_at as "sharedAt"
    from favourite_lists l
    where ${isOf(owner)} and l.shared_at is not null`.execute(rows(db))
  return found[0] ?? null
}

/** Shares a locked list by this token alone; null withdraws the link. */
export async function setShare(tx: Tx, listId: number, hash: Buffer | null, now: Date): Promise<void> {
  await rows(tx)
    .updateTable('favourite_lists')
    .set({ share_hash: hash, shared_at: hash === null ? null : now })
    .where('id', '=', listId)
    .execute()
}

/** The owner of the list that a link shows; null for a link that is not, or no longer, one of this shop. */
export async function findSharer(db: Db, hash: Buffer): Promise<Owner | null> {
  const { rows: found } = await sql<{ browser: Buffer | null; customer: number | null }>`
    select l.browser_hash as browser, l.customer_id as customer
    from favourite_lists l
    where l.share_hash = ${hash}`.execute(rows(db))
  const [list] = found
  if (list === undefined) return null
  return list.customer === null ? { browser: list.browser! } : { customer: list.customer }
}

/** Deletes guests' lists that nobody changed since `untouchedSince`, and whose browser the shop no longer knows. */
export async function pruneLists(db: Db, untouchedSince: Date): Promise<void> {
  await sql`
    delete from favourite_lists l
    where l.browser_hash is not null
      and l.updated_at < ${untouchedSince}
      and not exists (select from carts c where c.token_hash = l.browser_hash)`.execute(rows(db))
}

/** Deletes a customer's list, with all that is in it: the account is closed. */
export async function deleteList(tx: Tx, customer: number): Promise<void> {
  await sql`delete from favourite_lists where customer_id = ${customer}`.execute(rows(tx))
}
