import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface Vote {
  review: number
  /** SHA-256 of the visitor's cookie. */
  voter: Buffer
  /** SHA-256 of the network address. */
  address: Buffer
  now: Date
  /** The most votes for one review that a day takes from one address. */
  limit: number
}

export interface Voted {
  productId: number
  helpful: number
  /** False where the visitor had voted already, or the address too often. */
  isNew: boolean
}

/** Counts a visitor once for a review that is shown; null where there is none. */
export async function putVote(tx: Tx, { review, voter, address, now, limit }: Vote): Promise<Voted | null> {
  const { rows: found } = await sql<Voted>`
    with known as (
      select r.id, r.product_id, r.helpful_count
      from reviews r
      join products p on p.id = r.product_id and p.visible
      where r.id = ${review} and r.visible
      for update of r
    ),
    put as (
      insert into review_votes (review_id, voter, address, voted_at)
      select id, ${voter}::bytea, ${address}::bytea, ${now}
      from known
      where (
        select count(*)
        from review_votes v
        where v.review_id = ${review}
          and v.address = ${address}::bytea
          and v.voted_at > ${now}::timestamptz - interval '1 day'
      ) < ${limit}::int
      on conflict do nothing
      returning review_id
    ),
    counted as (update reviews r set helpful_count = r.helpful_count + 1 from put where r.id = put.review_id)
    select product_id as "productId", helpful_count + (select count(*) from put)::int as helpful,
      exists (select from put) as "isNew"
    from known`.execute(rows(tx))
  return found[0] ?? null
}
