import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { freshDatabase } from '#test/database.ts'
import { eventsOf, stockOf, testMethods } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'

let db: Database
let before: readonly SkuStock[]
let folder: string
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  const markets = [{ countries: ['DE'], tax: { mode: 'included', rates: { standard: '19' } } }]
  const shipping = [
    { code: 'courier', name: { en: 'Courier' }, rows: [{ price: { USD: 500 } }], days: { from: 1, to: 3 } },
    {
      code: 'island',
      name: { en: 'By ship' },
      countries: ['HK'],
      rows: [{ price: { USD: 900 } }],
      days: { from: 9, to: 12 },
    },
  ]
  await saveConfig(db, { sales: { payment: testMethods, markets, shipping } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DEMO_GATEWAY', 'on')
  folder = await mkdtemp(join(tmpdir(), 'violet-create-'))
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)
const shown = async (number: string): Promise<OrderRow> => (await ordersJson('show', number)) as OrderRow

async function file(content: unknown): Promise<string> {
  const path = join(folder, 'orders.json')
  await writeFile(path, JSON.stringify(content))
  return path
}

const address = {
  firstName: 'Ada',
  lastName: 'Byron',
  line1: 'Torstraße 1',
  postcode: '10119',
  city: 'Berlin',
  country: 'DE',
  countryCode: '+49',
  phone: '30901820',
}
const wish = {
  key: 'phone-17',
  email: 'ada@example.com',
  address,
  lines: [{ sku: 'stool-sage', quantity: 2 }],
  shipping: 'courier',
  payment: 'transfer',
}

interface Made {
  order: string
  isNew: boolean
  total: number
}

it('writes an order at the prices of the shop, once under its key', async () => {
  const path = await file(wish)
  await expect(orders('create', path)).rejects.toThrow('Write 1 order and mail the shoppers? Say --yes')
  const made = (await ordersJson('create', path, '--yes')) as Made
  expect(made).toMatchObject({ isNew: true, key: 'phone-17', total: 10_200, toPay: 10_200, currency: 'USD' })
  expect(await ordersJson('create', path, '--yes')).toMatchObject({ order: made.order, isNew: false })
  const order = await shown(made.order)
  expect(order).toMatchObject({
    email: 'ada@example.com',
    payStatus: 'unpaid',
    paymentMethod: 'transfer',
    lines: [{ sku: 'stool-sage', quantity: 2, net: 9_700, tax: 1_549, held: 2 }],
    payments: [{ amount: 10_200, status: 'created' }],
    events: [{ kind: 'placed', actor: 'operator' }],
  })
  expect(order.holdUntil).not.toBeNull()
  expect(await stockOf(db, 'stool-sage')).toBe('50/2')
  const { rows } = await db.pool.query('select source, source_key from orders')
  expect(rows).toEqual([{ source: 'operator', source_key: 'phone-17' }])
  await orders('pay', made.order)
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid'])
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('writes one order when two read the same file at once', async () => {
  const path = await file(wish)
  await Promise.all([1, 2, 3].map(() => orders('create', path, '--yes')))
  expect((await readHistory(db.pool)).orders).toHaveLength(1)
  expect(await stockOf(db, 'stool-sage')).toBe('50/2')
})

it('has prices and a discount of the operator’s own, whose parts add up', async () => {
  const lines = [
    { sku: 'stool-sage', quantity: 2, price: '40.00' },
    { sku: 'vase-ink', quantity: 1 },
  ]
  const path = await file({ ...wish, lines, discount: { amount: '10.01', reason: 'by phone' } })
  const { order: number, total } = (await ordersJson('create', path, '--yes')) as Made
  expect(total).toBe(8_000 + 4_850 + 500 - 1_001)
  const { quote } = await shown(number)
  await orders('mail', number, 'placed')
  const { rows } = await db.pool.query<{ plain: string }>('select plain from outbox_mails')
  expect(rows[0]!.plain).toContain('Price adjustment: by phone')
  expect(quote.lines.map(({ amount, gross }) => [amount, gross])).toEqual([
    [4_000, 8_000],
    [4_850, 4_850],
  ])
  expect(quote.discount).toBe(1_001)
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('refuses what cannot be an order, in words, and writes nothing', async () => {
  const refused = async (change: object, words: string): Promise<void> => {
    await expect(orders('create', await file({ ...wish, ...change }), '--yes')).rejects.toThrow(words)
  }
  await refused({ address: { ...address, city: '' } }, 'address.city')
  await refused({ address: { ...address, country: 'FR' } }, 'address.country')
  await refused({ lines: [{ sku: 'nothing', quantity: 1 }] }, 'nothing cannot be bought in USD: sold out')
  await refused(
    { lines: [{ sku: 'stool-sage', quantity: 51 }] },
    'stool-sage cannot be bought in USD: not enough',
  )
  await refused({ lines: [...wish.lines, ...wish.lines] }, 'stool-sage is in two lines')
  await refused({ email: 'ada', customer: undefined }, 'order 1.email')
  await refused({ shipping: 'rocket' }, 'shipping: the shop has no "rocket"; there is "courier" (Courier)')
  await refused(
    { shipping: 'island' },
    'shipping: "island" is not for this order to Germany; there is "courier" (Courier)',
  )
  await refused({ payment: 'beads' }, 'payment: the shop has no "beads"; there is "card" (')
  await refused({ payment: null }, 'payment: say which for this order to Germany; there is "card" (')
  await refused({ shipping: 'rocket', payment: 'beads' }, '(Courier); payment: ')
  await refused({ coupons: ['NONE'] }, 'the coupon NONE does not apply')
  await refused(
    { discount: { amount: '97.01', reason: 'x' } },
    'the discount is more than the goods: 97.00 USD',
  )
  await refused({ lines: [{ sku: 'stool-sage', quantity: 1, price: '1.234' }] }, 'is not an amount in USD')
  await refused({ customer: 'nobody@example.com' }, 'there is no customer')
  await refused({ email: undefined }, 'say customer or email')
  await refused({ wight: 1 }, 'order 1')
  await expect(orders('create', await file([wish, { ...wish, key: undefined }]), '--yes')).rejects.toThrow(
    'needs a key',
  )
  expect((await readHistory(db.pool)).orders).toEqual([])
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  const { rows } = await db.pool.query('select count(*)::int as count from checkouts')
  expect(rows).toEqual([{ count: 0 }])
})

it('writes those of a list that can be written', async () => {
  const list = [
    wish,
    { ...wish, key: 'b', lines: [{ sku: 'stool-sage', quantity: 99 }] },
    { ...wish, key: 'c' },
  ]
  await expect(orders('create', await file(list), '--yes')).rejects.toThrow('1 of 3 orders failed')
  expect((await readHistory(db.pool)).orders).toHaveLength(2)
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})
