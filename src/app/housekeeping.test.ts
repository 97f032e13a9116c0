import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '#features/media/store.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { prune } from './housekeeping.ts'

const begin = new Date('2026-11-21T12:00:00Z')
const after = (days: number): Date => new Date(begin.getTime() + days * 86_400_000)

async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const folder = await mkdtemp(join(tmpdir(), 'violet-housekeeping-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cart = (name: string, lines: '' | 'cart_lines' | 'saved_lines', changed: Date) =>
    db.pool.query(
      `with cart as (
         insert into carts (token_hash, created_at, updated_at) values ($1, $2, $3) returning id
       )${
         lines === ''
           ? ' select from cart'
           : ` insert into ${lines} (cart_id, sku_id, quantity, ${lines === 'cart_lines' ? 'added_at' : 'saved_at'})
               select cart.id, skus.id, 1, $2 from cart, skus where sku = 'vase-ink'`
       }`,
      [Buffer.from(name), begin, changed],
    )
  return {
    db,
    cart,
    prune: (now: Date) => prune(db, { store: openStore(folder), filmsDir: join(folder, 'films') }, now),
    carts: async () =>
      (
        await db.pool.query<{ name: string }>(
          `select convert_from(token_hash, 'UTF8') as name from carts where length(token_hash) < 32 order by 1`,
        )
      ).rows.map(({ name }) => name),
  }
}

it('deletes carts when their cookie has ended, half a year after their last change', async () => {
  const { cart, carts, prune: tidies } = await shop()
  await cart('left', 'cart_lines', begin)
  await cart('kept', 'cart_lines', after(20))
  await tidies(after(180))
  expect(await carts()).toEqual(['kept', 'left'])
  await tidies(after(182))
  expect(await carts()).toEqual(['kept'])
  await tidies(after(202))
  expect(await carts()).toEqual([])
})

it('deletes empty carts after a week, but none that has saved lines or that owns an order', async () => {
  const { db, cart, carts, prune: tidies } = await shop()
  await cart('changed', '', after(3))
  await cart('empty', '', begin)
  await cart('full', 'cart_lines', begin)
  await cart('saved', 'saved_lines', begin)
  const order = await placeTestOrder(db)
  await db.pool.query(`update carts set updated_at = $1 where length(token_hash) = 32`, [begin])
  await tidies(after(6))
  expect(await carts()).toEqual(['changed', 'empty', 'full', 'saved'])
  await tidies(after(8))
  expect(await carts()).toEqual(['changed', 'full', 'saved'])
  const { rows } = await db.pool.query(
    'select from carts c join orders o on o.owner_hash = c.token_hash where o.id = $1',
    [order.id],
  )
  expect(rows).toHaveLength(1)
})

it('deletes more carts than one statement takes', async () => {
  const { db, carts, prune: tidies } = await shop()
  await db.pool.query(
    `insert into carts (token_hash, created_at, updated_at)
     select convert_to('cart' || n, 'UTF8'), $1, $1 from generate_series(1, 12000) n`,
    [begin],
  )
  await tidies(after(8))
  expect(await carts()).toEqual([])
})

it('deletes a guest’s favourites with the cart that the browser is known by, and no customer’s', async () => {
  const { db, cart, carts, prune: tidies } = await shop()
  await cart('guest', '', begin)
  await cart('none', '', begin)
  await db.pool.query(
    `insert into customers (id, number, locale, created_at) overriding system value
     values (7, 'CUSTOMER', 'en', $1)`,
    [begin],
  )
  await db.pool.query(
    `insert into favourite_lists (browser_hash, customer_id, created_at, updated_at)
     values ($1, null, $2, $2), (null, 7, $2, $2)`,
    [Buffer.from('guest'), begin],
  )
  await db.pool.query(
    `insert into favourites (list_id, product_id, added_at)
     select l.id, p.id, $1 from favourite_lists l, products p where p.slug = 'vase'`,
    [begin],
  )
  const owners = async () =>
    (await db.pool.query(`select customer_id from favourite_lists order by id`)).rows.map(
      (row) => row.customer_id,
    )
  await tidies(after(8))
  expect(await carts()).toEqual(['guest'])
  expect(await owners()).toEqual([null, 7])
  await tidies(after(182))
  expect(await carts()).toEqual([])
  expect(await owners()).toEqual([7])
  expect((await db.pool.query('select from favourites')).rowCount).toBe(1)
})

it('deletes inquiries two years after they came, with their pictures', async () => {
  const { db, prune: tidies } = await shop()
  await db.pool.query(
    `insert into inquiries (number, form, content, locale, created_at)
     select 'N' || n, 'feedback', 'Hello', 'en', $1::timestamptz + n * interval '1 day' from generate_series(1, 2) n`,
    [begin],
  )
  await db.pool.query(
    `insert into pictures (key, width, height, preview, average_color)
     values ('feedfeedfeedfeed', 9, 9, '', '#000000')`,
  )
  await db.pool.query(
    `insert into inquiry_pictures (inquiry_id, position, picture_id)
     select i.id, 1, p.id from inquiries i, pictures p where i.number = 'N1' and p.key = 'feedfeedfeedfeed'`,
  )
  const left = async () => {
    const { rows } = await db.pool.query<{ left: string[] }>(
      `select array(select number from inquiries order by 1)
         || array(select key::text from pictures where key = 'feedfeedfeedfeed') as left`,
    )
    return rows[0]!.left
  }
  await tidies(after(730))
  expect(await left()).toEqual(['N1', 'N2', 'feedfeedfeedfeed'])
  await tidies(after(732))
  // The picture is deleted with the next old uploads.
  expect(await left()).toEqual(['N2', 'feedfeedfeedfeed'])
  await tidies(after(733))
  expect(await left()).toEqual([])
})

/** What accounts leave behind, each with a row that is over at the moment $1, and how many days it stays. */
const ofAccounts: readonly [table: string, days: number, row: string][] = [
  [
    'sessions',
    200,
    `insert into sessions (token_hash, customer_id, method, is_kept, created_at, seen_at, proven_at, ip)
     values ('\\x00', 7, 'code', true, $1, $1, $1, '')`,
  ],
  [
    'one_time_codes',
    1,
    `insert into one_time_codes (purpose, kind, account, browser, created_at, expires_at)
     values ('signIn', 'email', 'ada@example.com', '\\x00', $1, $1)`,
  ],
  ['known_browsers', 400, `insert into known_browsers values (7, '\\x00', $1)`],
  [
    'verifications',
    1,
    `insert into verifications (key, way, browser, wanted, created_at, expires_at)
     values (decode(repeat('00', 32), 'hex'), 'question', decode(repeat('00', 32), 'hex'), 1, $1, $1)`,
  ],
  ['webauthn_challenges', 0, `insert into webauthn_challenges values ('\\x00', 'add', '\\x00', 7, $1)`],
  [
    'oauth_flows',
    0,
    `insert into oauth_flows (state_hash, browser, provider, nonce, verifier, purpose, locale, expires_at)
     values ('\\x00', '\\x00', 'acme', '', '', 'sign_in', 'en', $1)`,
  ],
  [
    'oauth_arrivals',
    0,
    `insert into oauth_arrivals (browser, provider, issuer, subject, expires_at)
     values ('\\x00', 'acme', '', 'ada', $1)`,
  ],
  [
    'qr_tickets',
    1 / 24,
    `insert into qr_tickets (ticket_hash, browser, ip, agent, created_at, expires_at)
     values (decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), '', '', $1, $1)`,
  ],
  [
    'pending_sign_ins',
    0,
    `insert into pending_sign_ins (token_hash, customer_id, browser, method, is_kept, next, expires_at)
     values ('\\x00', 7, '\\x00', 'password', true, '', $1)`,
  ],
  [
    'identity_changes',
    30,
    `insert into identity_changes (customer_id, kind, new_account, undo_hash, at)
     values (7, 'mobile', '+15550100', '\\x00', $1)`,
  ],
  [
    'security_events',
    30,
    `with closed as (update customers set closed_at = $1 where id = 7)
     insert into security_events (customer_id, kind, at, ip, agent) values (7, 'closed', $1, '', '')`,
  ],
]

it.each(ofAccounts)('deletes rows of %s when they are over, and not before', async (table, days, row) => {
  const { db, prune: tidies } = await shop()
  await db.pool.query(
    `insert into customers (id, number, locale, created_at) overriding system value
     values (7, 'CUSTOMER', 'en', $1)`,
    [begin],
  )
  await db.pool.query(row, [begin])
  const left = async () => (await db.pool.query(`select from ${table}`)).rowCount
  await tidies(new Date(after(days).getTime() - 1000))
  expect(await left()).toBe(1)
  await tidies(new Date(after(days).getTime() + 1000))
  expect(await left()).toBe(0)
})

/** Customer 7, and so many events of a kind, an hour apart; the last one at this moment. */
async function withEvents(kinds: readonly [kind: string, count: number][]) {
  const own = await shop()
  await own.db.pool.query(
    `insert into customers (id, number, locale, created_at) overriding system value
     select id, 'C' || id, 'en', $1 from unnest(array[7, 8]) id`,
    [begin],
  )
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  let before = 0
  for (const [kind, count] of kinds) {
    await own.db.pool.query(
      `insert into security_events (customer_id, kind, at, ip, agent, data)
       select 7, $1, $2::timestamptz - make_interval(hours => $3 - n), '', '', jsonb_build_object('count', n)
       from generate_series($4::int + 1, $4::int + $5) n`,
      [kind, begin, total, before, count],
    )
    before += count
  }
  const left = async (): Promise<{ kind: string; first: number; count: number }[]> =>
    (
      await own.db.pool.query(
        `select kind, min((data ->> 'count')::int) as first, count(*)::int as count
         from security_events where customer_id = 7 group by kind order by 2`,
      )
    ).rows
  return { ...own, left }
}

it('stores the newest thousand events of a customer, and none for longer than 400 days', async () => {
  const { db, left, prune: tidies } = await withEvents([['signed_in', 1_004]])
  await db.pool.query(
    `insert into security_events (customer_id, kind, at, ip, agent) values (8, 'signed_in', $1, '', '')`,
    [begin],
  )
  await tidies(after(1))
  expect(await left()).toEqual([{ kind: 'signed_in', first: 5, count: 1_000 }])
  const others = async () =>
    (await db.pool.query('select from security_events where customer_id = 8')).rowCount
  await tidies(after(399))
  expect([await left(), await others()]).toEqual([[{ kind: 'signed_in', first: 980, count: 25 }], 1])
  await tidies(after(401))
  expect([await left(), await others()]).toEqual([[], 0])
})

it('lets nobody push out of the log what "This was not me" reads', async () => {
  const { left, prune: tidies } = await withEvents([
    ['signed_in', 2],
    ['recovery_codes_made', 1],
    ['not_me', 1],
    ['name_changed', 1_100],
  ])
  await tidies(after(1))
  expect(await left()).toEqual([
    { kind: 'recovery_codes_made', first: 3, count: 1 },
    { kind: 'not_me', first: 4, count: 1 },
    { kind: 'name_changed', first: 107, count: 998 },
  ])
})
