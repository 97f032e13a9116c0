import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#features/session/rules/cookies.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { entry } from '#transfer/catalog/for-tests.ts'
import { article, fillShop } from '#transfer/content/for-tests.ts'
import { cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { wishList } from './actions/browse.ts'
import { addFavourite, cancelFavourite } from './actions/change.ts'
import { findShared, sharedSince, shareFavourites, withdrawFavourites } from './actions/share.ts'
import { mostFavourites } from './contract.ts'
import { joinFavourites } from './rules/join.ts'
import { ownerOf } from './rules/owner.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  const products = [entry('cup'), entry('jug'), entry('tray')]
  await fillShop(
    database.db,
    { format: 'violet-catalog', version: 1, products },
    { articles: [article('oak')] },
  )
  await query(
    `insert into customers (id, number, locale, created_at) overriding system value
     values (7, 'C-7', 'en', now())`,
  )
})
afterAll(() => database.drop())
beforeEach(() => query('truncate favourite_lists, carts cascade'))

const query = (text: string, values?: unknown[]) => database.db.pool.query(text, values)
const newVisitor = () => cartVisitor(database.db)
type Visitor = ReturnType<typeof newVisitor>
const product = (id: string) => ({ type: 'product' as const, id })
const oak = { type: 'article' as const, id: 'oak' }

async function withFavourites(...slugs: string[]): Promise<Visitor> {
  const visitor = newVisitor()
  for (const slug of slugs) await visitor.does(addFavourite, product(slug))
  return visitor
}

async function sharing(visitor: Visitor): Promise<string> {
  const shared = await visitor.does(shareFavourites, {})
  if (!shared.ok) throw new Error(shared.problem.name)
  const { href, url } = shared.value
  expect(url).toBe(`http://shop.example${href}`)
  return /^\/favorite\/shared\?list=([\w-]{43})$/.exec(href)![1]!
}

const seenBy = async (visitor: Visitor, token: string) => {
  const found = await findShared(visitor.context(), token, 1)
  return found && { isOwn: found.isOwn, slugs: found.list.products.map(({ card }) => card.slug) }
}

describe('a list that is shared', () => {
  it('shows its products to whoever has the link, and no article', async () => {
    const owner = await withFavourites('cup', 'jug')
    await owner.does(addFavourite, oak)
    const token = await sharing(owner)
    expect(await seenBy(owner, token)).toEqual({ isOwn: true, slugs: ['jug', 'cup'] })
    expect(await seenBy(newVisitor(), token)).toEqual({ isOwn: false, slugs: ['jug', 'cup'] })
    await owner.does(cancelFavourite, product('cup'))
    expect(await seenBy(await withFavourites('tray'), token)).toEqual({ isOwn: false, slugs: ['jug'] })
    expect((await findShared(owner.context(), token, 1))?.list.articles).toEqual([])
  })

  it('has a link of which the database knows the hash alone', async () => {
    const owner = await withFavourites('cup')
    const token = await sharing(owner)
    const { rows } = await query('select share_hash, to_jsonb(l)::text as text from favourite_lists l')
    expect(rows[0].share_hash).toEqual(hashToken(token))
    expect(rows[0].text).not.toContain(token)
    expect(await sharedSince(owner.context())).toEqual(expect.any(Date))
  })

  it('shows nothing any more when the link is withdrawn, or a new one was made', async () => {
    const owner = await withFavourites('cup')
    const first = await sharing(owner)
    const second = await sharing(owner)
    expect(await seenBy(owner, first)).toBeNull()
    expect(await seenBy(owner, second)).not.toBeNull()
    expect(await owner.does(withdrawFavourites, {})).toEqual({ ok: true, value: {} })
    expect(await seenBy(owner, second)).toBeNull()
    expect(await sharedSince(owner.context())).toBeNull()
    expect(await owner.does(wishList, {})).toMatchObject({ value: { products: ['cup'] } })
  })

  it('is withdrawn by nobody else', async () => {
    const owner = await withFavourites('cup')
    const token = await sharing(owner)
    for (const other of [newVisitor(), await withFavourites('jug')])
      expect(await other.does(withdrawFavourites, {})).toEqual({ ok: true, value: {} })
    expect(await seenBy(newVisitor(), token)).toMatchObject({ slugs: ['cup'] })
  })

  it('has something in it to be shared', async () => {
    const refused = { ok: false, problem: { name: 'favorites_empty' } }
    expect(await newVisitor().does(shareFavourites, {})).toEqual(refused)
    const reader = newVisitor()
    await reader.does(addFavourite, oak)
    expect(await reader.does(shareFavourites, {})).toEqual(refused)
    expect((await query('select from favourite_lists where share_hash is not null')).rowCount).toBe(0)
  })

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44), '\0'])('is not found by %j', async (token) => {
    await sharing(await withFavourites('cup'))
    expect(await findShared(newVisitor().context(), token, 1)).toBeNull()
  })
})

describe('who owns a list', () => {
  it('is the customer, else the browser, else nobody', () => {
    const browser = hashToken('one')
    const rest = { owner: null, session: null, over: null, opened: [] }
    expect(ownerOf({ browser, customer: 7, ...rest })).toEqual({ customer: 7 })
    expect(ownerOf({ browser, customer: null, ...rest })).toEqual({ browser })
    expect(ownerOf({ browser: null, customer: null, ...rest })).toBeNull()
  })

  it('is the customer in every call of who is signed in, without a cart', async () => {
    const context = () => ({
      ...newVisitor().context(),
      who: async () => ({
        browser: null,
        owner: ownerHash(7),
        customer: 7,
        session: null,
        over: null,
        opened: [],
      }),
    })
    expect(await addFavourite(context(), product('cup'))).toMatchObject({ ok: true, value: { count: 1 } })
    expect(await addFavourite(context(), product('jug'))).toMatchObject({ ok: true, value: { count: 2 } })
    expect(await wishList(context(), {})).toMatchObject({ value: { products: ['jug', 'cup'] } })
    const { rows } = await query('select customer_id, browser_hash from favourite_lists')
    expect(rows).toEqual([{ customer_id: 7, browser_hash: null }])
    expect((await query('select from carts')).rowCount).toBe(0)
  })
})

describe('signing in', () => {
  const asCustomer = (visitor: Visitor, customer: number) => ({
    ...visitor.context(),
    who: async () => ({
      browser: null,
      owner: ownerHash(customer),
      customer,
      session: null,
      over: null,
      opened: [],
    }),
  })
  const join = (visitor: Visitor, customer: number) =>
    database.db.transact((tx) =>
      joinFavourites(tx, hashToken(visitor.cookies['violet_cart']!), customer, new Date()),
    )

  it('joins the browser’s favourites to the customer’s, nothing twice', async () => {
    const guest = await withFavourites('cup', 'jug')
    await addFavourite(asCustomer(guest, 7), product('cup'))
    await addFavourite(asCustomer(guest, 7), product('tray'))
    expect(await join(guest, 7)).toEqual({ joined: 1, left: 0 })
    expect(await wishList(asCustomer(guest, 7), {})).toMatchObject({
      value: { products: ['tray', 'cup', 'jug'] },
    })
    expect((await query('select from favourite_lists')).rowCount).toBe(1)
    expect(await join(guest, 7)).toEqual({ joined: 0, left: 0 })
  })

  it('keeps a link alive that the guest had made', async () => {
    const guest = await withFavourites('cup')
    const token = await sharing(guest)
    await join(guest, 7)
    expect(await seenBy(newVisitor(), token)).toEqual({ isOwn: false, slugs: ['cup'] })
  })

  it('does not take the place of the customer’s own link', async () => {
    const guest = await withFavourites('cup')
    const theirs = await sharing(guest)
    await addFavourite(asCustomer(guest, 7), product('jug'))
    const own = await shareFavourites(asCustomer(guest, 7), {})
    const token = own.ok ? own.value.href.split('=')[1]! : ''
    await join(guest, 7)
    expect(await seenBy(newVisitor(), token)).toMatchObject({ slugs: ['jug', 'cup'] })
    expect(await seenBy(newVisitor(), theirs)).toBeNull()
  })

  it('leaves with the browser what finds no room', async () => {
    const guest = await withFavourites('cup', 'jug')
    await addFavourite(asCustomer(guest, 7), product('tray'))
    await query(
      `with many as (
         insert into products (slug, options, hash, visible)
           select 'many-' || n, '[]', '', false from generate_series(1, $1::int) n returning id
       )
       insert into favourites (list_id, product_id, added_at)
         select l.id, many.id, now() from many, favourite_lists l where l.customer_id = 7`,
      [mostFavourites - 2],
    )
    expect(await join(guest, 7)).toEqual({ joined: 1, left: 1 })
    expect(await guest.does(wishList, {})).toMatchObject({ value: { products: ['cup'] } })
    await query(`delete from products where slug like 'many-%'`)
  })
})
