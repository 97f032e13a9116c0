import type pg from 'pg'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { address, facts } from './accounts/many-orders.ts'

/* Orders of one browser that were paid and have arrived: what they cost to give back is measured. */

export interface Delivered {
  /** Of the browser's cookie. */
  token: string
  /** `line` has two units; the others are not asked for. */
  orders: { number: string; line: number }[]
}

/** Writes the rows as placing, paying and sending them would have. */
export async function fillDelivered(db: Pick<pg.Pool, 'query'>, count: number): Promise<Delivered> {
  const token = newToken()
  await db.query(
    `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
     select 'back-' || n, '\\x00', 'USD', 'en', '[1]', now(), now() from generate_series(1, $1::int) n`,
    [count],
  )
  await db.query(
    `insert into orders (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping,
       payment_method, quote, total, status, pay_status, stock_status, delivery_status, captured, placed_at, paid_at,
       shipped_at, delivered_at)
     select upper(substr(md5('c' || id), 1, 5)) || '-' || upper(substr(md5('d' || id), 1, 5)), id, $1, 'en', 'USD',
       'back@example.com', '{"email":"back@example.com","marketing":false}', $2, $2,
       '{"code":"courier","name":"Courier","days":{"from":1,"to":3}}', 'card', $3, $4::bigint, 'in_progress', 'paid',
       'sold', 'delivered', $4::bigint, now() - interval '4 days', now() - interval '4 days',
       now() - interval '3 days', now() - interval '2 days'
     from checkouts where slug like 'back-%'`,
    [hashToken(token), JSON.stringify(address), JSON.stringify(facts), facts.total],
  )
  await db.query(
    `insert into order_lines (order_id, position, sku, slug, title, choice, quantity, amount, net, tax, held, shipped)
     select o.id, n, 'BENCH-' || n, 'bench-' || n, 'Oak stool', 'Sage', n, 2000 + 100 * n, n * (2000 + 100 * n), 0, 0, n
     from orders o, generate_series(1, 3) n where o.email = 'back@example.com'`,
  )
  await db.query(
    `with sent as (
       insert into shipments (order_id, carrier, tracking_number, shipped_at, delivered_at)
       select id, 'DHL', 'B' || id, shipped_at, delivered_at from orders where email = 'back@example.com'
       returning id, order_id
     )
     insert into shipment_lines (shipment_id, order_line_id, quantity)
     select s.id, l.id, l.quantity from sent s join order_lines l on l.order_id = s.order_id`,
  )
  await db.query(
    `insert into order_events (order_id, kind, actor, at, handled_at)
     select o.id, k, 'customer', o.placed_at, now()
     from orders o, unnest(array['placed', 'paid', 'shipped', 'delivered']) k where o.email = 'back@example.com'`,
  )
  await db.query(
    `insert into payments (order_id, method, provider, reference, amount, currency, status, captured, created_at, updated_at)
     select id, 'card', 'demo', 'back-' || id, total, 'USD', 'captured', captured, placed_at, placed_at
     from orders where email = 'back@example.com'`,
  )
  for (const table of ['orders', 'order_lines', 'order_events', 'payments', 'shipments', 'shipment_lines'])
    await db.query(`vacuum analyze ${table}`)
  const { rows } = await db.query<{ number: string; line: number }>(
    `select o.number, l.id::int as line from orders o join order_lines l on l.order_id = o.id and l.sku = 'BENCH-2'
     where o.email = 'back@example.com' order by o.id`,
  )
  return { token, orders: rows }
}
