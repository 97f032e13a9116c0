import { sql } from 'kysely'

export const set = sql`
  with gone as (delete from tags where slug = ${''})
  update skus set on_hand = ${1}`
