import type pg from 'pg'
import type { Told } from './killed-shoppers.ts'

/*
 * The shop's books beside those of the bank, and beside what shoppers were told.
 */

interface Rule {
  name: string
  /** Rows that should not be. */
  sql: string
}

/** What may be so for a moment, and puts itself right: nothing of it is older than two minutes. Each says since when. */
const passing: readonly Rule[] = [
  {
    name: 'decided by the bank, and the shop does not know',
    sql: `select c.updated_at as since, c.reference, c.status, p.status as known
      from demo_charges c left join payments p on p.reference = c.reference
      where (c.status = 'waiting') or (c.status = 'captured' and p.status is distinct from 'captured')
        or (c.status = 'declined' and p.status not in ('failed', 'cancelled'))`,
  },
  {
    name: 'paid, and the order does not know',
    sql: `select p.updated_at as since, o.number from orders o join payments p on p.order_id = o.id and p.status = 'captured'
      where o.pay_status <> 'paid'`,
  },
  {
    name: 'open at the bank, and the order waits for it no more',
    sql: `select coalesce(o.cancelled_at, o.paid_at) as since, o.number, p.reference
      from orders o join payments p on p.order_id = o.id join demo_charges c on c.reference = p.reference and c.status = 'open'
      where o.status = 'cancelled' or (o.pay_status = 'paid' and o.due = 0)`,
  },
  {
    name: 'noted to be given back, and the bank has not',
    sql: `select coalesce(r.created_at, p.updated_at) as since, p.reference
      from payments p join demo_charges c on c.reference = p.reference left join refunds r on r.payment_id = p.id
      where c.refunded <> p.refunded or r.status = 'pending'`,
  },
  {
    name: 'happened, and nobody was written to',
    sql: `select at as since, order_id, kind from order_events where handled_at is null`,
  },
  {
    name: 'happened to a return, and nobody was written to',
    sql: `select at as since, return_id, kind from return_events where handled_at is null`,
  },
  {
    name: 'an exchange that was cancelled, and its value has not gone back',
    sql: `select o.cancelled_at as since, r.number from returns r join orders o on o.id = r.exchange_order_id
      where o.status = 'cancelled' and r.settled_at is null`,
  },
  {
    name: 'held longer than was promised',
    sql: `select hold_until as since, number from orders o
      where status = 'in_progress' and pay_status = 'unpaid' and hold_until < now()
        and not exists (select from payments p where p.order_id = o.id and p.status = 'pending')`,
  },
  {
    name: 'cancelled, and the units are still held',
    sql: `select cancelled_at as since, number from orders where status = 'cancelled' and stock_status <> 'released'`,
  },
]

/** What may never be. `$1`: orders that were acknowledged, `$2`: thanked for, `$3`: said to be cancelled. */
const lasting: readonly Rule[] = [
  {
    name: 'acknowledged, and there is no such order',
    sql: `select number from unnest($1::text[]) number where number not in (select number from orders)`,
  },
  {
    name: 'thanked for, and not paid',
    sql: `select number from orders where number = any($2::text[]) and pay_status <> 'paid'`,
  },
  {
    name: 'said to be cancelled, and not so',
    sql: `select number, status from orders where number = any($3::text[]) and status <> 'cancelled'`,
  },
  {
    name: 'charged more than it costs',
    sql: `select o.number, sum(c.amount - c.refunded) as kept, o.to_pay - o.due as price from orders o join payments p on p.order_id = o.id
      join demo_charges c on c.reference = p.reference and c.status = 'captured'
      group by o.id having sum(c.amount - c.refunded) > case when o.status = 'cancelled' then 0 else o.to_pay - o.due end`,
  },
  {
    name: 'charged twice, also where one went back',
    sql: `select o.number, count(*) from orders o join payments p on p.order_id = o.id
      join demo_charges c on c.reference = p.reference and c.status = 'captured' group by o.id having count(*) > 1`,
  },
  {
    name: 'charged for no order',
    sql: `select reference from demo_charges c where status = 'captured'
      and not exists (select from payments p where p.reference = c.reference)`,
  },
  {
    name: 'two orders of one checkout',
    sql: `select checkout_id from orders where checkout_id is not null group by 1 having count(*) > 1`,
  },
]

/** The same of returns. `$1`: those that were acknowledged, `$2`: said to be taken back. */
const lastingReturns: readonly Rule[] = [
  {
    name: 'acknowledged, and there is no such return',
    sql: `select number from unnest($1::text[]) number where number not in (select number from returns)`,
  },
  {
    name: 'said to be taken back, and not so',
    sql: `select number, status from returns where number = any($2::text[]) and status <> 'cancelled'`,
  },
  {
    name: 'the bank gave back something else than the shop says',
    sql: `select p.reference, c.refunded as bank, sum(r.amount) as shop from demo_charges c
      join payments p on p.reference = c.reference left join refunds r on r.payment_id = p.id and r.status = 'done'
      group by p.id, c.reference having c.refunded <> coalesce(sum(r.amount), 0)`,
  },
]

/** What has been on its way for at least so many seconds, rule by rule; empty when all is in order. */
export async function unsettled(db: pg.Pool, seconds: number): Promise<string[]> {
  const aged = passing.map(({ name, sql }) => ({
    name,
    sql: `select * from (${sql}) so where since <= now() - interval '${seconds} seconds'`,
  }))
  return broken(db, aged, [])
}

/** What is wrong for good. */
export async function faultsIn(db: pg.Pool, { placed, thanked, cancelled, faults }: Told): Promise<string[]> {
  const said = [[...placed], [...thanked], [...cancelled]]
  return [...faults, ...(await broken(db, lasting, said))]
}

/** What is wrong with returns for good. */
export async function returnFaults(
  db: pg.Pool,
  applied: readonly string[],
  cancelled: readonly string[],
): Promise<string[]> {
  return broken(db, lastingReturns, [applied, cancelled])
}

async function broken(db: pg.Pool, rules: readonly Rule[], values: unknown[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, sql } of rules) {
    const used = values.map((value, index) => (sql.includes(`$${index + 1}`) ? value : []))
    const text = `select * from (${sql}) found where ${used.map((_, index) => `$${index + 1}::text[] is not null`).join(' and ') || 'true'}`
    const { rows } = await db.query(text, used)
    if (rows.length > 0) found.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  return found
}
