import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

export interface Vote {
  review: number
  /** SHA-256 of the visitor's cookie. */
  voter: Buffer
  /** Of the visitor, as `anyNetworkOfVisitor` names it. */
  network: Buffer
  now: Date
  /** The most votes for one review that a day takes from one network. */
  limit: number
}

export interface Voted {
  productId: number
  helpful: number
  /** False where the visitor had voted already, or the network too often. */
  isNew: boolean
}

/** Counts a visitor once for a review that is shown; null where there is none. */
export async function putVote(tx: Tx, vote: Vote): Promise<Voted | null> {
  // Locked by a statement of its own: a statement that waited for the lock would not count the votes before it.
  const locked = sql`select from reviews where id = ${vote.review} for update`.execute(rows(tx))
  const [, voted] = await Promise.all([locked, countVote(tx, vote)])
  return voted
}

async function countVote(tx: Tx, { review, voter, network, now, limit }: Vote): Promise<Voted | null> {
  const { rows: found } = await sql<Voted>`
    with known as (
      select r.id, r.product_id, r.helpful_count
      from reviews r
      join products p on p.id = r.product_id and p.visible
      where r.id = ${review} and r.visible
    ),
    put as (
      insert into review_votes (review_id, voter, network, voted_at)
      select id, ${voter}::bytea, ${network}::bytea, ${now}
      from known
      where (
        select count(*)
        from review_votes v
        where v.review_id = ${review}
          and v.network = ${network}::bytea
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

/** Deletes from where votes of before came; the votes stay. */
export async function forgetVoteNetworks(db: Db, before: Date): Promise<void> {
  await sql`
    update review_votes
    set network = null
    where network is not null and voted_at < ${before}`.execute(rows(db))
}
