import { sql } from 'kysely'
import type { Locale } from '#i18n/locales.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Visitors on their way to a provider and back. */

export interface Flow {
  nonce: string
  verifier: string
  purpose: 'sign_in' | 'link'
  /** Who links an account; null for a sign-in. */
  customer: number | null
  next: string
}

export interface FlowKey {
  /** SHA-256 of the state. */
  stateHash: Buffer
  /** Of the browser. */
  browser: Buffer
  provider: string
}

export async function insertFlow(
  db: Db,
  { stateHash, browser, provider }: FlowKey,
  flow: Flow & { locale: Locale; expiresAt: Date },
): Promise<void> {
  const { nonce, verifier, purpose, customer, locale, next, expiresAt } = flow
  await sql`
    insert into oauth_flows (
      state_hash, browser, provider, nonce, verifier, purpose, customer_id, locale, next, expires_at
    )
    values (
      ${stateHash}, ${browser}, ${provider}, ${nonce}, ${verifier}, ${purpose}, ${customer}, ${locale},
      ${next}, ${expiresAt}
    )`.execute(rows(db))
}

/**
 * Takes a flow: once, by its own browser, from its own provider. Anybody else leaves it as it is.
 * @returns null when there is none
 */
export async function takeFlow(
  db: Db,
  { stateHash, browser, provider }: FlowKey,
  now: Date,
): Promise<Flow | null> {
  const { rows: taken } = await sql<Flow>`
    delete from oauth_flows
    where state_hash = ${stateHash}
      and browser = ${browser}
      and provider = ${provider}
      and expires_at > ${now}
    returning nonce, verifier, purpose, customer_id as customer, next`.execute(rows(db))
  return taken[0] ?? null
}

/** Ends what a customer has begun to link. */
export async function dropLinkFlows(tx: Tx, customer: number): Promise<void> {
  await sql`delete from oauth_flows where customer_id = ${customer}`.execute(rows(tx))
}

/** The language and purpose of a flow, to answer in; null when there is none. */
export async function aboutFlow(
  db: Db,
  stateHash: Buffer,
): Promise<{ locale: string; purpose: Flow['purpose'] } | null> {
  const { rows: found } = await sql<{ locale: string; purpose: Flow['purpose'] }>`
    select locale, purpose from oauth_flows where state_hash = ${stateHash}`.execute(rows(db))
  return found[0] ?? null
}

/** An account at a provider that is nobody's yet, in the browser that came with it. */
export interface Arrival {
  provider: string
  issuer: string
  subject: string
  /** As the provider names it: not proven. */
  email: string | null
  firstName: string
  lastName: string
  next: string
}

/** Takes the place of the one before in the same browser. */
export async function putArrival(
  db: Db,
  browser: Buffer,
  arrival: Arrival & { expiresAt: Date },
): Promise<void> {
  const { provider, issuer, subject, email, firstName, lastName, next, expiresAt } = arrival
  await sql`
    insert into oauth_arrivals (
      browser, provider, issuer, subject, email, first_name, last_name, next, expires_at
    )
    values (
      ${browser}, ${provider}, ${issuer}, ${subject}, ${email}, ${firstName}, ${lastName}, ${next},
      ${expiresAt}
    )
    on conflict (browser) do update set provider = excluded.provider, issuer = excluded.issuer,
      subject = excluded.subject, email = excluded.email, first_name = excluded.first_name,
      last_name = excluded.last_name, next = excluded.next, asked = null, codes = 0,
      expires_at = excluded.expires_at`.execute(rows(db))
}

const arrivalColumns = sql`
  provider, issuer, subject, email, first_name as "firstName", last_name as "lastName", next`

/** @returns with the account that the last code was sent to */
export async function findArrival(
  db: Db,
  browser: Buffer,
  now: Date,
): Promise<(Arrival & { asked: string | null }) | null> {
  const { rows: found } = await sql<Arrival & { asked: string | null }>`
    select ${arrivalColumns}, asked
    from oauth_arrivals
    where browser = ${browser} and expires_at > ${now}`.execute(rows(db))
  return found[0] ?? null
}

/** Counts a code that is to be sent; false when there were `most` already. @param asked where it is sent */
export async function countCode(db: Db, browser: Buffer, asked: string, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update oauth_arrivals
    set codes = codes + 1, asked = ${asked}
    where browser = ${browser} and codes < ${most}`.execute(rows(db))
  return numAffectedRows === 1n
}

export async function takeArrival(tx: Tx, browser: Buffer, now: Date): Promise<Arrival | null> {
  const { rows: taken } = await sql<Arrival>`
    delete from oauth_arrivals
    where browser = ${browser} and expires_at > ${now}
    returning ${arrivalColumns}`.execute(rows(tx))
  return taken[0] ?? null
}

export async function pruneFlows(db: Db, before: Date): Promise<void> {
  await sql`delete from oauth_flows where expires_at < ${before}`.execute(rows(db))
  await sql`delete from oauth_arrivals where expires_at < ${before}`.execute(rows(db))
}
