import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on passkeys. */

/** What a sign-in is judged by. */
export interface PasskeyKey {
  id: number
  customer: number
  /** Of its owner. */
  handle: Buffer
  publicKey: Buffer
  counter: number
}

/** By its credential id. Null when there is none, or the account of its owner was closed. */
export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyKey | null> {
  const { rows: found } = await sql<PasskeyKey>`
    select p.id, p.customer_id as customer, u.handle, p.public_key as "publicKey", p.counter
    from passkeys p
    join passkey_users u on u.customer_id = p.customer_id
    join customers c on c.id = p.customer_id
    where p.credential_id = ${credentialId} and c.closed_at is null`.execute(rows(db))
  return found[0] ?? null
}

/**
 * Writes down that it was used. False when it is gone, or its device has counted further meanwhile: then a copy of it
 * is about.
 */
export async function markUsed(
  tx: Tx,
  id: number,
  { counter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys
    set counter = ${counter}, is_backed_up = ${isBackedUp}, used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(rows(tx))
  return numAffectedRows === 1n
}

export interface PasskeyRow {
  id: number
  credentialId: Buffer
  transports: string[]
  aaguid: string
  isBackedUp: boolean
  name: string
  createdAt: Date
  usedAt: Date | null
}

const columns = sql`
  id, credential_id as "credentialId", transports, aaguid, is_backed_up as "isBackedUp", name,
  created_at as "createdAt", used_at as "usedAt"`

/** Those of a customer, in the order in which they were added. */
export async function passkeysOf(db: Db, customer: number): Promise<PasskeyRow[]> {
  const { rows: found } = await sql<PasskeyRow>`
    select ${columns} from passkeys where customer_id = ${customer} order by id`.execute(rows(db))
  return found
}

/** The same, locked: of two deletions at once the second sees what the first has left. */
export async function lockPasskeys(tx: Tx, customer: number): Promise<PasskeyRow[]> {
  const { rows: found } = await sql<PasskeyRow>`
    select ${columns} from passkeys where customer_id = ${customer} order by id for update`.execute(rows(tx))
  return found
}

/** Null for a customer who never asked for a passkey. */
export async function handleOf(db: Db, customer: number): Promise<Buffer | null> {
  const { rows: found } = await sql<{ handle: Buffer }>`
    select handle from passkey_users where customer_id = ${customer}`.execute(rows(db))
  return found[0]?.handle ?? null
}

/** Gives the customer a handle, or returns the one that is there. */
export async function putHandle(db: Db, customer: number, handle: Buffer): Promise<Buffer> {
  const { rows: put } = await sql<{ handle: Buffer }>`
    insert into passkey_users (customer_id, handle)
    values (${customer}, ${handle})
    on conflict (customer_id) do update set handle = passkey_users.handle
    returning handle`.execute(rows(db))
  return put[0]!.handle
}

export interface NewPasskey {
  customer: number
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  aaguid: string
  isBackedUp: boolean
  rpId: string
  now: Date
}

/** False when the credential is there already, whoever has it. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { customer, credentialId, publicKey, counter, transports, aaguid, isBackedUp, rpId, now } = passkey
  const { rows: made } = await sql`
    insert into passkeys (
      customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at
    )
    values (
      ${customer}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${aaguid}::uuid,
      ${isBackedUp}, ${rpId}, ${now}
    )
    on conflict (credential_id) do nothing
    returning id`.execute(rows(tx))
  return made.length === 1
}

export async function namePasskey(tx: Tx, id: number, name: string): Promise<void> {
  await sql`update passkeys set name = ${name} where id = ${id}`.execute(rows(tx))
}

export async function removePasskey(tx: Tx, id: number): Promise<void> {
  await sql`delete from passkeys where id = ${id}`.execute(rows(tx))
}

/**
 * Deletes a customer's passkeys. Returns whether there were any.
 * @param added since when; null for all of them
 */
export async function deletePasskeys(
  tx: Tx,
  customer: number,
  added: { since: Date } | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkeys
    where customer_id = ${customer}
      and (${added === null} or created_at >= ${added?.since ?? null})`.execute(rows(tx))
  return numAffectedRows !== 0n
}

/** Of the shop's passkeys, how many belong to another domain than this one, and to which. */
export async function passkeysElsewhere(db: Db, rpId: string): Promise<{ rpId: string; count: number }[]> {
  const { rows: found } = await sql<{ rpId: string; count: number }>`
    select rp_id as "rpId", count(*)::int as count
    from passkeys
    where rp_id <> ${rpId}
    group by rp_id
    order by count desc, rp_id`.execute(rows(db))
  return found
}
