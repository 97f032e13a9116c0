import { mkdtemp, rm } from 'node:fs/promises'
import { openByKey } from '#features/session/rules/opened.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { openMailServer } from '#test/mail-server.ts'
import { lookStep } from '#platform/server/passwords/even-out.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import type { Locale } from '#i18n/locales.ts'
import { readConfig } from '#platform/server/config.ts'
import { openTransport } from '#platform/server/mail/mail.ts'
import { openMailSender } from '#platform/server/jobs/outbox.ts'
import { cancelOrder } from './actions/change.ts'
import { approveCancellation, cancelByShop, refuseCancellation } from './shop/decide.ts'
import { confirmRefund } from './rules/refund.ts'
import { editOrder } from './shop/edit.ts'
import { refundByShop } from './shop/record.ts'
import { lookUpOrder } from './actions/look-up.ts'
import { deliverOrder, shipOrder } from './shop/ship.ts'
import { expireUnpaid } from './work/timer.ts'
import { tellOrderEvents } from './work/tell.ts'

const now = new Date('2026-11-21T12:00:00Z')

async function shop() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const server = await openMailServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-order-mail-'))
  onTestFinished(async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const config = readConfig({
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${server.port}?tls=off`,
    MAIL_FROM: 'Oak & Linen <shop@shop.example>',
  })
  const sender = openMailSender({
    db,
    channel: 'mail',
    log: pino({ level: 'silent' }),
    now: () => now,
    transport: openTransport(config),
  })
  onTestFinished(() => sender.stop())
  const ctxFor = (locale: string) => {
    const { ctx } = orderVisitor(db, null, { now, locale: locale as Locale })
    return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
  }
  const job = { db, ctxFor, shopLocale: 'en', now: () => now }
  return {
    db,
    job,
    /** What the server was sent since the last time, as subject and whole text, by recipient. */
    async mails(to: string) {
      await tellOrderEvents(job)
      await sender.drain()
      const found = server.mails.filter((mail) => mail.to[0] === to).map(({ text }) => readMail(text))
      server.mails.length = 0
      return found
    },
  }
}

/** Quoted-printable and encoded words made readable. */
function readMail(raw: string): { subject: string; plain: string; html: string } {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ')
  const subject = (/^Subject: (.*)$/m.exec(head)?.[1] ?? '').replaceAll(
    /=\?UTF-8\?([BQ])\?(.*?)\?=\s?/gi,
    (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quoted(text.replaceAll('_', ' ')),
  )
  const text = (part: string): string => part.replaceAll('\r\n', '\n')
  const boundary = /boundary="(.*?)"/.exec(head)![1]!
  const parts = raw.split(`--${boundary}`).slice(1, -1)
  const [plain = '', html = ''] = parts.map((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    return /base64/i.test(part.slice(0, 200))
      ? text(Buffer.from(body, 'base64').toString())
      : text(quoted(body))
  })
  return { subject, plain, html }
}

function quoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

it('tells the shopper what was ordered and what to do, and the shop that there is an order', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { method: 'transfer', note: 'Ring twice', email: 'ada@example.com' })
  const [mail, ...others] = await mails('ada@example.com')
  expect(others).toEqual([])
  expect(mail!.subject).toBe(`Your order ${order.number}`)
  for (const text of [mail!.plain, mail!.html]) {
    expect(text).toContain('Please pay $102. We are holding your items until 26 November 2026')
    expect(text).toContain('To account 012-345')
    expect(text).toContain('The stool (Sage) × 2')
    expect(text).toContain('10119 Berlin')
    expect(text).toContain('Tax 19%, included')
  }
  expect(mail!.html).toContain('<html lang="en">')
  const key = /\/order\/[\w-]+\?key=([\w.-]+)/.exec(mail!.plain)![1]!
  const { ctx } = orderVisitor(db, null, { now })
  expect(await openByKey(ctx, key)).toBe(order.id)
  // Told once.
  expect(await mails('ada@example.com')).toEqual([])
})

it('writes to the shop in its own language, with the shopper to answer to', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { note: 'Ring twice', locale: 'zh', method: 'transfer' })
  await db.pool.query(`update orders set address = address || '{"countryCode": "+49", "phone": "30123456"}'`)
  const [mail] = await mails('owner@shop.example')
  expect(mail!.subject).toBe(`New order ${order.number}: $102`)
  for (const words of ['> Ring twice', 'SKU stool-sage', 'Bank transfer', 'Not paid yet', '+49 30 123456'])
    expect(mail!.plain).toContain(words)
})

it('says what is due of an order that became dearer after it was paid, how to pay it, and that no time ends it', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await mails('ada@example.com')
  const wish = { changes: [], reprice: false, shipping: 900, reason: 'a heavier parcel' }
  expect(await editOrder(ctx, order.number, wish, null)).toMatchObject({ ok: true, value: { due: 400 } })
  const [mail] = await mails('ada@example.com')
  expect(mail!.subject).toBe(`Order ${order.number} was changed`)
  for (const words of [
    'a heavier parcel',
    'What you have already paid counts, and $4 is still to be paid.',
    'Pay now',
    `/order/${order.number}?key=`,
    'There is no deadline, and the order is not cancelled automatically.',
  ])
    expect(mail!.plain).toContain(words)
  await payTestOrder(ctx, order.id)
  const [thanks] = await mails('ada@example.com')
  expect(thanks!.plain).toContain('We have received $4')
})

it('writes in the language of the order', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { locale: 'zh', method: 'transfer' })
  const [mail] = await mails('ada@example.com')
  expect(mail!.subject).toBe(`你的订单 ${order.number}`)
  expect(mail!.plain).toContain('请转到账户 012-345')
  expect(mail!.plain).toContain('橡木凳')
  expect(mail!.html).toContain('<html lang="zh-Hans">')
  expect(mail!.plain).toContain(`/zh/order/${order.number}?key=`)
})

it('tells of payment, parcels, arrival, in the order in which they came', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const parcel = { carrier: 'DHL', trackingNumber: '00340', trackingUrl: 'https://dhl.example/00340' }
  await shipOrder(ctx, order.number, { ...parcel, units: { 'stool-sage': 1 } }, () => false)
  await shipOrder(ctx, order.number, { ...parcel, units: null }, () => false)
  await deliverOrder(ctx, order.number, null)
  const found = await mails('ada@example.com')
  expect(found.map(({ subject }) => subject)).toEqual([
    `Your order ${order.number}`,
    `Payment received for order ${order.number}`,
    `Order ${order.number} is on its way`,
    `Order ${order.number} is on its way`,
    `Order ${order.number} has arrived`,
  ])
  expect(found[2]!.plain).toContain('Track the parcel:\nhttps://dhl.example/00340')
  expect(found[2]!.plain).toContain('In this parcel: The stool × 1')
})

it('tells what became of a wish to cancel, and what goes back', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await cancelOrder(ctx, { slug: order.number, reason: 'Too blue' })
  const shopMails = await mails('owner@shop.example')
  expect(shopMails.map(({ subject }) => subject)).toContain(`Cancellation requested: order ${order.number}`)
  expect(shopMails.at(-1)!.plain).toContain(`violet orders approve-cancellation ${order.number}`)
  await refuseCancellation(ctx, order.number, 'It is packed')
  const [refused] = await mails('ada@example.com')
  expect([refused!.subject, refused!.plain]).toEqual([
    `Order ${order.number} could not be cancelled`,
    expect.stringContaining('Reason: It is packed'),
  ])
  await cancelOrder(ctx, { slug: order.number, reason: '' })
  await approveCancellation(ctx, order.number)
  const granted = (await mails('ada@example.com')).at(-1)!
  expect(granted.plain).toContain('As you asked, the order is cancelled.')
  expect(granted.plain).toContain('$102 will be refunded to your original payment method')
})

it.each([
  ['en', 'card', 'Reason: Sold out', '$102 will be refunded to your original payment method'],
  ['en', 'transfer', 'Reason: Sold out', 'The shop sends $102 to you; we will email you when it has.'],
  ['zh', 'card', '原因：Sold out', '将原路退回'],
  ['zh-HK', 'transfer', '原因：Sold out', '我們會向你退還'],
] as const)(
  'tells in %s that the shop cancels an order paid by %s',
  async (locale, method, reason, money) => {
    const { db, mails } = await shop()
    const order = await placeTestOrder(db, { method, locale })
    const { ctx } = orderVisitor(db, order.token, { now })
    await payTestOrder(ctx, order.id)
    await mails('ada@example.com')
    await cancelByShop(ctx, order.number, 'Sold out', { restock: true })
    const [mail, ...others] = await mails('ada@example.com')
    expect(others).toEqual([])
    expect(mail!.subject).toContain(order.number)
    expect(mail!.plain).toContain(reason)
    expect(mail!.plain).toContain(money)
  },
)

it.each([
  ['en', 'It is a part of what you paid', 'all that you paid for the order has been refunded'],
  ['zh', '这是订单的部分退款', '已付的款项已全部退还'],
  ['zh-HK', '這是訂單的部分退款', '已付的款項已全數退還'],
] as const)('says in %s whether all was given back', async (locale, part, all) => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { method: 'transfer', locale })
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  const texts: string[] = []
  for (const amount of [1_000, null]) {
    const refund = { amount, reason: 'goodwill', key: String(amount), choice: { kind: 'keep' as const } }
    expect(await refundByShop(ctx, order.number, refund)).toMatchObject({ ok: true })
    const { rows } = await db.pool.query<{ id: number }>(`select id from refunds where status = 'pending'`)
    expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
    texts.push((await mails('ada@example.com')).at(-1)!.plain)
  }
  expect(texts[0]).toContain(part)
  expect(texts[1]).toContain(all)
  expect(texts[1]).not.toContain(part)
})

it('announces nothing more about an order that was paid when it came', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { method: 'cod' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await shipOrder(
    ctx,
    order.number,
    { carrier: 'DHL', trackingNumber: '', trackingUrl: null, units: null },
    () => true,
  )
  await deliverOrder(ctx, order.number, null)
  await payTestOrder(ctx, order.id)
  const paid = (await mails('ada@example.com')).at(-1)!
  expect(paid.subject).toBe(`Payment received for order ${order.number}`)
  expect(paid.plain).not.toContain('on its way')
  expect(paid.plain).toContain('The receipt is on the order page.')
})

it('promises no money where all of it has gone back before', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now })
  await payTestOrder(ctx, order.id)
  await cancelOrder(ctx, { slug: order.number, reason: '' })
  const refund = { reason: 'goodwill', key: 'one', choice: { kind: 'keep' as const } }
  await refundByShop(ctx, order.number, { amount: order.total, ...refund })
  const { rows } = await db.pool.query<{ id: number }>('select id from refunds')
  expect(await confirmRefund(ctx, rows[0]!.id, '')).toBe(true)
  await approveCancellation(ctx, order.number)
  const granted = (await mails('ada@example.com')).at(-1)!
  expect(granted.plain).toContain('Your money was refunded earlier.')
  expect(granted.plain).not.toContain('$0')
})

it.each([
  ['card', '$102 will be refunded to your original payment method'],
  ['transfer', 'The shop sends $102 to you; we will email you when it has.'],
] as const)(
  'promises the money of an order paid by %s whose refund was started before',
  async (method, money) => {
    const { db, mails } = await shop()
    const order = await placeTestOrder(db, { method })
    const { ctx } = orderVisitor(db, order.token, { now })
    await payTestOrder(ctx, order.id)
    await cancelOrder(ctx, { slug: order.number, reason: '' })
    const refund = { reason: 'goodwill', key: 'one', choice: { kind: 'keep' as const } }
    await refundByShop(ctx, order.number, { amount: order.total, ...refund })
    await approveCancellation(ctx, order.number)
    const granted = (await mails('ada@example.com')).at(-1)!
    expect(granted.plain).toContain(money)
    expect(granted.plain).not.toContain('refunded earlier')
  },
)

it('tells whose money came after the cancellation that it goes back', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db, { method: 'transfer' })
  const { ctx } = orderVisitor(db, order.token, { now })
  await cancelByShop(ctx, order.number, '')
  expect((await mails('ada@example.com')).at(-1)!.plain).toContain('Nothing was charged.')
  await payTestOrder(ctx, order.id)
  const [mail, ...others] = await mails('ada@example.com')
  expect(others).toEqual([])
  expect(mail!.subject).toBe(`Payment for the cancelled order ${order.number}`)
  expect(mail!.plain).toContain('It came after the order was cancelled. Nothing will be sent.')
  expect(mail!.plain).toContain('The shop sends $102 to you; we will email you when it has.')
})

it('tells who did not pay in time', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  await mails('ada@example.com')
  await expireUnpaid({ ...orderVisitor(db, null, { now }).ctx, now: new Date(now.getTime() + 3_600_000) })
  const [mail] = await mails('ada@example.com')
  expect(mail!.subject).toBe(`Order ${order.number} is cancelled`)
  expect(mail!.plain).toContain('Your order was not paid in time')
  expect(mail!.plain).toContain('Nothing was charged.')
})

it('writes each mail once, however many nodes look', async () => {
  const { db, job, mails } = await shop()
  for (let n = 0; n < 10; n++) await placeTestOrder(db, { email: `n${n}@example.com` })
  const counts = await Promise.all([1, 2, 3, 4].map(() => tellOrderEvents(job)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
  const { rows } = await db.pool.query<{ count: number; who: number }>(
    `select count(*)::int as count, count(distinct recipient)::int as who from outbox_mails where kind = 'order.placed'`,
  )
  expect(rows).toEqual([{ count: 10, who: 10 }])
  expect(await mails('n3@example.com')).toHaveLength(1)
})

it('mails a link to the address of an order, and answers a stranger the same', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  await mails('ada@example.com')
  const { ctx } = orderVisitor(db, null, { now })
  const ask = (number: string, account: string) => lookUpOrder(ctx, { number, account })
  expect(await ask(order.number, 'mei@example.com')).toEqual({ ok: true, value: {} })
  expect(await ask('00000-00000', 'ada@example.com')).toEqual({ ok: true, value: {} })
  expect(await mails('mei@example.com')).toEqual([])
  expect(await ask(order.number.toLowerCase(), 'ADA@example.com')).toEqual({ ok: true, value: {} })
  const [mail] = await mails('ada@example.com')
  expect(mail!.subject).toBe(`The link to order ${order.number}`)
  expect(await ask(order.number, 'ada')).toMatchObject({ ok: false, problem: { name: 'invalid_email' } })
  for (let n = 0; n < 5; n++) await ask(order.number, 'ada@example.com')
  expect((await mails('ada@example.com')).length).toBeLessThan(5)
})

it('mails the link to whoever has the right number, however often strangers invent one', async () => {
  const { db, mails } = await shop()
  const order = await placeTestOrder(db)
  await mails('ada@example.com')
  const stranger = orderVisitor(db, null, { now }).ctx
  stranger.visitor.ip = '203.0.113.7'
  const invents = () => lookUpOrder(stranger, { number: '00000-00000', account: 'ada@example.com' })
  for (let n = 0; n < 20; n += 1) expect(await invents()).toEqual({ ok: true, value: {} })
  // What was invented counts for its network alone.
  expect(await invents()).toEqual({
    ok: false,
    problem: { name: 'too_many_requests', details: { hours: 1, minutes: 0 } },
  })
  const { ctx } = orderVisitor(db, null, { now })
  const asks = () => lookUpOrder(ctx, { number: order.number, account: 'ada@example.com' })
  expect(await asks()).toEqual({ ok: true, value: {} })
  const links = async () => (await mails('ada@example.com')).filter(({ subject }) => /link to/.test(subject))
  expect(await links()).toHaveLength(1)
  for (let n = 0; n < 7; n += 1) expect(await asks()).toEqual({ ok: true, value: {} })
  const { rows } = await db.pool.query(`select from outbox_mails where kind = 'order.lookup'`)
  expect(rows).toHaveLength(5)
})

it('answers a right number and an invented one after whole steps of time', async () => {
  const { db } = await shop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, null, { now })
  for (const number of [order.number, '00000-00000']) {
    const began = performance.now()
    await lookUpOrder(ctx, { number, account: 'ada@example.com' })
    expect(performance.now() - began, number).toBeGreaterThanOrEqual(lookStep)
  }
})

it('tells of other orders when there is one that nothing can be written about', async () => {
  const { db, job, mails } = await shop()
  const bad = await placeTestOrder(db, { now, email: 'bad@example.org' })
  await placeTestOrder(db, { now, email: 'good@example.org' })
  await db.pool.query(`update orders set currency = '???' where id = $1`, [bad.id])
  await expect(tellOrderEvents(job)).rejects.toThrow(/about placed .* of order/)
  await db.pool.query(`update orders set currency = 'USD' where id = $1`, [bad.id])
  expect(await mails('good@example.org')).toHaveLength(1)
  expect(await tellOrderEvents(job)).toBe(0)
})
