import { sql } from 'kysely'

/*
 * Under which name an order's buyer is known to others: the account's where it has one, as below comments, and else the
 * name of the delivery address.
 */

/** Of `orders`. Its columns have names of their own: `isOwn` speaks of those of `orders` by theirs alone. */
export const buyerJoin = sql`
  left join lateral (
    select nickname as "buyerNick", first_name as "buyerFirst", last_name as "buyerLast",
      first_name || last_name <> '' as "buyerNamed"
    from customers
    where id = orders.customer_id
  ) buyer on true`

/** `NicknamedPerson` of the domain. */
export const buyerName = sql`
  coalesce("buyerNick", '') as nickname,
  case
    when "buyerNamed" then "buyerFirst"
    else coalesce(orders.address ->> 'firstName', '')
  end as "firstName",
  case when "buyerNamed" then "buyerLast" else coalesce(orders.address ->> 'lastName', '') end as "lastName"`
