import { createElement, type ComponentType } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addToCart } from '#features/cart/actions/lines.ts'
import Cart from '#features/cart/islands/cart/island.tsx'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { elements, postOf } from '#test/markup.ts'
import cart from './cart.page.tsx'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())

type Visitor = ReturnType<typeof cartVisitor>

async function show(visitor: Visitor, query = '', notice: 'done' | 'refused' | null = null): Promise<string> {
  const made = visitor.context()
  const ctx = {
    ...made,
    visitor: { ...made.visitor, notice: notice && { kind: notice, text: 'So it was.' } },
  }
  const loaded = await cart.load(ctx, {}, new URLSearchParams(query))
  if (loaded.kind !== 'page') throw new Error('the cart is always a page')
  const rendering: Rendering = {
    lang: 'en',
    islands: new Map<string, ComponentType<never>>([
      ['cart', Cart as ComponentType<never>],
      // How a guest signs in here is shown elsewhere.
      ...['auth', 'input-password', 'passkey', 'verify'].map((name) => [name, () => null] as const),
    ]),
    cache: null,
    tags: new Set(),
    used: new Set(),
  }
  const html = renderView(createElement(cart.View, { data: loaded.data, ctx }), rendering)
  expect([...rendering.tags, ...loaded.tags]).toEqual([])
  return html
}

it('is one visitor’s own: never kept, never found by a search engine', async () => {
  const visitor = cartVisitor(database.db)
  expect(cart.visibility).toBe('private')
  expect(cart.meta({}, visitor.context())).toMatchObject({ title: 'Your cart – Violet', noindex: true })
  expect(await show(visitor)).toContain('Nothing here yet')
})

it('shows what is in it', async () => {
  const visitor = cartVisitor(database.db)
  await visitor.does(addToCart, { sku: 'stool-sage', quantity: 2 })
  const html = await show(visitor)
  expect(html).toMatch(/href="\/product\/stool\/stool-sage">Stool<\/a>/)
  expect(html).toContain('$97')
  expect(postOf(html, 'Remove Stool').fields).toContainEqual(['next', '/cart?removed=stool-sage&quantity=2'])
})

it('says what came of the last post, and offers to put back what it removed', async () => {
  const visitor = cartVisitor(database.db)
  const html = await show(visitor, 'removed=stool-sage&quantity=2', 'done')
  expect(html).toContain('<p role="status">So it was.</p>')
  expect(html).toMatch(
    /action="\/form\/cart\/add".*name="sku" value="stool-sage".*name="quantity" value="2".*Put it back/s,
  )
  expect(await show(visitor, '', 'refused')).toContain('<p role="alert">So it was.</p>')
})

it('offers nothing back that is there again, or that was never a quantity', async () => {
  const visitor = cartVisitor(database.db)
  await visitor.does(addToCart, { sku: 'stool-sage', quantity: 1 })
  for (const query of [
    'removed=stool-sage&quantity=2',
    'removed=vase-sage&quantity=0',
    'removed=vase-sage&quantity=1e9',
    'removed=&quantity=1',
    'quantity=1',
  ]) {
    expect(elements(await show(visitor, query), 'form').map(({ action }) => action)).not.toContain(
      '/form/cart/add',
    )
  }
})

it('repeats an address only as text', async () => {
  const html = await show(
    cartVisitor(database.db),
    `removed=${encodeURIComponent('"><script>alert(1)</script>')}&quantity=1`,
  )
  expect(elements(html, 'form')).toMatchObject([{ action: '/form/cart/add' }])
  expect(html).not.toContain('<script')
})
