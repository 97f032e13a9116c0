import { sql } from 'kysely'

/** Both said here once more. */
export const line = sql`select s.on_hand - s.held as available, not s.retired and p.visible as offered`
export const soldOut = sql`
  select id from skus join products p on true
  where p.visible
    and not retired and on_hand <= held`
/** No rule of these: a count that an order takes, and all that is not retired. */
export const ship = sql`update skus set held = held - 1 where on_hand >= 1 and not retired`
