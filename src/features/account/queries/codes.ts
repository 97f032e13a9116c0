import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { AccountName } from '../rules/account-name.ts'

/* All SQL on codes. */

export interface NewCode {
  purpose: string
  account: AccountName
  /** SHA-256 of the token of the browser that may use it. */
  browser: Buffer
  /** Null: no guess is right. */
  codeHash: Buffer | null
  now: Date
  expiresAt: Date
}

/** A new code of the same purpose, browser and account takes the place of the one before. Returns its id. */
export async function insertCode(tx: Tx, code: NewCode): Promise<number> {
  const { purpose, account, browser, codeHash, now, expiresAt } = code
  const { rows: made } = await sql<{ id: number }>`
    insert into one_time_codes (purpose, kind, account, browser, code_hash, created_at, expires_at)
    values (${purpose}, ${account.kind}, ${account.account}, ${browser}, ${codeHash}, ${now}, ${expiresAt})
    returning id`.execute(rows(tx))
  return made[0]!.id
}

/** Uses a code up by the link of its mail. Returns whose it was; null when it is over. */
export async function useCode(tx: Tx, id: number, purpose: string, now: Date): Promise<AccountName | null> {
  const { rows: used } = await sql<AccountName>`
    update one_time_codes
    set used_at = ${now}
    where id = ${id}
      and purpose = ${purpose}
      and code_hash is not null
      and used_at is null
      and expires_at > ${now}
    returning kind, account`.execute(rows(tx))
  return used[0] ?? null
}

export interface Guess {
  purpose: string
  account: AccountName
  browser: Buffer
  codeHash: Buffer
  /** Guesses that are judged of one code. */
  most: number
  now: Date
}

/**
 * Judges a guess of the newest code, and uses it up when it is right: in one guarded statement, so that of any number
 * of guesses at once `most` are judged, and a code is right once. `over`: there is no such code any more.
 */
export async function guessCode(db: Db, guess: Guess): Promise<'right' | 'wrong' | 'over'> {
  const { purpose, account, browser, codeHash, most, now } = guess
  const { rows: judged } = await sql<{ right: boolean }>`
    update one_time_codes
    set tries = tries + 1, used_at = case when code_hash = ${codeHash}::bytea then ${now}::timestamptz end
    where id = (
        select id
        from one_time_codes
        where browser = ${browser}
          and purpose = ${purpose}
          and kind = ${account.kind}
          and account = ${account.account}
        order by id desc limit 1
      )
      and tries < ${most}
      and used_at is null
      and expires_at > ${now}
    returning used_at is not null as right`.execute(rows(db))
  const [first] = judged
  return first === undefined ? 'over' : first.right ? 'right' : 'wrong'
}

interface BrowserCode {
  purpose: string
  account: AccountName
  browser: Buffer
}

/** Notes at the newest code of a browser that the password was right there. */
export async function markAfterPassword(db: Db, { purpose, account, browser }: BrowserCode): Promise<void> {
  await sql`
    update one_time_codes
    set after_password = true
    where id = (${newestOf({ purpose, account, browser })}) and used_at is null`.execute(rows(db))
}

/** Whether the newest code of a browser came after a right password. */
export async function cameAfterPassword(db: Db, code: BrowserCode): Promise<boolean> {
  const { rows: found } = await sql<{ after: boolean }>`
    select after_password as after from one_time_codes where id = (${newestOf(code)})`.execute(rows(db))
  return found[0]?.after ?? false
}

const newestOf = ({ purpose, account, browser }: BrowserCode) => sql`
  select id
  from one_time_codes
  where browser = ${browser}
    and purpose = ${purpose}
    and kind = ${account.kind}
    and account = ${account.account}
  order by id desc limit 1`

/** What a code of this browser was sent to last, while it can be used. */
export async function pendingCode(
  db: Db,
  purpose: string,
  browser: Buffer,
  now: Date,
): Promise<AccountName | null> {
  const { rows: found } = await sql<AccountName>`
    select kind, account
    from one_time_codes
    where browser = ${browser} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    order by id desc limit 1`.execute(rows(db))
  return found[0] ?? null
}

/** Ends the codes that were sent to a customer's e-mail address and number, and the links of their mails. */
export async function dropCodes(tx: Tx, customer: number): Promise<void> {
  await sql`
    delete from one_time_codes o
    using customer_identities i
    where i.customer_id = ${customer} and o.kind = i.kind and o.account = i.account`.execute(rows(tx))
}

export async function pruneCodes(db: Db, before: Date): Promise<void> {
  await sql`delete from one_time_codes where expires_at < ${before}`.execute(rows(db))
}
