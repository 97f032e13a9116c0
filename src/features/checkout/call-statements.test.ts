import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { askedBy } from '#test/database-asked/statements.ts'
import { testMethods } from '#test/placed-orders.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

/*
 * What the way of a guest to an order costs the database: statements, `begin` and `commit` among them, and round trips.
 * A round trip more is a wait more for each shopper, and time of the server for each.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure({ sales: { payment: testMethods } })
  await shop.catchUp()
})
afterAll(() => shop.close())

const contact = { email: 'ada@example.org' }
const address = {
  firstName: 'Ada',
  lastName: 'Byron',
  country: 'DE',
  city: 'Berlin',
  line1: 'Torstraße 1',
  postcode: '10119',
  countryCode: '+49',
  phone: '30901820',
}

/** One guest's browser: its calls with their keys, as the shop's own scripts send them. */
function guest() {
  let cookie = ''
  const call = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'idempotency-key': randomUUID(), ...(cookie === '' ? {} : { cookie }) }
    const answer = await shop.post(`/api/web${path}`, body, headers)
    const { code, data, msg } = JSON.parse(answer.body) as { code: number; data: T; msg: string }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    const set = [answer.headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';', 1)[0]!)
    const cart = set.find((one) => one.includes('violet_cart='))
    if (cart !== undefined) cookie = cart
    return data
  }
  const asked = async <T>(path: string, body: object) => {
    let data: T | undefined
    const { statements, roundTrips } = await askedBy(async () => (data = await call<T>(path, body)))
    return { data: data!, cost: [statements.length, roundTrips] }
  }
  return { call, asked }
}

interface Checkout {
  slug: string
  total: number
  shippingMethods: { code: string }[]
}

it('takes two round trips for an addition, three for each change of the checkout, four for the order', async () => {
  // The first way fills the caches of what all visitors share.
  await wholeWay()
  expect(await wholeWay()).toEqual({
    'cart/add, first': [4, 2],
    'cart/add': [5, 2],
    create: [8, 3],
    information: [7, 3],
    shipping: [7, 3],
    payment: [7, 3],
    submit: [13, 4],
  })
})

async function wholeWay(): Promise<Record<string, number[]>> {
  const { asked } = guest()
  const first = await asked('/cart/add', { sku: 'stool-sage', quantity: 1 })
  const add = await asked('/cart/add', { sku: 'vase-sage', quantity: 1 })
  const create = await asked<{ slug: string }>('/checkout/create', {})
  const { slug } = create.data
  const information = await asked<Checkout>('/checkout/information', { slug, contact, address })
  const [method] = information.data.shippingMethods
  const shipping = await asked('/checkout/shipping', { slug, method: method!.code })
  const payment = await asked<Checkout>('/checkout/payment', { slug, method: 'transfer' })
  const sent = { slug, paymentMethod: 'transfer', total: payment.data.total, terms: true }
  const submit = await asked('/checkout/submit', sent)
  return {
    'cart/add, first': first.cost,
    'cart/add': add.cost,
    create: create.cost,
    information: information.cost,
    shipping: shipping.cost,
    payment: payment.cost,
    submit: submit.cost,
  }
}

it('shows what it has written: the answer to a change is what the page shows later', async () => {
  const { call } = guest()
  await call('/cart/add', { sku: 'stool-sage', quantity: 2 })
  const { slug } = await call<{ slug: string }>('/checkout/create', {})
  const changes: [string, object][] = [
    ['information', { contact, address, note: 'Ring twice' }],
    ['shipping', { method: 'standard' }],
    ['payment', { method: 'cod' }],
  ]
  for (const [path, change] of changes) {
    const told = await call(`/checkout/${path}`, { slug, ...change })
    // Nothing is changed by this one: it shows what is stored.
    expect([path, await call('/checkout/information', { slug })]).toEqual([path, told])
  }
})
