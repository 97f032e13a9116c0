import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** An application as it was typed: what of it can still be is decided when it is shown. */
export interface StoredDraft {
  /** Drafts of before there was one have none. */
  way?: string
  type: string | null
  reason: string | null
  refundTo: string
  lines: { line: number; quantity: number; exchangeFor: string | null }[]
  description: string
  /** Ids of uploads. */
  images: string[]
}

export async function findDraft(db: Db, orderId: number): Promise<StoredDraft | null> {
  const { rows: found } = await sql<{ draft: StoredDraft }>`
    select draft from return_drafts where order_id = ${orderId}`.execute(rows(db))
  return found[0]?.draft ?? null
}

export async function putDraft(db: Db, orderId: number, draft: StoredDraft, now: Date): Promise<void> {
  await sql`
    insert into return_drafts (order_id, draft, updated_at)
    values (${orderId}, ${JSON.stringify(draft)}::jsonb, ${now})
    on conflict (order_id) do update set draft = excluded.draft,
      updated_at = excluded.updated_at`.execute(rows(db))
}

export async function deleteDraft(db: Db, orderId: number): Promise<void> {
  await sql`delete from return_drafts where order_id = ${orderId}`.execute(rows(db))
}

/** Deletes those that nobody has come back to since. */
export async function pruneDrafts(db: Db, before: Date): Promise<void> {
  await sql`delete from return_drafts where updated_at < ${before}`.execute(rows(db))
}
