import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import {
  eventsOf,
  payTestOrder,
  placeTestOrder,
  stockOf,
  testMethods,
  type TestOrder,
} from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import type { Database } from '#platform/server/db/db.ts'
import { saveConfig } from '#features/shop/actions.ts'
import { createProgram } from '../program.ts'
import { Failure } from '../terminal.ts'

let db: Database
let before: readonly SkuStock[]
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  await saveConfig(db, { sales: { payment: testMethods } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
})
afterEach(() => void vi.unstubAllEnvs())

/** Lines of `violet orders …`; throws the failure's text. */
async function orders(...args: string[]): Promise<string[]> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text.toString()
    return true
  })
  try {
    await createProgram('1.2.3').parseAsync(['orders', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Error(error.message, { cause: error })
  } finally {
    spy.mockRestore()
  }
  return out.trimEnd().split('\n')
}

async function json(...args: string[]): Promise<unknown> {
  return JSON.parse((await orders(...args, '--json')).join('\n') || 'null')
}

/** An order of two stools, paid by transfer. Of 50 on hand 48 are left. */
async function paidOrder(): Promise<TestOrder> {
  const order = await placeTestOrder(db, { method: 'transfer' })
  await orders('pay', order.number)
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  return order
}

async function refundsOf(id: number): Promise<{ amount: number; cause: string; status: string }[]> {
  const { rows } = await db.pool.query('select amount, cause, status from refunds where order_id = $1', [id])
  return rows as { amount: number; cause: string; status: string }[]
}

/** The rules of every order's history, against the stock that the catalogue brought. */
async function violations(): Promise<unknown[]> {
  return checkHistory(await readHistory(db.pool), before)
}

it('asks what becomes of an order whose money is all given back, and does nothing before', async () => {
  const { id, number } = await paidOrder()
  const asked = `nothing was done: this would give back all the money of ${number}, of which nothing has left; say --end (it is cancelled; with --restock its units come back to stock) or --keep (it stays, and is not sent)`
  await expect(orders('refund', number, '--yes')).rejects.toThrow(asked)
  await expect(orders('refund', number, '--amount', '102', '--yes', '--key', 'a')).rejects.toThrow(asked)
  await expect(orders('refund', number, '--end', '--keep', '--yes')).rejects.toThrow('say one of them')
  await expect(orders('refund', number, '--keep', '--restock', '--yes')).rejects.toThrow('goes with --end')
  await expect(orders('refund', number, '--amount', '10', '--end', '--yes')).rejects.toThrow(
    `${number} ends only with all of its money: 102.00 USD; leave --amount out`,
  )
  expect(await refundsOf(id)).toEqual([])
  expect(await eventsOf(db, id)).toEqual(['placed', 'paid'])
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  expect(await json('list', '--to-ship')).toMatchObject({ number, refundStatus: 'none' })
})

it('ends an order with its money, and puts its units back where that is asked for', async () => {
  const { id, number } = await paidOrder()
  expect(await orders('refund', number, '--end', '--restock', '--reason', 'sold out', '--yes')).toEqual([
    `${number}: 102.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\``,
    `${number}: cancelled`,
    `${number}: 2 units back in stock`,
  ])
  expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  expect(await eventsOf(db, id)).toEqual(['placed', 'paid', 'cancelled_paid'])
  expect(await json('list', '--to-ship')).toBeNull()
  expect(await json('list')).toMatchObject({
    status: 'cancelled',
    payStatus: 'paid',
    refundStatus: 'refunded',
    refundPending: 10_200,
  })
  await expect(orders('ship', number, '--carrier', 'DHL')).rejects.toThrow('cannot be sent: it is cancelled')
  await orders('refunded', '1')
  expect((await orders('list'))[1]).toMatch(/ cancelled +refunded +unshipped +102\.00 USD /)
  expect((await orders('show', number)).join('\n')).toContain('refund 1: done 102.00 USD, sold out\n')
  expect(await violations()).toEqual([])
})

it('sends nothing of an order that is kept after all its money has gone back', async () => {
  const { id, number } = await paidOrder()
  expect(await orders('refund', number, '--keep', '--yes')).toEqual([
    `${number}: 102.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\``,
    `${number}: in_progress, and nothing more of it is sent`,
    `${number}: 2 units not put back in stock; for what is there: \`violet stock add stool-sage 2\``,
    `${number}: if you cancel it after adding them, do so without --restock`,
  ])
  expect(await json('list', '--to-ship')).toBeNull()
  expect((await orders('list'))[1]).toMatch(
    / in_progress +refunded \(refund pending: 102\.00 USD\) +unshipped /,
  )
  const shown = (await orders('show', number)).join('\n')
  expect(shown).toContain(`${number}  in_progress  refunded (refund pending: 102.00 USD)  unshipped`)
  expect(shown).toContain('captured 102.00 USD, given back 0.00 USD, still to be given back 102.00 USD')
  expect(shown).toContain('goodwill; send it, then note it by `violet orders refunded 1`')
  await expect(orders('ship', number, '--carrier', 'DHL')).rejects.toThrow(
    `${number} cannot be sent: all of its money was given back`,
  )
  expect(await eventsOf(db, id)).toEqual(['placed', 'paid'])
  // It can be ended later on, when nothing is left to be given back.
  expect(await orders('cancel', number, '--refund', '--restock', '--yes')).toEqual([
    `${number}: cancelled`,
    `${number}: 2 units back in stock`,
  ])
  expect(await refundsOf(id)).toHaveLength(1)
  expect(await violations()).toEqual([])
})

it('says why a paid order is not cancelled, and cancels it with its money in one command', async () => {
  const { id, number } = await paidOrder()
  const why = `${number} is paid, and 102.00 USD would go back: cancel it with --refund, and with --restock if its units come back to stock`
  await expect(orders('cancel', number, '--yes')).rejects.toThrow(why)
  await expect(orders('cancel', number, '--restock', '--yes')).rejects.toThrow('--restock goes with --refund')
  await expect(orders('cancel', number, '--refund')).rejects.toThrow(
    `Cancel order ${number} of ada@example.com and give back 102.00 USD? Say --yes to do it.`,
  )
  expect(await refundsOf(id)).toEqual([])
  expect(await json('cancel', number, '--refund', '--reason', 'Sold out', '--yes')).toEqual({
    order: number,
    status: 'cancelled',
    refunds: [{ refund: 1, amount: 10_200, waits: true }],
  })
  expect(await refundsOf(id)).toEqual([{ amount: 10_200, cause: `cancel:${id}`, status: 'pending' }])
  expect(await eventsOf(db, id)).toEqual(['placed', 'paid', 'cancelled_paid'])
  const { rows } = await db.pool.query('select cancel_reason from orders where id = $1', [id])
  expect(rows).toEqual([{ cancel_reason: 'Sold out' }])
  await expect(orders('cancel', number, '--refund', '--yes')).rejects.toThrow(
    `${number} cannot be cancelled: it is cancelled`,
  )
  expect(await refundsOf(id)).toHaveLength(1)
})

it('counts the units of an order that is cancelled without --restock off the shelf', async () => {
  const { number } = await paidOrder()
  expect(await orders('cancel', number, '--refund', '--yes')).toEqual([
    `${number}: cancelled`,
    `${number}: 102.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\``,
    `${number}: 2 units not put back in stock; for what is there: \`violet stock add stool-sage 2\``,
  ])
  expect(await stockOf(db, 'stool-sage')).toBe('48/0')
  const { rows } = await db.pool.query(
    `select kind, on_hand, order_id is null as free from stock_moves order by id desc limit 2`,
  )
  expect(rows).toEqual([
    { kind: 'adjust', on_hand: -2, free: true },
    { kind: 'restock', on_hand: 2, free: false },
  ])
  expect(await violations()).toEqual([])
})

it('keeps an order of which a parcel has left, and asks only while something is still to be sent', async () => {
  const { number } = await paidOrder()
  await orders('ship', number, '--carrier', 'DHL', '--unit', 'stool-sage=1')
  await expect(orders('cancel', number, '--refund', '--yes')).rejects.toThrow(
    `${number} cannot be cancelled: a parcel of it has left; its money can be given back by \`violet orders refund ${number} --keep\``,
  )
  await expect(orders('refund', number, '--end', '--yes')).rejects.toThrow(
    `${number} cannot end by a refund: a parcel of it has left; say --keep`,
  )
  await expect(orders('refund', number, '--yes')).rejects.toThrow('a parcel of it has left; say --keep')
  await orders('refund', number, '--amount', '10', '--yes')
  expect(await json('list', '--to-ship')).toMatchObject({ number, refundStatus: 'partly_refunded' })
  await orders('ship', number, '--carrier', 'DHL')
  expect(await orders('refund', number, '--yes')).toEqual([
    `${number}: 92.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 2\``,
  ])
  expect(await json('list')).toMatchObject({ status: 'in_progress', refundStatus: 'refunded' })
})

it('leaves a wish to cancel to be granted or refused', async () => {
  const { id, number } = await paidOrder()
  await db.pool.query(`update orders set status = 'pending_cancellation' where id = $1`, [id])
  await expect(orders('cancel', number, '--refund', '--yes')).rejects.toThrow(
    `the shopper has asked to cancel ${number}: grant it by`,
  )
  await expect(orders('refund', number, '--end', '--yes')).rejects.toThrow(
    `the shopper has asked to cancel it (violet orders approve-cancellation ${number})`,
  )
  expect(await orders('approve-cancellation', number, '--yes')).toEqual([
    `${number}: cancelled`,
    `${number}: 102.00 USD waits for you: ask ada@example.com for the account, send it there, then note it by \`violet orders refunded 1\``,
  ])
})

it('refuses a cancellation only with a reason that the shopper can read', async () => {
  const { id, number } = await paidOrder()
  await db.pool.query(`update orders set status = 'pending_cancellation' where id = $1`, [id])
  for (const reason of ['', ' '])
    await expect(orders('refuse-cancellation', number, '--reason', reason)).rejects.toThrow(
      'a refusal has a reason',
    )
  expect(await eventsOf(db, id)).toEqual(['placed', 'paid'])
  expect(await orders('refuse-cancellation', number, '--reason', ' It is packed ')).toEqual([
    `${number}: in_progress`,
  ])
})

it('gives back what comes after an order was cancelled by the number of its refund', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer' })
  await orders('cancel', number, '--yes')
  await expect(orders('pay', number)).rejects.toThrow(
    `nothing was done: ${number} was cancelled, and what came for it would have to be sent back; if it has come, say --late`,
  )
  expect(await json('show', number)).toMatchObject({ payStatus: 'unpaid', captured: 0, refunds: [] })
  expect(await orders('pay', number, '--late')).toEqual([
    `${number}: 102.00 USD received, but the order was cancelled before: send it back, then note it by \`violet orders refunded 1\``,
  ])
  expect((await orders('list', '--refund-waits'))[1]).toContain('refunded (refund pending: 102.00 USD)')
})

it('says in JSON what has gone back, and beside it what is still to be', async () => {
  const { number } = await paidOrder()
  await orders('refund', number, '--amount', '6', '--yes')
  for (const command of [['show', number], ['list']])
    expect(await json(...command)).toMatchObject({ number, refunded: 0, refundPending: 600 })
  expect((await orders('list'))[1]).toMatch(/ partly refunded \(refund pending: 6\.00 USD\) /)
  await orders('refunded', '1')
  for (const command of [['show', number], ['list']])
    expect(await json(...command)).toMatchObject({ number, refunded: 600, refundPending: 0 })
})

it('says that 0 is no refund', async () => {
  const { id, number } = await paidOrder()
  await expect(orders('refund', number, '--amount', '0', '--yes')).rejects.toThrow('0 is no refund')
  expect(await refundsOf(id)).toEqual([])
})

it('does nothing with a reason that is longer than a mail has room for', async () => {
  const { id, number } = await paidOrder()
  const before = await eventsOf(db, id)
  const long = ['--reason', 'x'.repeat(1_001)]
  const refused = '--reason has at most 1000 characters; this one has 1001'
  for (const asked of [
    ['cancel', number, '--refund', '--yes'],
    ['refund', number, '--amount', '1', '--yes'],
    ['edit', number, '--set', 'stool-sage:1', '--yes'],
    ['refuse-cancellation', number],
  ])
    await expect(orders(...asked, ...long)).rejects.toThrow(refused)
  expect(await eventsOf(db, id)).toEqual(before)
  expect(await refundsOf(id)).toEqual([])
  await orders('refund', number, '--amount', '1', '--yes', '--reason', 'x'.repeat(1_000))
  expect(await refundsOf(id)).toMatchObject([{ amount: 100 }])
})

it('lists as unpaid what waits for money, and not what was cancelled', async () => {
  const { number } = await placeTestOrder(db, { method: 'transfer' })
  expect(await json('list', '--unpaid')).toMatchObject({ number })
  await orders('cancel', number, '--yes')
  expect(await json('list', '--unpaid')).toBeNull()
})

it('asks at a terminal, with amount and name, before it notes a payment', async () => {
  const one = await placeTestOrder(db, { method: 'transfer' })
  const two = await placeTestOrder(db, { method: 'transfer' })
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(text.toString())
    return true
  })
  const { isTTY } = process.stderr
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true, writable: true })
  onTestFinished(() => {
    process.stderr.isTTY = isTTY
    vi.restoreAllMocks()
  })
  const at = async (answer: string, ...args: string[]) => {
    const typed = Object.assign(Readable.from([`${answer}\n`]), { isTTY: true })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(typed as unknown as typeof process.stdin)
    return orders('pay', ...args)
  }
  await expect(at('n', one.number)).rejects.toThrow('nothing was done')
  expect(said.join('')).toContain(
    `Note that the money has come? ${one.number}: 102.00 USD of Ada Byron, ada@example.com`,
  )
  await expect(at('n', one.number, two.number)).rejects.toThrow('nothing was done')
  expect(said.join('')).toContain(`${two.number}: 102.00 USD of Ada Byron, ada@example.com`)
  expect(said.join('')).toContain('Note that the money of 2 orders has come?')
  expect(await eventsOf(db, one.id)).toEqual(['placed'])
  expect(await at('y', one.number)).toEqual([`${one.number}: 102.00 USD received`])
  expect(await at('n', two.number, '--yes')).toEqual([`${two.number}: 102.00 USD received`])
})

it('makes a whole refund once under its key', async () => {
  const { id, number } = await paidOrder()
  const again = ['refund', number, '--keep', '--yes', '--key', 'one']
  await orders(...again)
  expect((await orders(...again))[0]).toBe(
    `${number}: nothing more is given back, this key has its refund already`,
  )
  expect(await refundsOf(id)).toHaveLength(1)
})

it('explains the total of an order', async () => {
  const { number } = await paidOrder()
  expect(await orders('show', number)).toContain('goods 97.00 USD, shipping 5.00 USD, tax 16.29 USD included')
})

it('leaves a refund to the provider that sends it, unless that has failed to', async () => {
  const { id, number, token } = await placeTestOrder(db)
  await payTestOrder(orderVisitor(db, token, { now: new Date() }).ctx, id)
  await orders('refund', number, '--amount', '5', '--yes')
  await expect(orders('refunded', '1')).rejects.toThrow(
    'refund 1 is sent by demo, which says itself when it is made',
  )
  await db.pool.query(`update refunds set failure = 'the provider is not configured'`)
  expect(await orders('refunded', '1')).toEqual(['refund 1 is made'])
  expect((await orders('show', number)).at(-1)).toMatch(/refunded {2}\(operator\) {2}5\.00 USD, "goodwill"$/)
})
