import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { openWholeShop } from '#test/whole-shop.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { setTaxNumber } from '../actions/tax-number.ts'
import { addGiven } from '../queries/returned.ts'
import { confirmRefund } from '../rules/refund.ts'
import { adjustOrder } from '../shop/adjust.ts'
import { findOrder } from '../shop/read.ts'
import { findFonts } from './fonts.ts'
import { openPaper } from './paper.ts'
import { receiptPdf } from './receipt.ts'

const now = new Date('2026-11-21T12:00:00Z')
const none = { promotions: new Map(), coupons: new Map() }

/**
 * The letters on the pages, as far as Helvetica writes them: hexadecimal strings of the content streams.
 * A stream ends at the line feed that stands before its end, and nowhere else: the last byte
 * of compressed text can be a carriage return of its own, and without it nothing unpacks.
 */
function lettersOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
    ([, body = '']) => inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  )
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, shown = '']) => shown))
    .map((shown) =>
      [...shown.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}

it('says what was bought, what it cost with its tax, and how it was paid', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2, 'vase-ink': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const row = (await findOrder(db, order.number))!
  const text = lettersOf(await receiptPdf(row, none, ctx, { latin: null, cjk: null }))
  for (const words of [
    'Receipt',
    `Order ${order.number}`,
    'Paid on 21 November 2026: Card',
    'Ada Byron',
    '10119 Berlin',
    'The stool',
    '$48.50',
    '$97',
    'Delivery: Courier',
    'Tax 19%, included',
    '$150.50',
    'Page 1 of 1',
  ])
    expect(text).toContain(words)
})

it('is corrected by what was taken off the price afterwards, with the tax in it', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2 } })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const wish = { line: 'stool-sage', amount: 1_000, reason: 'scratched', key: 'a' }
  expect(await adjustOrder(ctx, order.number, wish)).toMatchObject({ ok: true, value: { refund: 1_000 } })
  const row = (await findOrder(db, order.number))!
  const text = lettersOf(await receiptPdf(row, none, ctx, { latin: null, cjk: null })).replaceAll('\n', ' ')
  for (const words of [
    '$102',
    'On its way back $10',
    'Price adjustment of 21 November 2026: The stool -$10',
    'Tax included -$1.60',
  ])
    expect(text).toContain(words)
})

it('says of each refund whether it was sent, and what went back as store credit, as the page does', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db, { units: { 'stool-sage': 2 }, method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const wish = { line: 'stool-sage', amount: 1_000, reason: 'scratched', key: 'a' }
  expect(await adjustOrder(ctx, order.number, wish)).toMatchObject({ ok: true })
  const given = { orderId: order.id, amount: 3_600, reason: 'store credit', cause: 'return:R-1' }
  await db.transact((tx) => addGiven(tx, given, now))
  const read = async (): Promise<string> => {
    const row = (await findOrder(db, order.number))!
    return lettersOf(await receiptPdf(row, none, ctx, { latin: null, cjk: null })).replaceAll('\n', ' ')
  }
  const before = await read()
  expect(before).toContain('On its way back $10')
  expect(before).toContain('Refunded as store credit $36')
  expect(before).not.toContain('Refunded $10')
  const { rows } = await db.pool.query<{ id: number }>("select id from refunds where status = 'pending'")
  expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
  const after = await read()
  expect(after).toContain('Refunded $10')
  expect(after).not.toContain('On its way back')
})

it('names what goods came back for an exchange, and what was paid, not what was due', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const row = (await findOrder(db, order.number))!
  const quote = { ...row.quote, credit: 4_600, toPay: row.quote.total - 4_600 }
  const sold = { ...row, quote, credit: quote.credit, toPay: quote.toPay, captured: quote.toPay }
  const read = async (source: 'checkout' | 'exchange'): Promise<string> => {
    const pdf = await receiptPdf({ ...sold, source }, none, ctx, { latin: null, cjk: null })
    return lettersOf(pdf).replaceAll('\n', ' ')
  }
  expect(await read('exchange')).toContain('Value of returned items -$46 Amount paid $56')
  const own = await read('checkout')
  expect(own).toContain('Store credit -$46 Amount paid $56')
  expect(own).not.toContain('Amount due')
})

it('is of the day that it was in the shop', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const row = (await findOrder(db, order.number))!
  // In Hong Kong it is the next morning.
  const evening = {
    ...row,
    placedAt: new Date('2026-11-22T21:45:00Z'),
    paidAt: new Date('2026-11-22T21:50:00Z'),
  }
  const delivery = shopConfig.parse({ shop: { delivery: inHongKong } }).shop.delivery
  const there = { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, delivery } } }
  const text = lettersOf(await receiptPdf(evening, none, there, { latin: null, cjk: null }))
  expect(text).toContain('Ordered on 23 November 2026')
  expect(text).toContain('Paid on 23 November 2026: Card')
})

const inHongKong = {
  timeZone: 'Asia/Hong_Kong',
  zones: [{ name: { en: 'Hong Kong' }, countries: ['HK'], days: { from: 1, to: 2 } }],
}

it('goes on with another page when there is more than fits on one', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const row = (await findOrder(db, order.number))!
  const long = {
    ...row,
    lines: Array.from({ length: 60 }, (_, n) => ({ ...row.lines[0]!, title: `Thing ${n}` })),
  }
  const text = lettersOf(await receiptPdf(long, none, ctx, { latin: null, cjk: null }))
  expect(text).toContain('Thing 59')
  expect(text).toContain('Page 4 of 4')
})

it('breaks Chinese anywhere but before a full stop, and words between them', () => {
  const paper = openPaper({ latin: null, cjk: null }, { title: 'x', author: 'x', at: now })
  expect(paper.heightOf('one two three', 1_000)).toBe(14)
  expect(paper.heightOf('one two three', 30)).toBe(42)
  expect(paper.heightOf('x'.repeat(100), 100)).toBeGreaterThan(14)
})

const fonts = findFonts([])

it.skipIf(fonts.latin === null || fonts.cjk === null)(
  'embeds letters of every language that the shop speaks (skipped: no fonts on this machine)',
  async () => {
    const paper = openPaper(fonts, { title: '收据', author: 'x', at: now })
    paper.write('Łódź 收据 收據 佢哋嘅訂單', 56, 56, 400)
    const pdf = (await paper.end()).toString('latin1')
    expect(pdf.startsWith('%PDF-1.')).toBe(true)
    expect(pdf.match(/\/FontFile[23] /g)).toHaveLength(2)
    expect(pdf.length).toBeLessThan(200_000)
  },
)

it('is given to whoever may see the order, once it is paid, and to nobody else', async () => {
  const shop = await openWholeShop(() => now, { TRUST_PROXY: '127.0.0.1' })
  try {
    const { db } = shop.database
    await db.pool.query(cartCatalogue)
    const order = await placeTestOrder(db)
    const path = `/order/${order.number}/receipt.pdf`
    const cookie = `__Host-violet_cart=${order.token}`
    expect((await shop.get(path, { cookie })).status).toBe(404)
    await payTestOrder(orderVisitor(db, order.token, { now }).ctx, order.id)
    expect((await shop.get(path)).status).toBe(404)
    const own = await shop.get(`/zh${path}`, { cookie })
    expect([own.status, own.headers['content-type'], own.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    expect(own.body.startsWith('%PDF-1.')).toBe(true)
    // As an edit leaves it that made the order dearer: more would stand there than was paid.
    await db.pool.query('update orders set due = 100')
    const dearer = await shop.get(path, { cookie })
    expect([dearer.status, dearer.body]).toEqual([
      409,
      'This order became more expensive, and the difference has not been paid yet. Pay it on the order page, then try again.',
    ])
    await db.pool.query('update orders set due = 0')
    const from = (n: number) => ({ cookie, 'x-forwarded-for': `2001:db8:9:9::${n}` })
    for (let n = 1; n <= 6; n++) expect((await shop.get(path, from(n))).status).toBe(200)
    expect((await shop.get(path, from(7))).status).toBe(429)
  } finally {
    await shop.close()
  }
})

it('binds nobody by being looked at: the tax number on it can still be changed', async () => {
  const shop = await openWholeShop(() => now)
  try {
    const { db } = shop.database
    await db.pool.query(cartCatalogue)
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now })
    await payTestOrder(ctx, order.id)
    await setTaxNumber(ctx, { slug: order.number, taxNumber: 'DE123456789' })
    const before = await findOrder(db, order.number)
    const cookie = `__Host-violet_cart=${order.token}`
    expect((await shop.get(`/order/${order.number}/receipt.pdf`, { cookie })).status).toBe(200)
    expect(await findOrder(db, order.number)).toEqual(before)
    expect(await setTaxNumber(ctx, { slug: order.number, taxNumber: 'DE987654321' })).toMatchObject({
      ok: true,
      value: { taxNumber: 'DE987654321', may: { setTaxNumber: true } },
    })
  } finally {
    await shop.close()
  }
})

it('names who sells with address and tax number, and the buyer’s own number', async () => {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const invoice = {
    name: 'Oak & Linen GmbH',
    lines: ['Lindenweg 4', '10115 Berlin'],
    taxNumber: 'DE111111111',
  }
  const { ctx } = orderVisitor(db, order.token, { now, sales: { invoice } })
  await payTestOrder(ctx, order.id)
  await db.pool.query("update orders set tax_number = 'ATU12345678'")
  const row = (await findOrder(db, order.number))!
  const text = lettersOf(await receiptPdf(row, none, ctx, { latin: null, cjk: null }))
  for (const words of [
    'Oak & Linen GmbH',
    'Lindenweg 4',
    '10115 Berlin',
    'Tax number: DE111111111',
    'Tax number: ATU12345678',
  ])
    expect(text).toContain(words)
})
