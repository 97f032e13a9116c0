import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { CreditKind } from '../contract.ts'

/*
 * All SQL on store credit. The ledger is only ever added to. Each row is written in one statement with the balance that
 * it changes, under the balance's lock: any number of transactions at once spend no more than there is.
 */

export interface CreditChange {
  customer: number
  currency: string
  /** Minor units; below zero takes away. */
  amount: number
  kind: CreditKind
  order: number | null
  /**
   * The same entry is not made twice: `order:<id>`, `cancel:<id>`, `unearned:<id>:<why>`,
   * `unearned:<id>:owed:<cause>`, `shop:<customer>:<key>`.
   */
  cause: string
  reason: string
  now: Date
}

/**
 * Whether the customer's account is open, so that store credit can be promised. It is not closed then before the
 * transaction ends; called before rows of the customer's orders are written.
 */
export async function mayHaveCredit(tx: Tx, customer: number): Promise<boolean> {
  const { rows: found } = await sql`
    select from customers where id = ${customer} and closed_at is null for key share`.execute(rows(tx))
  return found.length === 1
}

/** Locks one balance, which it makes where there is none. After the locks of SKUs and coupons, where there are some. */
export async function lockBalance(tx: Tx, customer: number, currency: string): Promise<void> {
  await sql`
    insert into credit_balances (customer_id, currency, balance)
    values (${customer}, ${currency}, 0)
    on conflict do nothing`.execute(rows(tx))
  await sql`
    select from credit_balances
    where customer_id = ${customer} and currency = ${currency}
    for no key update`.execute(rows(tx))
}

/**
 * Writes one row of the ledger. The balance is locked.
 * @returns what is left then; null where there is not enough, or where the same was written before
 */
export async function moveCredit(tx: Tx, change: CreditChange): Promise<number | null> {
  const { customer, currency, amount, kind, order, cause, reason, now } = change
  const { rows: made } = await sql<{ balance: number }>`
    with moved as (
      update credit_balances
      set balance = balance + ${amount}
      where customer_id = ${customer}
        and currency = ${currency}
        and balance + ${amount} >= 0
        and not exists (select from credit_entries where cause = ${cause})
      returning balance
    )
    insert into credit_entries (
      customer_id, currency, amount, kind, order_id, cause, reason, balance_after, at
    )
    select ${customer}, ${currency}, ${amount}, ${kind}, ${order}, ${cause}, ${reason}, balance, ${now}
    from moved
    returning balance_after as balance`.execute(rows(tx))
  return made[0]?.balance ?? null
}

export interface CreditEntry {
  id: number
  currency: string
  amount: number
  kind: CreditKind
  reason: string
  order: string | null
  balanceAfter: number | null
  at: Date
}

const entryColumns = sql`
  e.id, e.currency, e.amount, e.kind, e.reason, o.number as "order", e.balance_after as "balanceAfter", e.at`

/** What an earlier change of the same cause was; null for none. */
export async function findEntry(db: Db, cause: string): Promise<CreditEntry | null> {
  const { rows: found } = await sql<CreditEntry>`
    select ${entryColumns}
    from credit_entries e
    left join orders o on o.id = e.order_id
    where e.cause = ${cause}`.execute(rows(db))
  return found[0] ?? null
}

/** The last first. */
export async function listEntries(
  db: Db,
  customer: number,
  { offset, most }: { offset: number; most: number },
): Promise<CreditEntry[]> {
  const { rows: found } = await sql<CreditEntry>`
    select ${entryColumns}
    from credit_entries e
    left join orders o on o.id = e.order_id
    where e.customer_id = ${customer}
    order by e.id desc offset ${offset} limit ${most}`.execute(rows(db))
  return found
}

export async function countEntries(db: Db, customer: number): Promise<number> {
  const { rows: found } = await sql<{ total: number }>`
    select count(*)::int as total from credit_entries where customer_id = ${customer}`.execute(rows(db))
  return found[0]!.total
}

export interface Balance {
  currency: string
  balance: number
}

/** Of every currency that the customer ever had credit in. */
export async function listBalances(db: Db, customer: number): Promise<Balance[]> {
  const { rows: found } = await sql<Balance>`
    select currency, balance
    from credit_balances
    where customer_id = ${customer}
    order by currency`.execute(rows(db))
  return found
}

/** Minor units that can be spent. */
export async function balanceOf(db: Db, customer: number, currency: string): Promise<number> {
  const { rows: found } = await sql<{ balance: number }>`
    select balance
    from credit_balances
    where customer_id = ${customer} and currency = ${currency}`.execute(rows(db))
  return found[0]?.balance ?? 0
}

/** What an order's customer still owes of what the order earned, and the balance did not have. Minor units, above zero. */
export interface CreditDebt {
  order: number
  amount: number
}

/** The oldest order first. The balance is locked: debts change under its lock alone. */
export async function listDebts(tx: Tx, customer: number, currency: string): Promise<CreditDebt[]> {
  const { rows: found } = await sql<CreditDebt>`
    select d.order_id as "order", d.amount
    from credit_debts d
    join orders o on o.id = d.order_id
    where o.customer_id = ${customer} and o.currency = ${currency}
    order by d.order_id`.execute(rows(tx))
  return found
}

/** Notes what an order's customer owes from now on, in place of what was owed before. The balance is locked. */
export async function setDebt(tx: Tx, { order, amount }: CreditDebt): Promise<void> {
  if (amount === 0) await sql`delete from credit_debts where order_id = ${order}`.execute(rows(tx))
  else
    await sql`
      insert into credit_debts (order_id, amount)
      values (${order}, ${amount})
      on conflict (order_id) do update set amount = excluded.amount`.execute(rows(tx))
}

/**
 * What debts took at once of credit that came in, in minor units: see `addCredit`.
 * @param came a condition on its entries, `c`
 */
export function settledOf(came: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
      select coalesce(-sum(taken.amount), 0)::bigint
      from credit_entries c
      join credit_entries taken on taken.customer_id = c.customer_id
        and taken.cause = 'unearned:' || taken.order_id || ':owed:' || c.cause
      where ${came}
    )`
}

export interface SpentCredit {
  customer: number
  currency: string
  /** Minor units, above zero. */
  amount: number
}

/** The store credit that an order spent; null for none. */
export async function spentOn(db: Db, order: number): Promise<SpentCredit | null> {
  const { rows: found } = await sql<SpentCredit>`
    select customer_id as customer, currency, (-sum(amount))::bigint as amount
    from credit_entries
    where order_id = ${order} and kind = 'spent'
    group by 1, 2`.execute(rows(db))
  return found[0] ?? null
}

export interface EarnedCredit {
  customer: number
  currency: string
  /** Minor units that were given, when, and what has not been taken back. */
  amount: number
  at: Date
  left: number
}

/** The store credit that an order earned; null for none. */
export async function earnedOn(db: Db, order: number): Promise<EarnedCredit | null> {
  const { rows: found } = await sql<EarnedCredit>`
    select customer_id as customer, currency, (sum(amount) filter (where amount > 0))::bigint as amount,
      min(at) as at, sum(amount)::bigint as "left"
    from credit_entries
    where order_id = ${order} and kind = 'earned'
    group by 1, 2`.execute(rows(db))
  return found[0] ?? null
}
