import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/** A SKU of which unpaid orders hold half of what is on hand, or more. */
interface HeldSku {
  sku: string
  onHand: number
  /** Units that wait, unpaid. */
  units: number
  orders: number
}

/** Those of at least so many orders, the most held first. What the operator has confirmed does not count. */
export async function mostlyHeld(db: Db, fewestOrders: number, limit: number): Promise<HeldSku[]> {
  const { rows: found } = await sql<HeldSku>`
    select s.sku, s.on_hand as "onHand", sum(l.held)::int as units, count(*)::int as orders
    from orders o
    join order_lines l on l.order_id = o.id
    join skus s on s.id = l.sku_id
    where o.status = 'in_progress'
      and o.pay_status = 'unpaid'
      and o.hold_until is not null
      and l.held > 0
      and not s.backorder
    group by s.id
    having count(*) >= ${fewestOrders} and sum(l.held) * 2 >= s.on_hand
    order by sum(l.held) desc, s.id limit ${limit}`.execute(rows(db))
  return found
}
