import type { Buyer } from '../buyer.ts'
import type { WholeShop } from '../whole-shop.ts'

/* For tests of who may touch what: an order that has arrived, and what its owner wrote. */

interface World {
  shop: Pick<WholeShop, 'database'>
  owner: Pick<Buyer, 'ready' | 'submit'>
}

/** A line of an order of the owner's that has arrived. */
export const arrivedLine = async ({ owner, shop }: World): Promise<number> => {
  const placed = await owner.submit(await owner.ready({ 'stool-sage': 1 }))
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  const { rows } = await shop.database.db.pool.query<{ id: number }>(
    `with line as (
       select l.id, l.order_id from order_lines l join orders o on o.id = l.order_id where o.number = $1
     ),
     parcel as (
       insert into shipments (order_id, carrier, tracking_number, shipped_at, delivered_at)
       select order_id, 'DHL', '1', now(), now() from line
       returning id
     ),
     sent as (insert into shipment_lines select parcel.id, line.id, 1 from parcel, line)
     select id from line`,
    [placed.value.order],
  )
  return rows[0]!.id
}
export const ownReview = async (world: World): Promise<number> => {
  const line = await arrivedLine(world)
  const { rows } = await world.shop.database.db.pool.query<{ id: number }>(
    `insert into reviews (
       code, product_id, order_line_id, author, locale, score, content, state, created_at, checked_at
     )
     select 'r-' || l.id, l.product_id, l.id, 'Ada', 'en', 4, 'Steady.', 'pending', now(), null
     from order_lines l where l.id = $1
     returning id`,
    [line],
  )
  return rows[0]!.id
}

/** A question about what the owner has bought: everybody may read it, and buyers answer. */
export const questionFor = async (world: World): Promise<string> => {
  const line = await arrivedLine(world)
  const { rows } = await world.shop.database.db.pool.query<{ code: string }>(
    `insert into questions (code, product_id, author, content, locale, state, created_at)
     select 'q-' || upper(substr(md5(l.id::text), 1, 10)), l.product_id, 'Eve', 'Does it wobble?', 'en', 'published', now()
     from order_lines l where l.id = $1
     returning code`,
    [line],
  )
  return rows[0]!.code
}
