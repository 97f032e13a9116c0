import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* From which network orders came. A network is known by its keyed hash only (`networkHash`). */

// 'netw' in ASCII: told from the locks of others.
const lockClass = 0x6e657477

/** Orders of one network are placed one after the other: two at once would each count without the other. */
export async function lockNetwork(tx: Tx, network: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockClass}::int, ${network.readInt32BE(0)}::int)`.execute(rows(tx))
}

export interface NetworkUse {
  /** Orders in the last ten minutes and in the last day, whatever became of them. */
  recent: number
  today: number
  /** Id of a SKU → units that wait, unpaid. */
  units: Readonly<Record<string, number>>
}

/** What a locked network has ordered, and holds of locked SKUs. */
export async function networkUse(
  tx: Tx,
  network: Buffer,
  skuIds: readonly number[],
  now: Date,
): Promise<NetworkUse> {
  const { rows: found } = await sql<NetworkUse>`
    select
      (
        select count(*)::int
        from orders
        where network = ${network} and placed_at > ${now}::timestamptz - interval '10 minutes'
      ) as recent,
      (
        select count(*)::int
        from orders
        where network = ${network} and placed_at > ${now}::timestamptz - interval '1 day'
      ) as today,
      (
        select coalesce(json_object_agg(sku_id, held), '{}')
        from (
          select l.sku_id, sum(l.held)::int as held
          from orders o
          join order_lines l on l.order_id = o.id
          where o.network = ${network}
            and o.status = 'in_progress'
            and o.pay_status = 'unpaid'
            and l.sku_id = any(${skuIds}::bigint[])
          group by l.sku_id
        ) waiting
      ) as units`.execute(rows(tx))
  return found[0]!
}

/** Numbers of the open, unpaid orders of a network of which nothing has left, the oldest first. */
export async function unpaidOfNetwork(db: Db, network: Buffer): Promise<string[]> {
  const { rows: found } = await sql<{ number: string }>`
    select number
    from orders
    where network = ${network}
      and status = 'in_progress'
      and pay_status = 'unpaid'
      and delivery_status = 'unshipped'
    order by placed_at, id`.execute(rows(db))
  return found.map(({ number }) => number)
}

/** Forgets from where orders of before came: those that wait for nothing any more, and all that are older still. */
export async function forgetNetworks(db: Db, settledBefore: Date, openBefore: Date): Promise<void> {
  await sql`
    update orders
    set network = null
    where network is not null
      and placed_at < ${settledBefore}
      and (placed_at < ${openBefore} or status <> 'in_progress' or pay_status = 'paid')`.execute(rows(db))
}
