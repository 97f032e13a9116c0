import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** The orders that goods of these orders were exchanged for, and those that goods of those were. */
export async function exchangesFor(db: Db, orders: readonly number[]): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    with recursive made as (
      select exchange_order_id as id
      from returns
      where order_id = any(${orders}::bigint[]) and exchange_order_id is not null
      union
      select r.exchange_order_id
      from made m
      join returns r on r.order_id = m.id
      where r.exchange_order_id is not null
    )
    select id
    from made
    order by id`.execute(rows(db))
  return found.map(({ id }) => id)
}
