import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signIn } from '#features/account/actions/sign-in.ts'
import { countOrders } from '#features/orders/actions/list.ts'
import { readConfig } from '#platform/server/config.ts'
import { program } from '#storefront/dictionaries.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory } from '#test/prove/history/history-rows.ts'
import { signedIn } from '#test/signed-in.ts'
import { demoFolders, emptyShop, type Shop } from '#test/small-demo.ts'
import { entry, type WhenDone } from '../catalog/for-tests.ts'
import { demoAccount } from './account.ts'
import { lockDemoCustomer, makeDemoCustomer, removeDemoCustomer } from './customer.ts'
import { demoCustomer } from './customer/queries.ts'
import { loadDemo } from './demo.ts'
import { removeDemo } from './remove.ts'
import { ownShop } from './replaced.ts'
import { returnScenes } from './return-scenes.ts'
import { scenes } from './scenes.ts'

// Months of shopping are played.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const names = Array.from({ length: 12 }, (_, n) => `thing-${n}`)

/** The settings of the real demo, with goods enough for every scene. */
async function demoShop(whenDone: WhenDone = onTestFinished): Promise<Shop> {
  const shop = await emptyShop(whenDone)
  const products = names.map((name, n) =>
    entry(name, { skus: [{ sku: name, prices: { USD: { price: `${20 + n}` } }, stock: 40 }] }),
  )
  const folders = await demoFolders({ products }, whenDone)
  await loadDemo(shop, folders && { ...folders, settings: 'demo/shop.json' })
  return shop
}

/** One of each scene, and two that exchanges were. */
const orders = scenes.length + returnScenes.length + 2

const make = ({ db, now }: Shop) => makeDemoCustomer({ db, now, words: program.words })

interface Stock {
  sku: string
  on_hand: number
  held: number
}
async function stock({ db }: Shop): Promise<Stock[]> {
  return (await db.pool.query<Stock>('select sku, on_hand, held from skus order by sku')).rows
}

describe('as it is made', () => {
  let shop: Shop
  let before: { skus: Awaited<ReturnType<typeof readHistory>>['skus']; stock: Stock[] }
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    shop = await demoShop((end) => ends.push(end))
    before = { skus: (await readHistory(shop.db.pool)).skus, stock: await stock(shop) }
    expect(await make(shop)).toBe(true)
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  it('has an order in every state, placed, paid and sent by the shop’s own actions', async () => {
    const { rows } = await shop.db.pool.query<{ state: string }>(
      `select concat_ws(' ', status, pay_status, delivery_status, stock_status,
         case when refunded > 0 then 'refunded' end, case when credit > 0 then 'credit' end) as state
       from orders order by placed_at`,
    )
    expect(rows.map(({ state }) => state)).toEqual([
      'completed paid delivered sold',
      'completed paid delivered sold refunded',
      'cancelled unpaid unshipped released',
      'completed paid delivered sold',
      'cancelled unpaid unshipped released',
      // For what came back, the same again.
      'completed paid delivered sold credit',
      'completed paid delivered sold',
      'cancelled paid unshipped released refunded',
      'completed paid delivered sold refunded credit',
      'completed paid delivered sold',
      'completed paid delivered sold',
      'completed paid delivered sold',
      'in_progress paid delivered sold',
      'in_progress paid delivered sold',
      'in_progress paid shipped sold',
      'in_progress paid partly_shipped sold',
      'pending_cancellation paid unshipped sold',
      // For what came back, something dearer.
      'in_progress unpaid unshipped held credit',
      'in_progress paid unshipped sold',
      'in_progress unpaid unshipped held',
      'in_progress unpaid unshipped held',
      'in_progress unpaid unshipped held',
    ])
    expect(rows).toHaveLength(orders)
    const { id } = (await demoCustomer(shop.db))!
    const own = await signedIn(shop.db, { customer: id, now: shop.now })
    expect(await own.does(countOrders, {})).toMatchObject({
      ok: true,
      value: { total: orders, payStatus: { unpaid: 3 } },
    })
    // Nobody is written to about it, and the merchant is not said to have sold anything.
    for (const open of [
      'order_events where handled_at is null',
      'return_events where handled_at is null',
      'orders o where not exists (select from review_asks a where a.order_id = o.id)',
      'outbox_mails',
    ])
      expect([open, (await shop.db.pool.query(`select from ${open}`)).rowCount]).toEqual([open, 0])
    expect((await ownShop(shop.db))?.orders ?? 0).toBe(0)
    // Made once.
    expect(await make(shop)).toBe(false)
  })

  it('has a return in every state, by the shop’s own actions too', async () => {
    const { rows } = await shop.db.pool.query<{ state: string }>(
      `select concat_ws(' ', r.type, r.status, r.audit_status, case when r.is_claim then 'claim' end,
         case when r.is_withdrawal then 'withdrawal' end, case when r.sent_at is not null then 'sent' end,
         case when r.received_at is not null then 'received' end,
         case when exists (select from return_lines l where l.return_id = r.id and l.approved < l.quantity) then 'in part' end,
         case when r.bonus > 0 then 'bonus' end, case when r.refusal_reason is not null then 'reason' end,
         case when o.id is not null then case when o.to_pay > 0 then 'to pay' else 'even' end end) as state
       from returns r left join orders o on o.id = r.exchange_order_id order by r.id`,
    )
    expect(rows.map(({ state }) => state)).toEqual([
      'return_and_refund completed audit_successful sent received',
      'return_and_refund ended audit_successful',
      'exchange completed audit_successful claim sent received even',
      'refund_only completed audit_successful claim',
      'return_and_refund ended audit_failed reason',
      'return_and_refund completed audit_successful sent received bonus',
      'return_and_refund cancelled pending_approval',
      'return_and_refund cancelled audit_successful',
      'return_and_refund pending_approval audit_successful sent received in part',
      'exchange completed audit_successful sent received to pay',
      'return_and_refund pending_approval audit_successful sent',
      'return_and_refund pending_approval audit_successful withdrawal',
      'return_and_refund pending_approval audit_successful claim',
      'return_and_refund pending_approval pending_approval',
    ])
  })

  it('has written reviews, a comment and articles, of which some wait', async () => {
    const { rows } = await shop.db.pool.query<{ text: string }>(
      `select concat_ws(' ', 'review', state, author, case when reply is not null then 'answered' end) as text
         from reviews where order_line_id is not null
       union all
       select concat_ws(' ', 'comment', state, author, case when official then 'official' end)
         from article_comments where customer_id is not null or official
       union all
       select 'article ' || r.state from article_revisions r
       order by 1`,
    )
    expect(rows.map(({ text }) => text)).toEqual([
      'article draft',
      'article published',
      'comment published Mei L.',
      'comment published Violet official',
      'review pending Mei L.',
      'review published Mei L. answered',
    ])
  })

  it('lived through it one after the other: what came later has a later number', async () => {
    for (const [table, at] of [
      ['orders', 'placed_at'],
      ['order_events', 'at'],
      ['returns', 'created_at'],
      ['return_events', 'at'],
      ['stock_moves', 'at'],
    ] as const) {
      const { rows } = await shop.db.pool.query<{ at: Date }>(`select ${at} as at from ${table} order by id`)
      const moments = rows.map((row) => row.at.getTime())
      expect([table, moments]).toEqual([table, moments.toSorted((a, b) => a - b)])
      expect(Math.max(...moments)).toBeLessThanOrEqual(shop.now.getTime())
    }
  })

  it('keeps every rule that orders, returns, stock and money have', async () => {
    const history = await readHistory(shop.db.pool)
    expect(history.returns).toHaveLength(14)
    expect(checkHistory(history, before.skus)).toEqual([])
  })

  it('has books that agree: each SKU with its moves, each payment with its order', async () => {
    const { rows: moves } = await shop.db.pool.query<Stock>(
      `select s.sku, coalesce(sum(m.on_hand), 0)::int as on_hand, coalesce(sum(m.held), 0)::int as held
       from skus s left join stock_moves m on m.sku_id = s.id group by s.sku order by s.sku`,
    )
    expect(await stock(shop)).toEqual(
      before.stock.map(({ sku, on_hand, held }, n) => ({
        sku,
        on_hand: on_hand + moves[n]!.on_hand,
        held: held + moves[n]!.held,
      })),
    )
    const { rows } = await shop.db.pool.query(
      `select o.number from orders o
       where o.captured <> (select coalesce(sum(p.captured), 0) from payments p where p.order_id = o.id)
         or o.refunded <> (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.payment_id is not null)`,
    )
    expect(rows).toEqual([])
  })
})

it('signs in with the password that is printed, until the shop is open to all', async () => {
  const shop = await demoShop()
  await make(shop)
  const visitor = accountVisitor(shop.db, { now: () => shop.now })
  const input = { account: demoAccount.email, password: demoAccount.password }
  const tries = () =>
    visitor.does(signIn, { ...input, code: '', countryCode: '', keep: 'on' as const, next: '' } as never)
  expect(await tries()).toMatchObject({ ok: true })
  const { rows } = await shop.db.pool.query<{ kind: string; at: Date }>(
    'select kind, at from security_events order by id',
  )
  // It has been here before, as the dates of its orders say.
  expect(rows.map(({ kind }) => kind)).toEqual(['signed_up', 'signed_in'])
  expect(rows[0]!.at < rows[1]!.at).toBe(true)
  expect(await lockDemoCustomer(shop.db, shop.now)).toBe(true)
  expect(await tries()).toMatchObject({ ok: false, problem: { name: 'wrong_credentials' } })
})

it('goes without a trace: every table, stock, coupons and ratings are as they were', async () => {
  const shop = await demoShop()
  const { db } = shop
  const before = await traces(shop)
  await make(shop)
  expect(await traces(shop)).not.toEqual(before)
  expect(await db.transact((tx) => removeDemoCustomer(tx, shop.now))).toBe(orders)
  expect(await traces(shop)).toEqual(before)
})

/** How many rows each table has, and what the shop counts. */
async function traces({ db }: Shop): Promise<unknown> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       -- Those are nobody's, and pass. That the demo has had a customer is forgotten with the rest of it.
       and tablename not in ('signing_keys', 'rate_counts', 'cache_changes', 'search_stale', 'demo_entries')
     order by 1`,
  )
  const counts: [string, number | null][] = []
  for (const { name } of tables) counts.push([name, (await db.pool.query(`select from "${name}"`)).rowCount])
  const { rows } = await db.pool.query(
    `select (select json_agg(x) from (select sku, on_hand, held from skus order by sku) x) as stock,
       (select json_agg(x) from (select slug, used_count from coupons order by slug) x) as coupons,
       (select json_agg(x) from (select slug, rating_average, rating_count from products order by slug) x) as ratings`,
  )
  return { counts, rows }
}

it('keeps nothing that somebody left at it who knew the password', async () => {
  const shop = await demoShop()
  const { db, now } = shop
  await make(shop)
  const { id } = (await demoCustomer(db))!
  const left = await signedIn(db, { customer: id, now })
  const other = await signedIn(db, { now })
  for (const customer of [id, other.customer])
    await db.pool.query(
      `with whose as (insert into passkey_users (customer_id, handle) values ($1, $2) returning customer_id)
       insert into passkeys
         (customer_id, credential_id, public_key, counter, transports, aaguid, is_backed_up, rp_id, created_at)
       select customer_id, $2, $2, 0, '{}', gen_random_uuid(), false, 'localhost', $3 from whose`,
      [customer, randomBytes(32), now],
    )
  await db.pool.query('update customer_identities set account = $2 where customer_id = $1', [
    id,
    'stranger@example.org',
  ])
  expect((await left.context().who()).session).not.toBeNull()
  expect(await lockDemoCustomer(db, now)).toBe(true)
  expect((await left.context().who()).session).toBeNull()
  expect((await other.context().who()).session).not.toBeNull()
  for (const table of ['customer_identities', 'customer_passwords', 'passkeys', 'known_browsers'])
    expect((await db.pool.query(`select from ${table} where customer_id = $1`, [id])).rowCount, table).toBe(0)
  expect((await db.pool.query('select from passkeys')).rowCount).toBe(1)
  // At the next start again.
  expect(await lockDemoCustomer(db, now)).toBe(true)
})

it.each([
  ['a shop as it comes', {}, true],
  ['one at a port of this machine', { PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0' }, true],
  ['one at a loopback address', { PUBLIC_URL: 'http://[::1]:3000', ALLOWED_HOSTS: 'shop.localhost' }, true],
  ['one that listens at IPv6 loopback', { HOST: '::1' }, true],
  ['one with a public name', { PUBLIC_URL: 'https://shop.example' }, false],
  [
    'one with a public name behind a proxy that is spoken to in the clear',
    { PUBLIC_URL: 'http://shop.example' },
    false,
  ],
  ['one in the network of a house', { PUBLIC_URL: 'http://192.168.0.4:3000' }, false],
  ['one with a second name', { ALLOWED_HOSTS: 'localhost, shop.example' }, false],
  ['one that listens to all', { HOST: '0.0.0.0' }, false],
  ['one that listens to all by IPv6', { HOST: '::', DEMO_CUSTOMER: 'on' }, false],
  ['one that was asked to do without', { DEMO_CUSTOMER: 'off' }, false],
])('%s (%j) may have a customer with a known password: %j', (_, env, isAllowed) => {
  expect(readConfig(env).demoCustomer).toBe(isAllowed)
})

it('goes with the demo, and leaves stock and books as they were', async () => {
  const shop = await demoShop()
  const { db } = shop
  // A product that the merchant has made its own stays, with all of its stock.
  const before = await stock(shop)
  await make(shop)
  await db.pool.query(`update products set hash = 'changed' where slug = 'thing-0'`)
  const removed = await removeDemo(shop)
  expect(removed).toMatchObject({ ok: true, value: { orders, kept: [{ key: 'thing-0' }] } })
  expect(await stock(shop)).toEqual(before.filter(({ sku }) => sku === 'thing-0'))
  for (const table of [
    'customers',
    'customer_addresses',
    'orders',
    'checkouts',
    'carts',
    'payments',
    'refunds',
    'returns',
    'return_events',
    'credit_entries',
    'stock_moves',
    'reviews',
    'articles',
    'article_comments',
    'former_slugs',
  ])
    expect([table, (await db.pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
})

it('is not made where somebody has its address already, nor where the demo is sold out', async () => {
  const shop = await demoShop()
  await shop.db.pool.query('update skus set on_hand = 3')
  expect(await make(shop)).toBe(false)
  expect((await shop.db.pool.query('select from customers')).rowCount).toBe(0)
})
