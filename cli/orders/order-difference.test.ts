import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { confirmRefund } from '#features/orders/rules/refund.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { BookRow, OrderRow } from '#features/orders/shop/read.ts'
import type { Database } from '#platform/server/db/db.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder, testMethods } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'

/* `violet orders edit` of a paid order that becomes dearer, and what may be done with it then. */

let db: Database
let before: readonly SkuStock[]
let number: string
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  const markets = [{ countries: ['*'], tax: { mode: 'included', rates: { standard: '19' } } }]
  await saveConfig(db, { sales: { payment: testMethods, markets } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DEMO_GATEWAY', 'on')
  number = (await placeTestOrder(db, { method: 'transfer', now: new Date() })).number
  await orders('pay', number)
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)
const shown = async (): Promise<OrderRow> => (await ordersJson('show', number)) as OrderRow
const violations = async (): Promise<unknown[]> => checkHistory(await readHistory(db.pool), before)
const addVase = (...more: string[]): string[] => ['edit', number, '--add', 'vase-ink:1', ...more]

it('shows before it asks what the shopper has to pay, and what is paid, kept and due afterwards', async () => {
  await expect(orders(...addVase())).rejects.toThrow(
    [
      'vase-ink: 0 → 1',
      'to pay: 102.00 USD → 150.50 USD',
      'the shopper is asked for: 48.50 USD; nothing is sent before',
      `Edit order ${number} of ada@example.com?`,
    ].join('\n'),
  )
  expect(await shown()).toMatchObject({ due: 0, total: 10_200 })
  expect(await orders(...addVase('--yes'))).toBe(
    [
      `${number}: edited, 150.50 USD to pay instead of 102.00 USD`,
      `${number}: waits for 48.50 USD, which the shopper is mailed how to pay`,
    ].join('\n'),
  )
  expect(await shown()).toMatchObject({ payStatus: 'paid', due: 4_850, toPay: 15_050, captured: 10_200 })
  expect(await orders('show', number)).toContain(
    'waits for 48.50 USD, since it became dearer after it was paid',
  )
  expect(await orders('list', '--unpaid')).toContain('difference due')
  expect(await orders('list', '--to-ship')).not.toContain(number)
  expect(await ordersJson(...addVase('--yes'))).toMatchObject({
    total: 19_900,
    toPay: 19_900,
    due: 9_700,
    difference: 4_850,
    refunds: [],
  })
  expect(await ordersJson('list', '--unpaid')).toMatchObject({ number, payStatus: 'paid', due: 9_700 })
  expect(await violations()).toEqual([])
})

it('says why nothing is sent, lowered or given back before, and goes on once it is paid', async () => {
  await orders(...addVase('--yes'))
  const words = `${number} became dearer after it was paid, and waits for 48.50 USD; if they never come, edit it back`
  const was = JSON.stringify(await shown())
  await expect(orders('ship', number, '--carrier', 'Post')).rejects.toThrow(words)
  await expect(orders('adjust', number, '--amount', '1', '--reason', 'late', '--yes')).rejects.toThrow(words)
  await expect(orders('refund', number, '--amount', '1', '--yes')).rejects.toThrow(words)
  await expect(orders('refund', number, '--amount', '1', '--key', 'a', '--yes')).rejects.toThrow(words)
  expect(JSON.stringify(await shown())).toBe(was)
  expect(await orders('pay', number)).toBe(`${number}: 48.50 USD received`)
  await expect(orders('pay', number)).rejects.toThrow('is paid already')
  expect(await orders('list', '--to-ship')).toContain(number)
  expect(await orders('show', number)).not.toContain('waits for')
  await orders('ship', number, '--carrier', 'Post')
  const rows = (await orders('export', '--from', '2020-01-01', '--to', '2100-01-01', '--json'))
    .split('\n')
    .map((line) => JSON.parse(line) as BookRow)
  expect(rows.filter(({ kind }) => kind === 'edit')).toMatchObject([
    { sku: 'vase-ink', quantity: 1, amount: 4_850, taxRate: '19', tax: 774 },
  ])
  const sumOf = (...kinds: string[]): number =>
    rows.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)
  expect(sumOf('sale', 'services', 'edit')).toBe(sumOf('payment'))
  expect(await violations()).toEqual([])
})

it('says which refund is not to be sent any more, when it is edited down and up again', async () => {
  await orders('edit', number, '--set', 'stool-sage:1', '--yes')
  await expect(orders('edit', number, '--set', 'stool-sage:3')).rejects.toThrow(
    [
      'stool-sage: 1 → 3',
      'to pay: 53.50 USD → 150.50 USD',
      'not sent any more: 48.50 USD; if you have sent them, note it first (violet orders refunded 1)',
      'the shopper is asked for: 48.50 USD; nothing is sent before',
    ].join('\n'),
  )
  expect(await orders('edit', number, '--set', 'stool-sage:3', '--yes')).toBe(
    [
      `${number}: edited, 150.50 USD to pay instead of 53.50 USD`,
      `${number}: do not send the 48.50 USD of refund 1 any more`,
      `${number}: waits for 48.50 USD, which the shopper is mailed how to pay`,
    ].join('\n'),
  )
  await expect(orders('refunded', '1')).rejects.toThrow('no refund 1 waits to be made')
  expect(await violations()).toEqual([])
})

it('does nothing where the refund that its question names is noted before the answer', async () => {
  await orders('edit', number, '--set', 'stool-sage:1', '--yes')
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { isTTY } = process.stderr
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true, writable: true })
  onTestFinished(() => {
    process.stderr.isTTY = isTTY
    vi.restoreAllMocks()
  })
  const { ctx } = orderVisitor(db, null, { now: new Date() })
  async function* answer(): AsyncGenerator<string> {
    expect(await confirmRefund(ctx, 1, '')).toBe(true)
    yield 'y\n'
  }
  const typed = Object.assign(Readable.from(answer()), { isTTY: true })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(typed as unknown as typeof process.stdin)
  await expect(orders('edit', number, '--set', 'stool-sage:3')).rejects.toThrow(
    `${number} has changed meanwhile: look at it, and say it again`,
  )
  expect(said.mock.calls.join('')).toContain('note it first (violet orders refunded 1)')
  expect(await shown()).toMatchObject({ toPay: 5_350, due: 0, refunds: [{ status: 'done', amount: 4_850 }] })
  expect(await violations()).toEqual([])
})

it('says in its history what was edited, for how much, and why', async () => {
  await orders('edit', number, '--set', 'stool-sage:1', '--reason', 'as you wished', '--yes')
  await orders('adjust', number, '--amount', '5', '--line', 'stool-sage', '--reason', 'scratched', '--yes')
  const history = await orders('show', number)
  expect(history).toMatch(
    /edited {2}\(operator\) {2}.+: 2 → 1, total 102\.00 USD → 53\.50 USD, "as you wished"\n/,
  )
  expect(history).toMatch(/adjusted {2}\(operator\) {2}5\.00 USD, of stool-sage, "scratched"$/)
  expect(history).toContain('partly refunded (refund pending: 53.50 USD)')
})

it('is called off by a cancellation, which gives back what was paid', async () => {
  await orders(...addVase('--yes'))
  await expect(orders('cancel', number, '--yes')).rejects.toThrow('102.00 USD would go back')
  await orders('cancel', number, '--refund', '--restock', '--yes')
  expect(await shown()).toMatchObject({ status: 'cancelled', captured: 10_200, refundPending: 10_200 })
  expect(await orders('list', '--unpaid')).not.toContain(number)
  expect(await violations()).toEqual([])
})

it('lets one of an edit back, a payment and a cancellation win, and loses no cent', async () => {
  for (let round = 0; round < 4; round++) {
    if (round > 0) {
      number = (await placeTestOrder(db, { method: 'transfer', now: new Date() })).number
      await orders('pay', number)
    }
    await orders(...addVase('--yes'))
    const tried = await Promise.allSettled([
      orders('edit', number, '--remove', 'vase-ink', '--yes'),
      orders('pay', number),
      orders('ship', number, '--carrier', 'Post'),
      ...(round % 2 === 0 ? [orders('cancel', number, '--refund', '--restock', '--yes')] : []),
    ])
    expect(tried.some(({ status }) => status === 'fulfilled')).toBe(true)
  }
  expect(await violations()).toEqual([])
}, 60_000)
