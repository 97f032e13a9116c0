import { sql } from 'kysely'
import type { Currency } from '#domain/currency.ts'
import { isAsCredit } from '#features/orders/queries/given.ts'
import { isToPay } from '#features/orders/queries/own-list.ts'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* What a customer has bought and owes: read from the tables of orders, payments and store credit. */

/** Amounts in minor units of one currency; counts of all orders. */
interface Statistics {
  credit: number
  spending: number
  payment: number
  unpaidOrders: number
  orders: number
  otherCurrencies: string[]
  /** Null: this sign-in is the first. */
  lastSignIn: Date | null
}

/** @param session the present one, whose own beginning is not the last sign-in */
export async function readStatistics(
  db: Db,
  customer: number,
  session: number,
  currency: Currency,
): Promise<Statistics> {
  const { rows: found } = await sql<
    Omit<Statistics, 'otherCurrencies'> & Record<'orderCurrencies' | 'creditCurrencies', string[]>
  >`
    select
      (
        select coalesce(sum(amount), 0)::bigint
        from credit_entries
        where customer_id = ${customer} and currency = ${currency}
      ) as credit,
      coalesce(
        -- Of paid orders what the shop has kept: not the difference that one waits for which became dearer,
        -- and nothing is taken off twice that an edit gave back and took out of the total. Goods that were
        -- exchanged were paid for once: the credit of an exchange is no payment, nor are they a refund.
        sum(o.captured + case when o.source = 'exchange' then 0 else o.credit end - o.refunded) filter (
          where o.currency = ${currency} and o.status <> 'cancelled' and o.pay_status = 'paid'
        ),
        0
      )::bigint - (
        -- All at once: asked of each order, a customer with thousands of them waits.
        select coalesce(sum(f.amount), 0)
        from orders r
        join refunds f on f.order_id = r.id
        where r.customer_id = ${customer}
          and r.currency = ${currency}
          and r.status <> 'cancelled'
          and r.pay_status = 'paid'
          and ${isAsCredit}
      )::bigint as spending,
      coalesce(
        sum(o.captured - o.refunded) filter (where o.currency = ${currency} and o.status <> 'cancelled'), 0
      )::bigint as payment,
      (count(*) filter (where ${isToPay}))::int as "unpaidOrders", count(o.id)::int as orders,
      coalesce(
        array_agg(distinct o.currency) filter (where o.currency <> ${currency}), '{}'
      ) as "orderCurrencies",
      array(
        select distinct currency
        from credit_entries
        where customer_id = ${customer} and currency <> ${currency}
      ) as "creditCurrencies",
      (
        select max(at)
        from security_events
        where customer_id = ${customer}
          and kind in ('signed_in', 'signed_up')
          and session_id is distinct from ${session}::bigint
      ) as "lastSignIn"
    from orders o
    where o.customer_id = ${customer}`.execute(rows(db))
  const { orderCurrencies, creditCurrencies, ...sums } = found[0]!
  return { ...sums, otherCurrencies: [...new Set([...orderCurrencies, ...creditCurrencies])].toSorted() }
}

export interface UnpaidOrder {
  number: string
  currency: Currency
  /** Minor units: all of it, or the difference of one that became dearer after it was paid. */
  toPay: number
  placedAt: Date
}

/** The orders that wait for the customer's payment, the oldest first: its time is up before the others'. */
export async function listUnpaid(db: Db, customer: number, most: number): Promise<UnpaidOrder[]> {
  const { rows: found } = await sql<UnpaidOrder>`
    select o.number, o.currency, case when o.due > 0 then o.due else o.to_pay end as "toPay",
      o.placed_at as "placedAt"
    from orders o
    where o.customer_id = ${customer} and ${isToPay}
    order by o.placed_at, o.id limit ${most}`.execute(rows(db))
  return found
}
