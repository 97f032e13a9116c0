import type { Command } from 'commander'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, placeTestOrder, stockOf, testMethods } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import { returnSales } from '#test/returns/return-world.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { saveConfig } from '#features/shop/actions.ts'
import { cancelReturn } from '#features/returns/actions/change.ts'
import { returnDetail } from '#features/returns/actions/show.ts'
import { withdrawOrder } from '#features/returns/actions/withdraw.ts'
import { tellReturnEvents } from '#features/returns/work/tell.ts'
import { addGiven } from '#features/orders/queries/returned.ts'
import { createProgram } from '../program.ts'
import { Failure } from '../terminal.ts'

let db: Database
let before: readonly SkuStock[]
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  const stored = await saveConfig(db, { sales: { payment: testMethods } }, { now: new Date() })
  expect(stored.ok).toBe(true)
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

/** What a call printed, and the word of its failure. */
async function violet(...args: string[]): Promise<{ out: string; failure: string | null }> {
  let out = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += text.toString()
      return true
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ]
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
    return { out, failure: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { out, failure: error.message }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

it('says whose an order is: the customer who was signed in, or a guest', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer' })
  const shown = async () => JSON.parse((await violet('orders', 'show', number, '--json')).out) as object
  expect(await shown()).toMatchObject({ customer: null })
  expect((await violet('orders', 'show', number)).out).not.toContain('customer C-')
  const ada = await signedIn(db)
  await db.pool.query('update orders set customer_id = $1 where number = $2', [ada.customer, number])
  const { rows } = await db.pool.query<{ number: string }>('select number from customers where id = $1', [
    ada.customer,
  ])
  expect(await shown()).toMatchObject({ customer: rows[0]!.number })
  expect((await violet('orders', 'show', number)).out).toContain(` (customer ${rows[0]!.number}) `)
  expect(JSON.parse((await violet('orders', 'list', '--unpaid', '--json')).out)).toMatchObject({
    number,
    customer: rows[0]!.number,
  })
  expect(await violet('orders', 'cancel', number, '--yes')).toMatchObject({ failure: null })
})

it('takes an order from its transfer to its last parcel', async () => {
  const order = await placeTestOrder(db, { method: 'transfer', units: { 'stool-sage': 2, 'vase-ink': 1 } })
  const { number } = order
  const list = await violet('orders', 'list', '--unpaid', '--json')
  expect(JSON.parse(list.out)).toMatchObject({ number, payStatus: 'unpaid', units: 3, total: 15_050 })
  expect((await violet('orders', 'list', '--to-ship', '--json')).out).toBe('')
  expect(await violet('orders', 'ship', number, '--carrier', 'DHL')).toMatchObject({
    failure: `${number} is not paid; note its payment first (violet orders pay)`,
  })
  expect(await violet('orders', 'pay', number)).toEqual({
    out: `${number}: 150.50 USD received\n`,
    failure: null,
  })
  expect(await violet('orders', 'pay', number)).toMatchObject({ failure: `${number} is paid already` })
  expect(JSON.parse((await violet('orders', 'list', '--to-ship', '--json')).out)).toMatchObject({ number })
  const first = await violet(
    'orders',
    'ship',
    number,
    '--carrier',
    'DHL',
    '--tracking',
    '7',
    '--unit',
    'stool-sage=2',
    '--json',
  )
  expect(JSON.parse(first.out)).toEqual({ order: number, parcel: 1, deliveryStatus: 'partly_shipped' })
  expect(await violet('orders', 'ship', number, '--carrier', 'DHL', '--unit', 'stool-sage=1')).toMatchObject({
    failure: 'of stool-sage only 0 are left to be sent',
  })
  await violet('orders', 'ship', number, '--carrier', 'DHL')
  expect((await violet('orders', 'deliver', number)).out).toBe(`${number}: delivered\n`)
  expect(await violet('orders', 'deliver', number)).toMatchObject({
    failure: `nothing of ${number} is on its way`,
  })
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'shipped', 'shipped', 'delivered'])
  const shown = (await violet('orders', 'show', number.toLowerCase())).out
  expect(shown).toContain(`${number}  in_progress  paid  delivered`)
  expect(shown).toContain('parcel 1: DHL 7, left')
})

it('gives back and cancels when it is told so twice over, and never more than came', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer' })
  const unpaid = await placeTestOrder(db, { method: 'transfer' })
  expect((await violet('orders', 'cancel', unpaid.number)).failure).toContain('Say --yes to do it.')
  expect(await stockOf(db, 'stool-sage')).toBe('50/4')
  expect(await violet('orders', 'cancel', unpaid.number, '--yes', '--reason', 'No stools')).toEqual({
    out: `${unpaid.number}: cancelled\n`,
    failure: null,
  })
  expect(await stockOf(db, 'stool-sage')).toBe('50/2')
  await violet('orders', 'pay', number)
  expect((await violet('orders', 'refund', number, '--amount', '10')).failure).toContain(
    `Give back 10.00 USD of order ${number} to ada@example.com? Say --yes`,
  )
  expect((await violet('orders', 'refund', number, '--amount', '10.005', '--yes')).failure).toBe(
    '"10.005" is not an amount in USD',
  )
  const refund = () => violet('orders', 'refund', number, '--amount', '10', '--yes', '--key', 'one')
  expect((await refund()).out).toBe(
    `${number}: 10.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\`\n`,
  )
  // Nobody else makes it: it waits from the first moment, before any job has seen it.
  expect((await violet('orders', 'list', '--refund-waits', '--json')).out).toContain(number)
  expect((await refund()).out).toMatch(
    new RegExp(`^${number}: nothing more is given back, this key has its refund already\n.* waits for you: `),
  )
  expect(
    await violet('orders', 'refund', number, '--amount', '7', '--yes', '--key', 'one', '--json'),
  ).toEqual({
    out: '',
    failure: 'this key has a refund of 10.00 USD; another refund needs another key',
  })
  expect((await violet('orders', 'refund', number, '--amount', '95', '--yes')).failure).toBe(
    `${number} has 92.00 USD that could be given back`,
  )
  expect((await violet('orders', 'refunded', '1', '--reference', 'B7')).out).toBe('refund 1 is made\n')
  expect((await violet('orders', 'refunded', '1')).failure).toBe('no refund 1 waits to be made')
  expect((await violet('orders', 'approve-cancellation', number, '--yes')).failure).toBe(
    `that cannot be done with ${number}: it is in_progress, paid, unshipped`,
  )
  const today = new Date().toISOString().slice(0, 10)
  const books = (await violet('orders', 'export', '--from', today, '--to', today)).out.trim().split('\n')
  expect(books[0]).toBe('at,order,kind,name,sku,quantity,currency,amount,tax_rate,tax,net,country')
  expect(books.map((line) => line.split(',').slice(2).join(',')).slice(1)).toEqual([
    'sale,The stool (Sage),stool-sage,2,USD,97.00,19,15.49,81.51,DE',
    'services,Courier,,,USD,5.00,19,0.80,4.20,DE',
    'payment,transfer manual-1,,,USD,102.00,,0.00,102.00,DE',
    'refund,goodwill,,,USD,-10.00,19,-1.60,-8.40,DE',
  ])
})

it('shows goods that were given instead of a refund as such, beside the refunds', async () => {
  const { id, number } = await placeTestOrder(db, { method: 'transfer' })
  await violet('orders', 'pay', number)
  const given = { orderId: id, amount: 4_600, reason: 'exchange R-1', cause: 'exchange:R-1' }
  await db.transact((tx) => addGiven(tx, given, new Date(), false))
  await violet('orders', 'refund', number, '--amount', '10', '--yes', '--key', 'one')
  const lines = async () => (await violet('orders', 'show', number)).out.split('\n')
  expect((await lines()).filter((line) => /^(refund|given)/.test(line))).toEqual([
    'given as other goods: 46.00 USD, exchange R-1; their order is not paid',
    'refund 2: pending 10.00 USD, goodwill; send it, then note it by `violet orders refunded 2`',
  ])
  await db.pool.query("update refunds set status = 'done', done_at = now() where payment_id is null")
  expect(await lines()).toContain('given as other goods: 46.00 USD, exchange R-1')
})

it('gives nothing back under the key of a refund of another order', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer' })
  await violet('orders', 'pay', number)
  await violet('orders', 'refund', number, '--amount', '10', '--yes', '--key', 'one')
  const other = await placeTestOrder(db, { method: 'transfer' })
  await violet('orders', 'pay', other.number)
  expect(
    (await violet('orders', 'refund', other.number, '--amount', '10', '--yes', '--key', 'one')).failure,
  ).toBe('this key names a refund of another order; another refund needs another key')
})

it.each([
  [[], '48/0', '2 units not put back in stock'],
  [['--restock'], '50/0', '2 units back in stock'],
])('cancels what was refused at the door or not paid there, with %j', async (flags, stock, words) => {
  for (const arrived of [false, true]) {
    const { id, number } = await placeTestOrder(db, { method: 'cod' })
    const cancel = ['orders', 'cancel', number, '--came-back', ...flags, '--yes']
    expect((await violet(...cancel)).failure).toContain(`nothing of ${number} came back`)
    const untouched = await stockOf(db, 'stool-sage')
    await violet('orders', 'ship', number, '--carrier', 'DHL')
    if (arrived) await violet('orders', 'deliver', number)
    expect((await violet('orders', 'cancel', number, '--yes')).failure).toContain('say --came-back')
    expect(await violet(...cancel)).toMatchObject({ out: expect.stringContaining(words), failure: null })
    expect(await stockOf(db, 'stool-sage')).toBe(flags.length > 0 ? stock : arrived ? '46/0' : stock)
    expect(untouched).toMatch(/\/2$/)
    expect((await eventsOf(db, id)).at(-1)).toBe('cancelled')
    await violet('orders', 'mail', number, 'cancelled')
    const { rows } = await db.pool.query<{ plain: string }>('select plain from outbox_mails order by id')
    expect(rows.at(-1)!.plain).toContain('The parcel came back to us. Nothing was charged')
  }
  const kept = checkHistory(await readHistory(db.pool), before)
  expect(kept).toEqual([])
})

it('leaves no withdrawal open of an order that it cancels as it came back unpaid', async () => {
  const order = await placeTestOrder(db, { method: 'cod' })
  const { number } = order
  const { ctx } = orderVisitor(db, order.token, { now: new Date(), sales: returnSales() })
  await violet('orders', 'ship', number, '--carrier', 'DHL', '--unit', 'stool-sage=1')
  const withdrawn = await withdrawOrder(ctx, { order: number, lines: null })
  if (!withdrawn.ok) throw new Error(withdrawn.problem.name)
  expect(await cancelReturn(ctx, { slug: withdrawn.value.slug! })).toMatchObject({ ok: true })
  const open = await violet('returns', 'list', '--order', number, '--to-complete', '--json')
  const { number: never } = JSON.parse(open.out) as { number: string }
  expect(await violet('orders', 'cancel', number, '--came-back', '--restock', '--yes')).toMatchObject({
    out: expect.stringContaining(`${never}: the withdrawal has ended`) as string,
    failure: null,
  })
  expect((await violet('returns', 'list', '--order', number, '--to-complete', '--json')).out).toBe('')
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  expect(await returnDetail(ctx, { slug: never })).toMatchObject({
    value: { status: 'completed', next: 'There was nothing to refund.', deduction: null, fee: null },
  })
  await tellReturnEvents({ db, ctxFor: () => ctx, shopLocale: 'en', now: () => new Date() })
  const { rows } = await db.pool.query<{ plain: string }>(
    `select plain from outbox_mails where kind = 'return.completed'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.plain).toContain('There was nothing to refund.')
  expect(rows[0]!.plain).not.toMatch(/deducted|return shipping/i)
  expect(checkHistory(await readHistory(db.pool), before)).toEqual([])
})

it('says what the sums of a paid order are, and which parcel there is not', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer', units: { 'stool-sage': 2 } })
  expect((await violet('orders', 'show', number)).out).toContain('store credit 0.00 USD, to pay 102.00 USD')
  await violet('orders', 'pay', number)
  const { out } = await violet('orders', 'show', number)
  expect(out).toMatch(/SENT +EACH +AFTER DISCOUNTS +NAME/)
  expect(out).toContain('store credit 0.00 USD, due by its way of payment 102.00 USD')
  await violet('orders', 'ship', number, '--carrier', 'DHL')
  const failed = async (parcel: string) =>
    (await violet('orders', 'deliver', number, '--parcel', parcel)).failure
  expect(await failed('999')).toBe(`${number} has no parcel 999`)
  expect(await failed('1')).toBe(null)
  expect(await failed('1')).toBe(`parcel 1 of ${number} has arrived already`)
})

it('knows no order that there is not, and no parcel that holds nothing', async () => {
  expect((await violet('orders', 'show', 'K7M2N-9QXD4')).failure).toBe('the shop has no order "K7M2N-9QXD4"')
  expect((await violet('orders', 'refuse-cancellation', 'x', '--reason', 'no')).failure).toBe(
    'the shop has no order "x"',
  )
  expect((await violet('orders', 'list')).out).toMatch(/^NUMBER +PLACED/)
})

it('notes what the operator adds to the shelves', async () => {
  await violet('stock', 'add', 'stool-sage', '5')
  await violet('stock', 'set', 'stool-sage', '40')
  await violet('stock', 'set', 'stool-sage', '40')
  const { rows } = await db.pool.query('select kind, on_hand, held, order_id from stock_moves order by id')
  expect(rows).toEqual([
    { kind: 'adjust', on_hand: 5, held: 0, order_id: null },
    { kind: 'adjust', on_hand: -15, held: 0, order_id: null },
  ])
})

it('cancels what one network holds, after it has said what that is', async () => {
  const from = '203.0.113.7'
  const first = await placeTestOrder(db, { method: 'transfer', from, email: 'one@example.org' })
  const second = await placeTestOrder(db, { method: 'cod', from, units: { 'vase-ink': 3 } })
  const paid = await placeTestOrder(db, { method: 'transfer', from, units: { 'vase-ink': 1 } })
  await violet('orders', 'pay', paid.number)
  const neighbour = await placeTestOrder(db, { method: 'transfer', from: '203.0.113.8' })
  expect(await stockOf(db, 'stool-sage')).toBe('50/4')

  const asked = await violet('orders', 'cancel', '--from', from)
  expect(asked.failure).toBe(`Cancel 2 unpaid orders from ${from}? Say --yes to do it.`)
  expect(asked.out).toMatch(
    new RegExp(
      `^NUMBER.*\n${first.number} .*2 stool-sage.*one@example.org\n${second.number} .*3 vase-ink.*\n$`,
    ),
  )
  expect(await stockOf(db, 'stool-sage')).toBe('50/4')

  const done = await violet('orders', 'cancel', '--from', from, '--yes', '--json')
  expect(
    done.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { order: first.number, status: 'cancelled', refunds: [] },
    { order: second.number, status: 'cancelled', refunds: [] },
  ])
  expect([await stockOf(db, 'stool-sage'), await stockOf(db, 'vase-ink')]).toEqual(['50/2', '49/0'])
  for (const { id } of [first, second]) expect(await eventsOf(db, id)).toEqual(['placed', 'cancelled'])
  expect(await eventsOf(db, neighbour.id)).toEqual(['placed'])
  expect((await violet('orders', 'cancel')).failure).toBe('name one order, or a network by --from')
})

it('keeps an order that is paid to the courier for as long as it takes', async () => {
  const { id, number } = await placeTestOrder(db, { method: 'cod' })
  expect((await violet('orders', 'show', number)).out).toContain('kept until')
  expect((await violet('orders', 'confirm', number)).out).toBe(`${number}: kept until it is paid\n`)
  const shown = (await violet('orders', 'show', number)).out
  expect(shown).not.toContain('kept until')
  expect(shown).toContain('confirmed  (operator)')
  await violet('orders', 'confirm', number)
  expect(await eventsOf(db, id)).toEqual(['placed', 'confirmed'])
})

it.each(['card', 'transfer'] as const)('gives no unpaid order by %s the units for ever', async (method) => {
  const { id, number } = await placeTestOrder(db, { method })
  const before = (await violet('orders', 'show', number)).out
  expect((await violet('orders', 'confirm', number)).failure).toBe(
    `${number} cannot be confirmed: it is paid by ${method}, and only orders that are paid on delivery need it`,
  )
  expect((await violet('orders', 'show', number)).out).toBe(before)
  expect(before).toContain('kept until')
  expect(await eventsOf(db, id)).toEqual(['placed'])
})

it('says why an order that is paid, sent or cancelled is not confirmed', async () => {
  const refused = async (number: string) => (await violet('orders', 'confirm', number)).failure
  const paid = await placeTestOrder(db, { method: 'cod' })
  await violet('orders', 'pay', paid.number)
  expect(await refused(paid.number)).toBe(
    `${paid.number} cannot be confirmed: it is paid, and its units are kept`,
  )
  const sent = await placeTestOrder(db, { method: 'cod' })
  await violet('orders', 'ship', sent.number, '--carrier', 'DHL')
  expect(await refused(sent.number)).toBe(
    `${sent.number} cannot be confirmed: a parcel has left, and its units are kept`,
  )
  const cancelled = await placeTestOrder(db, { method: 'cod' })
  await violet('orders', 'cancel', cancelled.number, '--yes')
  expect(await refused(cancelled.number)).toBe(`${cancelled.number} cannot be confirmed: it is cancelled`)
})

it.each([
  [
    ['orders', 'export', '--from', '2026-11-01', '--to', '2026-11-31'],
    'It must be a day such as 2026-11-21.',
  ],
  [['orders', 'list', '--since', '2026-02-30'], 'It must be a day such as 2026-11-21.'],
  [['orders', 'ship', 'K7M2N-9QXD4', '--carrier', ' '], 'It must have a letter.'],
])('refuses %j before it looks at the shop', async (args, reason) => {
  const program = createProgram('1.2.3')
  const throwing = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} })
    for (const child of command.commands) throwing(child)
  }
  throwing(program)
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow(reason)
})
