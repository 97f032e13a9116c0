import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { ordersJson, violet } from '#test/cli/violet-orders.ts'
import { freshDatabase } from '#test/database.ts'
import { eventsOf, placeTestOrder, stockOf, testMethods } from '#test/placed-orders.ts'
import { checkHistory } from '#test/prove/history/history.ts'
import { readHistory, type SkuStock } from '#test/prove/history/history-rows.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { Failure } from '../terminal.ts'

let db: Database
let before: readonly SkuStock[]
let folder: string
beforeEach(async () => {
  const made = await freshDatabase()
  db = made.db
  await db.pool.query(cartCatalogue)
  before = (await readHistory(db.pool)).skus
  await saveConfig(db, { sales: { payment: testMethods } }, { now: new Date() })
  vi.stubEnv('DATABASE_URL', made.url)
  folder = await mkdtemp(join(tmpdir(), 'violet-bulk-'))
})
afterEach(() => void vi.unstubAllEnvs())

const orders = (...args: string[]): Promise<string> => violet('orders', ...args)
const shown = async (number: string): Promise<OrderRow> => (await ordersJson('show', number)) as OrderRow
const violations = async (): Promise<unknown[]> => checkHistory(await readHistory(db.pool), before)

async function file(text: string): Promise<string> {
  const path = join(folder, 'rows.txt')
  await writeFile(path, text)
  return path
}

/** What a command printed of which some failed, and its exit code. */
async function catching(
  work: () => Promise<unknown>,
): Promise<{ lines: string[]; code: number; words: string }> {
  try {
    await work()
  } catch (error) {
    const { cause, printed } = error as Error & { printed?: string }
    if (!(cause instanceof Failure) || printed === undefined) throw error
    return { lines: printed.trimEnd().split('\n'), code: cause.exitCode, words: cause.message }
  }
  throw new Error('nothing failed')
}

describe('commands on many orders', () => {
  it('says of a file that is separated by semicolons that it is', async () => {
    const path = await file('order;amount;reason\nK7M2N-9QXD4;5,00;late\n')
    await expect(orders('refund', '--file', path, '--yes')).rejects.toThrow(
      'is separated by semicolons: save it separated by commas',
    )
  })

  it('takes a list as it was printed', async () => {
    const [one, two] = [
      await placeTestOrder(db, { method: 'transfer' }),
      await placeTestOrder(db, { method: 'transfer' }),
    ]
    await orders('pay', '--file', await file(await orders('list')))
    for (const { id } of [one, two]) expect(await eventsOf(db, id)).toEqual(['placed', 'paid'])
  })

  it('takes a list as it was printed in JSON, and only its numbers', async () => {
    const one = await placeTestOrder(db, { method: 'transfer' })
    const two = await placeTestOrder(db, { method: 'transfer' })
    const listed = await orders('list', '--json')
    expect(listed).toContain('"payStatus"')
    await orders('pay', '--file', await file(listed))
    for (const { id } of [one, two]) expect(await eventsOf(db, id)).toEqual(['placed', 'paid'])
    // An object of the operator's own says what shall be done: a wrong name in it is told.
    const own = await file(JSON.stringify({ number: one.number, amount: '5' }))
    await expect(orders('refund', '--file', own, '--key', 'k', '--yes')).rejects.toThrow(
      'there is no column "number"',
    )
  })

  it('does it to each row by itself, says what failed, and ends with another code', async () => {
    const one = await placeTestOrder(db, { method: 'transfer' })
    const two = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', one.number, two.number)
    expect(await eventsOf(db, two.id)).toEqual(['placed', 'paid'])
    const rows = [
      'order,carrier,tracking,url,units',
      `${one.number},DHL,00340,https://track.example/00340,stool-sage=1`,
      `"${one.number}","Post, express",00341,,`,
      `${two.number},DHL,00342,http://plain.example,`,
      `${two.number},DHL,00343,,stool-sage=3`,
      'NOBODY,DHL,1,,',
    ]
    const path = await file(rows.join('\r\n'))
    const caught = await catching(() => orders('ship', '--file', path, '--json'))
    expect(caught).toMatchObject({ words: '3 of 5 orders failed', code: 2 })
    expect(caught.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { order: one.number, deliveryStatus: 'partly_shipped' },
      { order: one.number, deliveryStatus: 'shipped' },
      { order: two.number, line: 4, error: 'It must be an address that begins with https://.' },
      { order: two.number, line: 5, error: 'of stool-sage only 2 are left to be sent' },
      { order: 'NOBODY', line: 6, error: 'the shop has no order "NOBODY"' },
    ])
    expect(await shown(one.number)).toMatchObject({
      parcels: [
        { carrier: 'DHL', trackingNumber: '00340', lines: [{ quantity: 1 }] },
        { carrier: 'Post, express', trackingNumber: '00341', lines: [{ quantity: 1 }] },
      ],
    })
    expect((await shown(two.number)).parcels).toEqual([])
    await orders('deliver', '--file', await file(`[{"order":"${one.number}"}]`))
    expect(await shown(one.number)).toMatchObject({ deliveryStatus: 'delivered' })
    expect(await violations()).toEqual([])
  })

  it('reads JSON lines from standard input, and does nothing to the words of another column', async () => {
    const { number } = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', number)
    const stdin = (text: string) =>
      vi
        .spyOn(process, 'stdin', 'get')
        .mockReturnValue(Readable.from([text]) as unknown as typeof process.stdin)
    let spy = stdin(`{"order":"${number}","wieght":3}\n`)
    await expect(orders('ship', '--file', '-', '--carrier', 'Post')).rejects.toThrow(
      'there is no column "wieght"',
    )
    spy.mockRestore()
    spy = stdin(`{"order":"${number}","units":{"stool-sage":2}}\n`)
    await orders('ship', '--file', '-', '--carrier', 'Post')
    spy.mockRestore()
    expect(await shown(number)).toMatchObject({ deliveryStatus: 'shipped' })
    await expect(orders('ship')).rejects.toThrow('name an order, or a file by --file')
    await expect(orders('ship', number, '--file', 'x')).rejects.toThrow('not both')
    await expect(orders('ship', '--file', join(folder, 'none'))).rejects.toThrow('cannot be read')
  })

  it('gives money back once, though the file comes twice, and asks before', async () => {
    const one = await placeTestOrder(db, { method: 'transfer' })
    const two = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', one.number, two.number)
    const path = await file(`order,amount\n${one.number},5\n${two.number},7.50\n`)
    await expect(orders('refund', '--file', path, '--key', 'recall')).rejects.toThrow(
      'Give money of 2 orders back?',
    )
    const unnamed = await catching(() => orders('refund', '--file', path, '--yes'))
    expect(unnamed).toMatchObject({ code: 1, words: '2 of 2 orders failed' })
    expect((await shown(one.number)).refunds).toEqual([])
    for (let time = 0; time < 2; time++) await orders('refund', '--file', path, '--key', 'recall', '--yes')
    expect(await shown(one.number)).toMatchObject({ refundPending: 500 })
    expect(await shown(two.number)).toMatchObject({ refundPending: 750 })
    expect(await violations()).toEqual([])
  })

  it('refuses an order that a file has twice under one key, before anything is done', async () => {
    const one = await placeTestOrder(db, { method: 'transfer' })
    const two = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', one.number, two.number)
    const twice = `order,amount,reason,key\n${two.number},7,late,\n${one.number},5,late,\n${one.number.toLowerCase()},3,late,`
    const path = await file(`${twice}\n`)
    const why = `nothing was done: ${one.number} is named more than once; give each of its rows a key of its own`
    for (const command of ['refund', 'adjust'])
      await expect(orders(command, '--file', path, '--key', 'march', '--yes')).rejects.toThrow(why)
    await expect(
      orders('refund', one.number, one.number, '--amount', '5', '--key', 'march', '--yes'),
    ).rejects.toThrow(why)
    expect((await shown(one.number)).refunds).toEqual([])
    expect((await shown(two.number)).refunds).toEqual([])
    const keyed = await file(`${twice}second\n`)
    await orders('refund', '--file', keyed, '--key', 'march', '--yes')
    expect((await shown(one.number)).refunds.map(({ amount }) => amount)).toEqual([500, 300])
    expect(await violations()).toEqual([])
  })

  it('cancels those that can be cancelled', async () => {
    const unpaid = await placeTestOrder(db, { method: 'transfer' })
    const paid = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', paid.number)
    const path = await file(`${unpaid.number}\n${paid.number}\n`)
    await expect(orders('cancel', '--file', path)).rejects.toThrow('Cancel 2 orders?')
    const caught = await catching(() => orders('cancel', '--file', path, '--yes'))
    expect(caught.code).toBe(2)
    expect(caught.lines).toEqual([
      `${unpaid.number}: cancelled`,
      expect.stringContaining(`line 2: failed: ${paid.number} is paid, and 102.00 USD would go back`),
    ])
    expect(await violations()).toEqual([])
  })
})

describe('a parcel that was noted by mistake', () => {
  it('is taken back: its units are to be sent again, and the shopper hears of it if a mail was sent', async () => {
    const { id, number } = await placeTestOrder(db, { method: 'transfer' })
    await orders('pay', number)
    await orders('ship', number, '--carrier', 'DHL', '--unit', 'stool-sage=1')
    await orders('ship', number, '--carrier', 'DHL')
    const [first, second] = (await shown(number)).parcels
    await expect(orders('unship', number, '--parcel', '999', '--yes')).rejects.toThrow('has no parcel 999')
    await expect(orders('unship', number, '--parcel', String(first!.id))).rejects.toThrow('Say --yes')
    await orders('deliver', number, '--parcel', String(second!.id))
    await expect(orders('unship', number, '--parcel', String(second!.id), '--yes')).rejects.toThrow(
      'has arrived',
    )
    await db.pool.query('update order_events set handled_at = at where order_id = $1', [id])
    expect(await ordersJson('unship', number, '--parcel', String(first!.id), '--yes')).toEqual({
      order: number,
      parcel: first!.id,
      deliveryStatus: 'partly_shipped',
    })
    const order = await shown(number)
    expect(order).toMatchObject({ lines: [{ quantity: 2, shipped: 1 }], parcels: [{ id: second!.id }] })
    expect(order.events.at(-1)).toMatchObject({ kind: 'unshipped', data: { carrier: 'DHL', told: true } })
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    await orders('ship', number, '--carrier', 'Post')
    expect(await shown(number)).toMatchObject({ deliveryStatus: 'shipped' })
    expect(await violations()).toEqual([])
  })

  it('does not end an order that the courier is paid for, though its hold is over', async () => {
    const { number, token } = await placeTestOrder(db, { method: 'cod' })
    await orders('ship', number, '--carrier', 'DHL')
    const [parcel] = (await shown(number)).parcels
    await orders('unship', number, '--parcel', String(parcel!.id), '--yes')
    const later = new Date('2027-06-01T00:00:00Z')
    expect(await expireUnpaid(orderVisitor(db, token, { now: later }).ctx)).toBe(0)
    expect(await shown(number)).toMatchObject({
      status: 'in_progress',
      deliveryStatus: 'unshipped',
      holdUntil: null,
    })
    expect(await violations()).toEqual([])
  })
})
