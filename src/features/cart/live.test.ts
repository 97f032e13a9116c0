import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '#features/session/rules/cookies.ts'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { addToCart, updateCartLine } from './actions/lines.ts'
import { productsInCart } from './queries/lines.ts'
import { cartTopic } from './actions/token.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

it('tells the owner’s other pages of each change and of no refusal', async () => {
  const visitor = cartVisitor(database.db)
  await visitor.does(addToCart, { sku: 'rare-ink', quantity: 1 })
  expect(visitor.told).toEqual([])
  const added = await visitor.does(addToCart, { sku: 'rare-sage', quantity: 1 })
  const owner = hashToken(visitor.cookies['violet_cart']!)
  const news = { topic: cartTopic(owner), message: { type: 'cart.changed' } }
  expect(visitor.told).toEqual([news])
  const line = added.ok ? added.value.lines[0]!.id : 0
  expect((await visitor.does(updateCartLine, { line, quantity: 9 })).ok).toBe(false)
  expect(visitor.told).toEqual([news])
  await visitor.does(updateCartLine, { line, quantity: 2 })
  expect(visitor.told).toEqual([news, news])
  // The topic is no token: it opens no cart.
  expect(news.topic).not.toContain(visitor.cookies['violet_cart'])
  expect(await productsInCart(database.db, owner)).toHaveLength(1)
  expect(await productsInCart(database.db, hashToken('another'))).toEqual([])
})
