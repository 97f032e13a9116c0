import { sql } from 'kysely'

export const place = sql`
  with placed as (insert into orders (number) values (${'1'}) returning id)
  insert into order_lines (order_id) select id from placed, cart_lines`
/** A guest with a reason. */
export const hold = sql`update skus set held = held + 1`
