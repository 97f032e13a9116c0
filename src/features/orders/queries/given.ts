import { sql, type RawBuilder } from 'kysely'

/**
 * What of an order went back as store credit or as other goods: `given` of its sums. What an exchange that was cancelled
 * brought home by a payment is counted as refunded, and was given for goods before.
 * @param id of the order, a column of the statement
 */
export function givenOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
      select coalesce(
        sum(
          case
            when (f.payment_id is null) = (f.cause ~ ':home(/[0-9]+)?$') then 0
            when f.payment_id is null then f.amount
            else -f.amount
          end
        ),
        0
      )::bigint
      from refunds f
      where f.order_id = ${id} and f.status <> 'failed'
    )`
}

/** Whether a refund `f` went back as store credit. */
export const isAsCredit = sql<boolean>`(
    f.payment_id is null and f.status = 'done' and f.cause !~ '^exchange:'
  )`

/**
 * What of an order went back as store credit: `asCredit` of its sums.
 * @param id of the order, a column of the statement
 */
export function creditedOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
      select coalesce(sum(f.amount), 0)::bigint
      from refunds f
      where f.order_id = ${id} and ${isAsCredit}
    )`
}
