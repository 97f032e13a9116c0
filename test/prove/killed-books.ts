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

/** What may be so for a moment, and puts itself right: nothing of it after two minutes. */
const passing: readonly Rule[] = [
  {
    name: 'decided by the bank, and the shop does not know',
    sql: `select c.reference, c.status, p.status as known from demo_charges c left join payments p on p.reference = c.reference
      where c.status in ('waiting', 'captured', 'declined') and p.status is distinct from case c.status when 'captured' then 'captured' end
        and not (c.status = 'declined' and p.status in ('failed', 'cancelled'))`,
  },
  {
    name: 'paid, and the order does not know',
    sql: `select o.number from orders o join payments p on p.order_id = o.id and p.status = 'captured'
      where o.pay_status <> 'paid'`,
  },
  {
    name: 'open at the bank, and the order waits for it no more',
    sql: `select o.number, p.reference from orders o join payments p on p.order_id = o.id
      join demo_charges c on c.reference = p.reference and c.status = 'open'
      where o.status = 'cancelled' or o.pay_status = 'paid'`,
  },
  {
    name: 'noted to be given back, and the bank has not',
    sql: `select p.reference from payments p join demo_charges c on c.reference = p.reference
      where c.refunded <> p.refunded or exists (select from refunds r where r.payment_id = p.id and r.status = 'pending')`,
  },
  {
    name: 'happened, and nobody was written to',
    sql: `select order_id, kind from order_events where handled_at is null`,
  },
  {
    // The job that ends them looks each minute.
    name: 'held longer than was promised',
    sql: `select number, hold_until from orders o where status = 'in_progress' and pay_status = 'unpaid'
      and hold_until < now() - interval '90 seconds'
      and not exists (select from payments p where p.order_id = o.id and p.status = 'pending')`,
  },
  {
    name: 'cancelled, and the units are still held',
    sql: `select number from orders where status = 'cancelled' and stock_status <> 'released'`,
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
    sql: `select o.number, sum(c.amount - c.refunded) as kept, o.to_pay from orders o join payments p on p.order_id = o.id
      join demo_charges c on c.reference = p.reference and c.status = 'captured'
      group by o.id having sum(c.amount - c.refunded) > case when o.status = 'cancelled' then 0 else o.to_pay end`,
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
    sql: `select checkout_id from orders group by 1 having count(*) > 1`,
  },
]

/** What is still on its way, rule by rule; empty when all is in order. */
export async function unsettled(db: pg.Pool): Promise<string[]> {
  return broken(db, passing, [])
}

/** What is wrong for good. */
export async function faultsIn(db: pg.Pool, { placed, thanked, cancelled, faults }: Told): Promise<string[]> {
  const said = [[...placed], [...thanked], [...cancelled]]
  return [...faults, ...(await broken(db, lasting, said))]
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
