import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on challenges. */

export type ChallengePurpose = 'sign_in' | 'add' | 'add_silently'

export interface HeldChallenge {
  /** SHA-256 of the challenge. */
  hash: Buffer
  /** SHA-256 of the token of the browser that asked for it. */
  browser: Buffer
  /** Who adds a passkey; null to sign in. */
  customer: number | null
}

export async function putChallenge(
  db: Db,
  { hash, browser, customer }: HeldChallenge,
  purpose: ChallengePurpose,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into webauthn_challenges (challenge_hash, purpose, browser, customer_id, expires_at)
    values (${hash}, ${purpose}, ${browser}, ${customer}, ${expiresAt})`.execute(rows(db))
}

/**
 * Takes a challenge away: of any number of uses at once one gets it. Returns what it was for; null when this browser
 * has none such any more. Not to be called in a transaction, which a refusal would roll back.
 */
export async function takeChallenge(
  db: Db,
  { hash, browser, customer }: HeldChallenge,
  now: Date,
): Promise<ChallengePurpose | null> {
  const { rows: taken } = await sql<{ purpose: ChallengePurpose }>`
    delete from webauthn_challenges
    where challenge_hash = ${hash}
      and browser = ${browser}
      and customer_id is not distinct from ${customer}::bigint
      and expires_at > ${now}
    returning purpose`.execute(rows(db))
  return taken[0]?.purpose ?? null
}

/** Ends those that a customer would add a passkey with. */
export async function dropChallenges(tx: Tx, customer: number): Promise<void> {
  await sql`delete from webauthn_challenges where customer_id = ${customer}`.execute(rows(tx))
}

export async function pruneChallenges(db: Db, before: Date): Promise<void> {
  await sql`delete from webauthn_challenges where expires_at < ${before}`.execute(rows(db))
}
