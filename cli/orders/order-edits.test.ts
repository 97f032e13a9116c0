import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { eventsOf, placeTestOrder, stockOf, testMethods, type TestOrder } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import type { BookRow } from '#features/orders/shop/read.ts'
import type { Database } from '#platform/server/db/db.ts'
import { saveConfig } from '#features/shop/actions.ts'

let db: Database
let before: readonly SkuStock[]
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  const markets = [{ countries: ['*'], tax: { mode: 'included', rates: { standard: '19' } } }]
  await saveConfig(db, { sales: { payment: testMethods, markets } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DEMO_GATEWAY', 'on')
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)
const shown = async (number: string): Promise<OrderRow> => (await ordersJson('show', number)) as OrderRow
const violations = async (): Promise<unknown[]> => checkHistory(await readHistory(db.pool), before)

/** What is refused moves nothing. */
async function refuses(number: string, args: string[], words: string): Promise<void> {
  const facts = async (): Promise<string> =>
    JSON.stringify([await shown(number), await stockOf(db, 'stool-sage'), await stockOf(db, 'vase-ink')])
  const was = await facts()
  await expect(orders(...args)).rejects.toThrow(words)
  expect(await facts()).toBe(was)
}

async function paidOrder(units = { 'stool-sage': 2, 'vase-ink': 1 }): Promise<TestOrder> {
  const order = await placeTestOrder(db, { method: 'transfer', units, now: new Date() })
  await orders('pay', order.number)
  return order
}

async function booked(): Promise<(string | number | null)[][]> {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  const now = Date.now()
  const text = await orders(
    'export',
    '--from',
    day(now - 86_400_000),
    '--to',
    day(now + 86_400_000),
    '--json',
  )
  return text
    .split('\n')
    .map((line) => JSON.parse(line) as BookRow)
    .map(({ kind, sku, quantity, amount, taxRate, tax }) => [kind, sku, quantity, amount, taxRate, tax])
}

describe('violet orders adjust', () => {
  it('gives a part of a line back, once under its key, with its tax in the books', async () => {
    const { id, number, total } = await paidOrder()
    const args = [
      'adjust',
      number,
      '--amount',
      '10',
      '--line',
      'stool-sage',
      '--reason',
      'scratched',
      '--key',
      'k1',
    ]
    expect(await ordersJson(...args, '--yes')).toMatchObject({
      order: number,
      amount: 1_000,
      // 19 % of 97.00 are 15.49; a share of 10.00 in it has 1.60.
      tax: 160,
      isNew: true,
      refund: 1_000,
      refunds: [{ amount: 1_000, waits: true }],
    })
    expect(await ordersJson(...args, '--yes')).toMatchObject({ isNew: false })
    await refuses(
      number,
      [...args.slice(0, 3), '11', ...args.slice(4), '--yes'],
      'another one needs another key',
    )
    expect(await shown(number)).toMatchObject({
      total,
      refundPending: 1_000,
      refunds: [{ amount: 1_000, cause: `adjust:${id}:k1` }],
      adjustments: [{ key: 'k1', line: 'stool-sage', amount: 1_000, tax: 160, inQuote: false }],
    })
    await orders('refunded', '1')
    expect(await booked()).toEqual([
      ['sale', 'stool-sage', 2, 9_700, '19', 1_549],
      ['sale', 'vase-ink', 1, 4_850, '19', 774],
      ['services', '', null, 500, '19', 80],
      ['payment', '', null, 15_050, '', 0],
      ['refund', '', null, -1_000, '19', -160],
    ])
    expect(await violations()).toEqual([])
    expect(await eventsOf(db, id)).toEqual(['placed', 'paid', 'adjusted', 'refunded'])
  })

  it('never takes off more than is left of the line, of the order, or all of it', async () => {
    const { number } = await paidOrder()
    const take = (amount: string, ...more: string[]): string[] => [
      'adjust',
      number,
      '--amount',
      amount,
      '--reason',
      'late',
      '--yes',
      ...more,
    ]
    await orders(...take('90', '--line', 'stool-sage'))
    await refuses(number, take('7.01', '--line', 'stool-sage'), 'only 7.00 USD are left')
    await refuses(number, take('60.50'), '60.50 USD is all that is left')
    await refuses(number, take('60.51'), 'only 60.50 USD are left')
    await refuses(number, take('1', '--line', 'nothing'), 'has no "nothing"')
    await orders(...take('7', '--line', 'stool-sage'))
    await refuses(number, take('0.01', '--line', 'stool-sage'), 'only 0.00 USD are left')
    expect(await violations()).toEqual([])
    // Without `--yes` and a terminal nothing is done.
    await refuses(
      number,
      take('1').filter((word) => word !== '--yes'),
      'Say --yes',
    )
  })

  it('says what an open return promises before it asks', async () => {
    const { order, apply } = await returnWorld({ db })
    const slug = await apply({ 'stool-sage': 2 })
    const args = ['adjust', order.number, '--amount', '60', '--reason', 'late']
    await refuses(order.number, args, `more is promised by the open return ${slug}`)
    expect(await violations()).toEqual([])
  })

  it('lowers what is to be paid of an order that is not paid, in its quote and its payment', async () => {
    const { id, number } = await placeTestOrder(db, { method: 'transfer', now: new Date() })
    await orders('adjust', number, '--amount', '2', '--reason', 'as agreed', '--yes')
    const order = await shown(number)
    expect(order).toMatchObject({
      total: 10_000,
      toPay: 10_000,
      payments: [
        { status: 'cancelled', amount: 10_200 },
        { status: 'created', amount: 10_000 },
      ],
      lines: [{ sku: 'stool-sage', net: 9_500, tax: 1_517 }],
      adjustments: [{ amount: 200, tax: 32, inQuote: true }],
    })
    expect(order.quote.adjustments).toContainEqual({
      because: { kind: 'adjusted', reason: 'as agreed' },
      amount: -200,
      line: 'stool-sage',
    })
    expect(await violations()).toEqual([])
    await orders('pay', number)
    expect(await shown(number)).toMatchObject({ payStatus: 'paid', captured: 10_000 })
    expect(await eventsOf(db, id)).toEqual(['placed', 'adjusted', 'paid'])
    expect(await violations()).toEqual([])
  })
})

describe('violet orders edit', () => {
  it('takes units out of a paid order: they are on the shelf again, and their money goes back', async () => {
    const { id, number } = await paidOrder()
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    expect(
      await ordersJson('edit', number, '--set', 'stool-sage:1', '--remove', 'vase-ink', '--yes'),
    ).toMatchObject({
      total: 5_350,
      difference: -9_700,
      units: [
        { sku: 'stool-sage', from: 2, to: 1 },
        { sku: 'vase-ink', from: 1, to: 0 },
      ],
      refunds: [{ amount: 9_700, waits: true }],
    })
    expect(await stockOf(db, 'stool-sage')).toBe('49/0')
    const order = await shown(number)
    expect(order).toMatchObject({
      payStatus: 'paid',
      toPay: 5_350,
      captured: 15_050,
      refundPending: 9_700,
      lines: [{ sku: 'stool-sage', quantity: 1, net: 4_850 }],
      refunds: [{ cause: `edit:${id}:2`, amount: 9_700 }],
    })
    expect(order.events.at(-1)?.data).toMatchObject({
      before: { quote: { total: 15_050 }, lines: [{ sku: 'stool-sage' }, { sku: 'vase-ink' }] },
      after: { quote: { total: 5_350 }, lines: [{ sku: 'stool-sage' }] },
    })
    await orders('refunded', '1')
    const rows = await booked()
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['sale', 'stool-sage', 2, 9_700],
      ['sale', 'vase-ink', 1, 4_850],
      ['services', '', null, 500],
      ['payment', '', null, 15_050],
      ['edit', 'vase-ink', -1, -4_850],
      ['edit', 'stool-sage', -1, -4_850],
      ['refund', '', null, -9_700],
    ])
    expect(rows.at(-1)).toEqual(['refund', '', null, -9_700, '', 0])
    expect(rows.filter(([kind]) => kind === 'edit').map((row) => row[5])).toEqual([-774, -774])
    // It is sent as it is now, and what was taken out is not.
    await orders('ship', number, '--carrier', 'Post')
    expect(await shown(number)).toMatchObject({ deliveryStatus: 'shipped' })
    expect(await violations()).toEqual([])
  })

  it('changes an unpaid order: another amount is to be paid, and other units are held', async () => {
    const { number } = await placeTestOrder(db, { method: 'transfer', now: new Date() })
    await orders('edit', number, '--add', 'vase-ink:2', '--set', 'stool-sage:1', '--shipping', '3', '--yes')
    const order = await shown(number)
    expect(order).toMatchObject({
      payStatus: 'unpaid',
      total: 4_850 * 3 + 300,
      payments: [{ status: 'cancelled' }, { status: 'created', amount: 14_850 }],
      lines: [
        { sku: 'stool-sage', quantity: 1, held: 1 },
        { sku: 'vase-ink', quantity: 2, held: 2, net: 9_700, tax: 1_549 },
      ],
    })
    expect(order.quote.shipping).toBe(300)
    expect(await stockOf(db, 'stool-sage')).toBe('50/1')
    expect(await violations()).toEqual([])
    await orders('pay', number)
    await orders('cancel', number, '--refund', '--restock', '--yes')
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
    expect(await violations()).toEqual([])
  })

  it('exchanges units of a paid order for others that cost the same', async () => {
    const { number } = await paidOrder({ 'stool-sage': 2, 'vase-ink': 1 })
    const vases = await stockOf(db, 'vase-ink')
    await orders('edit', number, '--set', 'stool-sage:1', '--add', 'vase-ink:1', '--yes')
    expect(await shown(number)).toMatchObject({
      total: 15_050,
      refunded: 0,
      lines: [
        { sku: 'stool-sage', quantity: 1, held: 0 },
        { sku: 'vase-ink', quantity: 2 },
      ],
    })
    expect(await stockOf(db, 'vase-ink')).not.toBe(vases)
    expect(await violations()).toEqual([])
    const sums = (await booked()).filter(([kind]) => kind === 'edit').map((row) => Number(row[3]))
    expect(sums.reduce((a, b) => a + b, 0)).toBe(0)
  })

  it('refuses in words what it cannot do, and moves nothing', async () => {
    const { number } = await paidOrder()
    const edit = (...args: string[]): string[] => ['edit', number, ...args, '--yes']
    await refuses(number, edit('--set', 'stool-sage:2'), 'is so already')
    await refuses(number, edit('--remove', 'stool-sage', 'vase-ink'), 'nothing would be left')
    await refuses(number, edit('--remove', 'nothing'), 'has no "nothing"')
    await refuses(
      number,
      edit('--add', 'nothing:1', '--remove', 'stool-sage'),
      '"nothing" is not sold in USD',
    )
    await refuses(number, edit('--set', 'stool-sage:1', '--remove', 'stool-sage'), 'is named twice')
    await refuses(number, edit('--reprice', '--keep-prices'), 'say one of them')
    await refuses(number, ['adjust', number, '--amount', '1', '--yes'], '--amount and --reason')
    await refuses(number, ['edit', number, '--set', 'stool-sage:1'], 'Say --yes')
    await orders('adjust', number, '--amount', '1', '--reason', 'late', '--yes')
    await refuses(number, edit('--set', 'stool-sage:1'), 'a part of its money has gone back already')
    await orders('ship', number, '--carrier', 'Post', '--unit', 'vase-ink=1')
    await refuses(number, edit('--set', 'stool-sage:1'), 'a parcel of it has left')
    const unpaid = await placeTestOrder(db, { method: 'transfer' })
    await refuses(
      unpaid.number,
      ['edit', unpaid.number, '--add', 'stool-sage:999', '--yes'],
      'not enough units are there',
    )
    await orders('cancel', unpaid.number, '--yes')
    await refuses(unpaid.number, ['edit', unpaid.number, '--set', 'stool-sage:1', '--yes'], 'it is cancelled')
    expect(await violations()).toEqual([])
  })

  it('keeps the price that was sold, and takes that of today only where it is asked to', async () => {
    const { number } = await placeTestOrder(db, { method: 'transfer', now: new Date() })
    await db.pool.query(`update sku_prices set amount = 5000 where currency = 'USD'`)
    await orders('edit', number, '--set', 'stool-sage:3', '--yes')
    // Two at 48.50, and one at 50.00: the list price is that of today, what is kept is taken off.
    expect(await shown(number)).toMatchObject({
      total: 9_700 + 5_000 + 500,
      lines: [{ quantity: 3, amount: 5_000, net: 14_700, tax: 1_549 + 798 }],
    })
    await orders('edit', number, '--reprice', '--yes')
    expect(await shown(number)).toMatchObject({
      total: 15_500,
      lines: [{ quantity: 3, net: 15_000, tax: 2_395 }],
    })
    await refuses(number, ['edit', number, '--reprice', '--yes'], 'is so already')
    expect(await violations()).toEqual([])
  })

  it('keeps the coupon that was used, its share and its one use', async () => {
    const { rows } = await db.pool.query<{ id: number }>(
      `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
       values ('ten', 'TEN', '{}', '{}', false, 1, 1, true) returning id`,
    )
    const coupon = { id: rows[0]!.id, slug: 'ten', code: 'TEN', amount: 1_000 }
    const { number, total } = await placeTestOrder(db, { method: 'transfer', coupon, now: new Date() })
    expect(total).toBe(9_200)
    await refuses(number, ['edit', number, '--reprice', '--yes'], 'was placed with a coupon')
    await orders('edit', number, '--set', 'stool-sage:1', '--yes')
    const { quote } = await shown(number)
    expect(quote.coupons).toEqual([{ code: 'TEN', slug: 'ten', applied: true, saved: 500 }])
    expect(quote.total).toBe(4_350 + 500)
    const { rows: uses } = await db.pool.query('select used_count as used from coupons')
    expect(uses).toEqual([{ used: 1 }])
    await orders('cancel', number, '--yes')
    expect((await db.pool.query('select used_count as used from coupons')).rows).toEqual([{ used: 0 }])
    expect(await violations()).toEqual([])
  })

  it('edits and lowers the prices of many, each by its row, once', async () => {
    const one = await paidOrder()
    const two = await paidOrder()
    const path = join(await mkdtemp(join(tmpdir(), 'violet-edits-')), 'rows.csv')
    await writeFile(path, `order,set,remove\n${one.number},stool-sage:1,\n${two.number},,vase-ink\n`)
    await expect(orders('edit', '--file', path)).rejects.toThrow(
      'Edit 2 orders, give back what they cost less, and ask for what they cost more?',
    )
    await orders('edit', '--file', path, '--reason', 'recalled', '--yes')
    await expect(orders('edit', '--file', path, '--yes')).rejects.toThrow('2 of 2 orders failed')
    expect(await shown(one.number)).toMatchObject({
      refundPending: 4_850,
      lines: [{ quantity: 1 }, { sku: 'vase-ink' }],
    })
    expect(await shown(two.number)).toMatchObject({
      refundPending: 4_850,
      lines: [{ sku: 'stool-sage', quantity: 2 }],
    })
    const lower = ['adjust', one.number, two.number, '--amount', '1', '--reason', 'late', '--yes']
    await expect(orders(...lower)).rejects.toThrow('2 of 2 orders failed')
    await orders(...lower, '--key', 'november')
    await orders(...lower, '--key', 'november')
    expect(await shown(one.number)).toMatchObject({ refundPending: 4_950 })
    expect(await violations()).toEqual([])
  })

  it('lets one of an edit, a payment and a cancellation win, and loses no cent', async () => {
    for (let round = 0; round < 6; round++) {
      const { number } = await placeTestOrder(db, {
        method: 'transfer',
        units: { 'stool-sage': 2, 'vase-ink': 1 },
        now: new Date(),
      })
      const tried = await Promise.allSettled([
        orders('edit', number, '--set', 'stool-sage:1', '--yes'),
        orders('pay', number),
        ...(round % 2 === 0 ? [orders('cancel', number, '--yes')] : []),
        orders('adjust', number, '--amount', '1', '--reason', 'x', '--yes'),
      ])
      expect(tried.some(({ status }) => status === 'fulfilled')).toBe(true)
    }
    expect(await violations()).toEqual([])
  }, 60_000)
})
