import pg from 'pg'
import { quote } from '#domain/pricing.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'

/* A customer with thousands of orders, for what its list and one of its orders cost. */

export interface ManyOrders {
  /** Of the customer's session. */
  token: string
  /** Of an order in the middle of the list. */
  number: string
}

const ofOne = 5_000
const ofOthers = 10_000
const titles = ['Oak stool', 'Linen duvet cover', 'Brass lamp', 'Wool throw', 'Stoneware mug']

/** What three lines cost, as the checkout calculates it. */
export const facts = quote({
  currency: 'USD',
  rates: { baseCurrency: 'USD', currencies: [] },
  lines: [1, 2, 3].map((n) => ({
    key: `BENCH-${n}`,
    product: `bench-${n}`,
    categories: [],
    collections: [],
    quantity: n,
    amount: 2_000 + 100 * n,
    tiers: [],
    taxClass: 'standard',
    weight: 500,
  })),
  promotions: [],
  coupons: [],
  buyer: { isFirstOrder: null },
  shipping: { code: 'courier', rows: [{ maxWeight: null, minAmount: 0, amount: 500 }], freeFrom: null },
  tax: { mode: 'included', rates: { standard: '19' }, shippingClass: 'standard' },
  paymentFee: 0,
  credit: 0,
})

export const address = {
  firstName: 'Ada',
  lastName: 'King',
  company: '',
  country: 'DE',
  region: '',
  city: 'Berlin',
  district: '',
  line1: 'Torstraße 1',
  line2: '',
  postcode: '10119',
  countryCode: '',
  phone: '',
}

/** Writes the rows as placing them would have; one in a hundred still waits to be paid. */
export async function fillOrders(url: string): Promise<ManyOrders> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const token = newToken()
    await db.query(
      `with made as (
         insert into customers (number, first_name, last_name, locale, created_at)
         select 'many' || n, 'Ada', 'King', 'en', now() from generate_series(0, 2) n
         returning id, number
       ), known as (
         insert into customer_identities (kind, account, customer_id, verified_at)
         select 'email', number || '@example.com', id, now() from made
       )
       insert into sessions (token_hash, customer_id, method, is_kept, created_at, seen_at, proven_at, ip, agent)
       select $1, id, 'password', true, now(), now(), now(), '192.0.2.1', '' from made where number = 'many0'`,
      [hashToken(token)],
    )
    await db.query(
      `insert into checkouts (slug, owner_hash, currency, locale, lines, created_at, updated_at)
       select 'many-' || n, '\\x00', 'USD', 'en', '[1]', now(), now() from generate_series(1, $1::int) n`,
      [ofOne + ofOthers],
    )
    // In turns: the orders of one customer lie between those of others.
    await db.query(
      `insert into orders (number, checkout_id, owner_hash, customer_id, locale, currency, email, contact, address,
         billing, shipping, payment_method, quote, total, status, pay_status, stock_status, captured, placed_at,
         paid_at)
       select upper(substr(md5('a' || c.id), 1, 5)) || '-' || upper(substr(md5('b' || c.id), 1, 5)), c.id, '\\x00',
         (select id from customers where number = 'many' || (c.id % 3)), 'en', 'USD', 'many@example.com',
         '{"email":"many@example.com","marketing":false}', $1, $1,
         '{"code":"courier","name":"Courier","days":{"from":1,"to":3}}', 'card', $2, $3::bigint,
         case when c.id % 100 < 3 then 'in_progress' when c.id % 20 < 3 then 'cancelled' else 'completed' end,
         case when c.id % 100 < 3 then 'unpaid' else 'paid' end, 'sold',
         case when c.id % 100 < 3 then 0 else $3::bigint end, now() - c.id * interval '1 hour',
         case when c.id % 100 < 3 then null else now() - c.id * interval '1 hour' end
       from checkouts c where slug like 'many-%'`,
      [JSON.stringify(address), JSON.stringify(facts), facts.total],
    )
    await db.query(
      `insert into order_lines (order_id, position, sku, slug, title, choice, quantity, amount, net, tax, held)
       select o.id, n, 'BENCH-' || n, 'bench-' || n, ($1::text[])[1 + (o.id + n) % 5], 'Sage', n, 2000 + 100 * n,
         n * (2000 + 100 * n), 0, 0
       from orders o, generate_series(1, 3) n where o.email = 'many@example.com'`,
      [titles],
    )
    await db.query(
      `insert into order_events (order_id, kind, actor, at, handled_at)
       select o.id, k, 'customer', o.placed_at, now() from orders o, unnest(array['placed', 'paid']) k
       where o.email = 'many@example.com'`,
    )
    await db.query(
      `insert into payments (order_id, method, provider, reference, amount, currency, status, captured, created_at, updated_at)
       select id, 'card', 'demo', 'many-' || id, total, 'USD',
         case when pay_status = 'paid' then 'captured' else 'created' end, captured, placed_at, placed_at
       from orders where email = 'many@example.com'`,
    )
    // As a shop that has been open for a day.
    for (const table of ['orders', 'order_lines', 'order_events', 'payments'])
      await db.query(`vacuum analyze ${table}`)
    const { rows } = await db.query<{ number: string }>(
      `select o.number from orders o join customers c on c.id = o.customer_id
       where c.number = 'many0' order by o.placed_at offset $1 limit 1`,
      [ofOne / 2],
    )
    return { token, number: rows[0]!.number }
  } finally {
    await db.end()
  }
}
