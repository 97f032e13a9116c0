import { sql } from 'kysely'
import { second } from '#domain/time.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { AccountName } from '../rules/account-name.ts'
import { unmarkErased } from '../rules/erased-emails.ts'

/* All SQL on customers, their identities and passwords. */

export interface CustomerRow {
  id: number
  number: string
  firstName: string
  lastName: string
  nickname: string
  bio: string
  /** `2001-12-31` */
  birthday: string | null
  email: string | null
  mobile: string | null
  hasPassword: boolean
  checksEmail: boolean
  locale: string
  createdAt: Date
  signedInAt: Date | null
  /** The key of the picture that it chose. */
  picture: string | null
}

/** Of `customers c`, as `CustomerRow` has them. */
export const customerColumns = sql`
  c.id, c.number, c.first_name as "firstName", c.last_name as "lastName", c.nickname, c.bio,
  to_char(c.birthday, 'YYYY-MM-DD') as birthday,
  (select account from customer_identities i where i.customer_id = c.id and i.kind = 'email') as email,
  (select account from customer_identities i where i.customer_id = c.id and i.kind = 'mobile') as mobile,
  exists (select from customer_passwords p where p.customer_id = c.id) as "hasPassword",
  c.checks_email as "checksEmail", c.locale, c.created_at as "createdAt", c.signed_in_at as "signedInAt",
  (select key from pictures p where p.id = c.picture_id) as picture`

/** A customer whose account is open; null for any other. */
export async function findCustomer(db: Db, id: number): Promise<CustomerRow | null> {
  const { rows: found } = await sql<CustomerRow>`
    select ${customerColumns} from customers c where c.id = ${id} and c.closed_at is null`.execute(rows(db))
  return found[0] ?? null
}

export interface Credentials {
  id: number
  /** Null: the account is used with codes only. */
  passwordHash: string | null
  checksEmail: boolean
  isVerified: boolean
  /** Has signed in with the given browser before. */
  isKnown: boolean
}

/** The customer with this e-mail address or number; null when there is none. @param browser as of `deviceOf` */
export async function findByAccount(
  db: Db,
  { kind, account }: AccountName,
  browser: Buffer | null = null,
): Promise<Credentials | null> {
  const { rows: found } = await sql<Credentials>`
    select c.id, p.hash as "passwordHash", c.checks_email as "checksEmail",
      i.verified_at is not null as "isVerified",
      exists (select from known_browsers b where b.customer_id = c.id and b.browser = ${browser}) as "isKnown"
    from customer_identities i
    join customers c on c.id = i.customer_id
    left join customer_passwords p on p.customer_id = c.id
    where i.kind = ${kind} and i.account = ${account} and c.closed_at is null`.execute(rows(db))
  return found[0] ?? null
}

/**
 * The customer whose e-mail address or number was just proven, locked. Null when there is none: the account was closed,
 * or the address given up, while the code was on its way.
 */
export async function lockByProven(tx: Tx, name: AccountName, now: Date): Promise<Credentials | null> {
  const found = await findByAccount(tx, name)
  if (found === null || !(await lockCustomer(tx, found.id))) return null
  const { numAffectedRows } = await sql`
    update customer_identities
    set verified_at = coalesce(verified_at, ${now})
    where kind = ${name.kind} and account = ${name.account} and customer_id = ${found.id}`.execute(rows(tx))
  return numAffectedRows === 1n ? found : null
}

export interface NewCustomer {
  number: string
  firstName: string
  lastName: string
  locale: string
  now: Date
}

/** Returns the id; null when the number is taken. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<number | null> {
  const { number, firstName, lastName, locale, now } = customer
  const { rows: made } = await sql<{ id: number }>`
    insert into customers (number, first_name, last_name, locale, created_at)
    values (${number}, ${firstName}, ${lastName}, ${locale}, ${now})
    on conflict (number) do nothing
    returning id`.execute(rows(tx))
  return made[0]?.id ?? null
}

/**
 * Gives a customer an identity that was just proven: whoever was erased with it is back. False when another customer has
 * it: the account is taken.
 */
export async function putIdentity(
  tx: Tx,
  customer: number,
  { kind, account }: AccountName,
  now: Date,
): Promise<boolean> {
  const { rows: made } = await sql`
    insert into customer_identities (kind, account, customer_id, verified_at)
    values (${kind}, ${account}, ${customer}, ${now})
    on conflict (kind, account) do update set verified_at = coalesce(customer_identities.verified_at, ${now})
    where customer_identities.customer_id = excluded.customer_id
    returning customer_id`.execute(rows(tx))
  if (made.length === 0) return false
  if (kind === 'email') await unmarkErased(tx, [account])
  return true
}

export async function putPassword(tx: Tx, customer: number, hash: string, now: Date): Promise<void> {
  await sql`
    insert into customer_passwords (customer_id, hash, set_at)
    values (${customer}, ${hash}, ${now})
    on conflict (customer_id) do update set hash = excluded.hash, set_at = excluded.set_at`.execute(rows(tx))
}

/** Until a new one is set the account is used with codes. */
export async function deletePassword(tx: Tx, customer: number): Promise<void> {
  await sql`delete from customer_passwords where customer_id = ${customer}`.execute(rows(tx))
}

/**
 * Locks a customer whose account is open, so that sign-ins and changes of the account follow each other: the first
 * statement of each, since what was read before may have changed. Statements that only name the customer do not wait.
 * False when there is none, or its account was closed.
 */
export async function lockCustomer(tx: Tx, customer: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from customers where id = ${customer} and closed_at is null for no key update`.execute(rows(tx))
  return found.length === 1
}

/** Replaces a hash that was made with other parameters, if the password was not changed meanwhile. */
export async function renewHash(db: Db, customer: number, old: string, hash: string): Promise<void> {
  await sql`
    update customer_passwords
    set hash = ${hash}
    where customer_id = ${customer} and hash = ${old}`.execute(rows(db))
}

/** What a customer may change of itself without a proof. */
export interface ProfileChange {
  firstName?: string
  lastName?: string
  nickname?: string
  bio?: string
  /** `2001-12-31`; null removes it. */
  birthday?: string | null
  checksEmail?: boolean
}

export async function updateProfile(tx: Tx, customer: number, change: ProfileChange): Promise<void> {
  const { firstName, lastName, nickname, bio, birthday, checksEmail } = change
  await sql`
    update customers
    set first_name = coalesce(${firstName ?? null}, first_name),
      last_name = coalesce(${lastName ?? null}, last_name),
      nickname = coalesce(${nickname ?? null}, nickname), bio = coalesce(${bio ?? null}, bio),
      birthday = case when ${birthday !== undefined} then ${birthday ?? null}::date else birthday end,
      checks_email = coalesce(${checksEmail ?? null}::boolean, checks_email)
    where id = ${customer}`.execute(rows(tx))
}

/** Shows another picture of a customer, or none. Returns the id of the one before; null when there was none. */
export async function putPicture(tx: Tx, customer: number, picture: number | null): Promise<number | null> {
  const { rows: before } = await sql<{ picture: number | null }>`
    update customers c
    set picture_id = ${picture}
    from (select id, picture_id from customers where id = ${customer} for update) old
    where c.id = old.id
    returning old.picture_id as picture`.execute(rows(tx))
  return before[0]?.picture ?? null
}

/** Takes back all links to a customer's orders that were signed by now. */
export async function takeLinksBack(tx: Tx, customer: number, now: Date): Promise<void> {
  // Links have whole seconds, rounded up.
  const from = new Date(Math.ceil(now.getTime() / second) * second)
  await sql`update customers set links_valid_from = ${from} where id = ${customer}`.execute(rows(tx))
}
