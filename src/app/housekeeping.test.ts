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
