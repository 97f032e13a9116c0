import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { signIn } from '#features/account/actions/sign-in.ts'
import { countOrders } from '#features/orders/actions/list.ts'
import { readConfig } from '#platform/server/config.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { signedIn } from '#test/signed-in.ts'
import { demoFolders, emptyShop, type Shop } from '#test/small-demo.ts'
import { entry } from '../catalog/for-tests.ts'
import { demoAccount } from './account.ts'
import { lockDemoCustomer, makeDemoCustomer } from './customer.ts'
import { demoCustomer } from './customer/queries.ts'
import { loadDemo } from './demo.ts'
import { removeDemo } from './remove.ts'
import { ownShop } from './replaced.ts'
import { scenes } from './scenes.ts'

const names = Array.from({ length: 12 }, (_, n) => `thing-${n}`)

/** The settings of the real demo, with goods enough for every scene. */
async function demoShop(): Promise<Shop> {
  const shop = await emptyShop()
  const products = names.map((name, n) =>
    entry(name, { skus: [{ sku: name, prices: { USD: { price: `${20 + n}` } }, stock: 40 }] }),
  )
  const folders = await demoFolders({ products })
  await loadDemo(shop, folders && { ...folders, settings: 'demo/shop.json' })
  return shop
}

const make = ({ db, now }: Shop) => makeDemoCustomer({ db, now, dictionaries })

interface Stock {
  sku: string
  on_hand: number
  held: number
}
async function stock({ db }: Shop): Promise<Stock[]> {
  return (await db.pool.query<Stock>('select sku, on_hand, held from skus order by sku')).rows
}

it('has an order in every state, placed, paid and sent by the shop’s own actions', async () => {
  const shop = await demoShop()
  const { db } = shop
  expect(await make(shop)).toBe(true)
  const { rows } = await db.pool.query<{ state: string }>(
    `select concat_ws(' ', status, pay_status, delivery_status, stock_status,
       case when refunded > 0 then 'refunded' end, case when credit > 0 then 'credit' end) as state
     from orders order by placed_at`,
  )
  expect(rows.map(({ state }) => state)).toEqual([
    'completed paid delivered sold',
    'cancelled unpaid unshipped released',
    'cancelled unpaid unshipped released',
    'cancelled paid unshipped released refunded',
    'completed paid delivered sold refunded credit',
    'in_progress paid delivered sold',
    'in_progress paid shipped sold',
    'in_progress paid partly_shipped sold',
    'pending_cancellation paid unshipped sold',
    'in_progress paid unshipped sold',
    'in_progress unpaid unshipped held',
    'in_progress unpaid unshipped held',
    'in_progress unpaid unshipped held',
  ])
  expect(rows).toHaveLength(scenes.length)
  const { id } = (await demoCustomer(db))!
  const own = await signedIn(db, { customer: id, now: shop.now })
  expect(await own.does(countOrders, {})).toMatchObject({
    ok: true,
    value: { total: 13, payStatus: { unpaid: 2 } },
  })
  // Nobody is written to about it, and the merchant is not said to have sold anything.
  const open = await db.pool.query('select from order_events where handled_at is null')
  expect(open.rowCount).toBe(0)
  expect((await db.pool.query('select from outbox_mails')).rowCount).toBe(0)
  expect((await ownShop(db))?.orders ?? 0).toBe(0)
  // Made once.
  expect(await make(shop)).toBe(false)
})

it('has books that agree: each SKU with its moves, each payment with its order', async () => {
  const shop = await demoShop()
  const before = await stock(shop)
  await make(shop)
  const { rows: moves } = await shop.db.pool.query<Stock>(
    `select s.sku, coalesce(sum(m.on_hand), 0)::int as on_hand, coalesce(sum(m.held), 0)::int as held
     from skus s left join stock_moves m on m.sku_id = s.id group by s.sku order by s.sku`,
  )
  expect(await stock(shop)).toEqual(
    before.map(({ sku, on_hand, held }, n) => ({
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

it('signs in with the password that is printed, until the shop is open to all', async () => {
  const shop = await demoShop()
  await make(shop)
  const visitor = accountVisitor(shop.db, { now: () => shop.now })
  const input = { account: demoAccount.email, password: demoAccount.password }
  const tries = () =>
    visitor.does(signIn, { ...input, code: '', countryCode: '', keep: 'on' as const, next: '' } as never)
  expect(await tries()).toMatchObject({ ok: true })
  expect(await lockDemoCustomer(shop.db, shop.now)).toBe(true)
  expect(await tries()).toMatchObject({ ok: false, problem: { name: 'wrong_credentials' } })
})

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
  expect(removed).toMatchObject({ ok: true, value: { orders: scenes.length } })
  expect(await stock(shop)).toEqual(before.filter(({ sku }) => sku === 'thing-0'))
  for (const table of [
    'customers',
    'customer_addresses',
    'orders',
    'checkouts',
    'carts',
    'payments',
    'refunds',
    'credit_entries',
    'stock_moves',
  ])
    expect([table, (await db.pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
})

it('is not made where somebody has its address already, nor where the demo is sold out', async () => {
  const shop = await demoShop()
  await shop.db.pool.query('update skus set on_hand = 3')
  expect(await make(shop)).toBe(false)
  expect((await shop.db.pool.query('select from customers')).rowCount).toBe(0)
})
