import { expect, it } from 'vitest'
import { addChoices, settingsId } from '#features/notifications/queries/settings.ts'
import { emailHash } from '#features/notifications/rules/email-hash.ts'
import { choiceKeys } from '#features/notifications/rules/events.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Database } from '#platform/server/db/db.ts'
import { tellOrderEvents } from '#features/orders/work/tell.ts'
import { days, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { payTestOrder, placeTestOrder } from '#test/placed-orders.ts'
import { returnSales, returnWorld, type ReturnWorldOptions } from '#test/returns/return-world.ts'
import { cancelReturn, sendParcel } from './actions/change.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { returnEventKinds } from './events.ts'
import {
  approveReturn,
  cancelReturnByShop,
  completeReturn,
  receiveReturn,
  refuseReturn,
} from './shop/decide.ts'
import { tellReturnEvents } from './work/tell.ts'
import { expireReturns, giveUpLongHeld, remindOfParcels } from './work/timer.ts'

async function mailed(options: ReturnWorldOptions = {}) {
  const world = await returnWorld(options)
  const ctxFor = (locale: string) => {
    const sales = returnSales(options.settings)
    const { ctx } = orderVisitor(world.db, null, { now: days(1), locale: locale as Locale, sales })
    return { ...ctx, shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } } }
  }
  const job = { db: world.db, ctxFor, shopLocale: 'en', now: () => days(1) }
  let last = 0
  return {
    ...world,
    job,
    /** What is in line since the last time: kind, recipient, subject and plain text. */
    async mails() {
      await tellReturnEvents(job)
      const found = await outbox(world.db, last)
      last = found.at(-1)?.id ?? last
      return found
    },
  }
}

async function outbox(db: Database, after: number) {
  const { rows } = await db.pool.query<{
    id: number
    kind: string
    recipient: string
    subject: string
    plain: string
  }>(
    `select id, kind, recipient, subject, plain from outbox_mails where kind like 'return.%' and id > $1 order by id`,
    [after],
  )
  return rows
}

it('the shop and the shopper are told of each step, of what follows, and by when', async () => {
  const { apply, owner, mails, order } = await mailed()
  const slug = await apply({ 'stool-sage': 1 }, { description: 'Too green' })
  const [asked, shop] = await mails()
  expect(asked).toMatchObject({
    kind: 'return.applied',
    recipient: 'ada@example.com',
    subject: `Your return ${slug}: request received`,
  })
  for (const words of [
    'We will review your request',
    'The stool (Sage) × 1',
    '$48.50',
    `/order/${order.number}?key=`,
  ])
    expect(asked!.plain).toContain(words)
  expect(shop).toMatchObject({ kind: 'return.shop.applied', recipient: 'owner@shop.example' })
  for (const words of ['Too green', `violet returns approve ${slug}`, 'I changed my mind'])
    expect(shop!.plain).toContain(words)

  await approveReturn(owner(), slug, null)
  const [approved] = await mails()
  for (const words of [
    'by 6 December 2026',
    'Lagerstraße 4, 10119 Berlin, Germany',
    'Oak & Linen, returns',
    slug,
  ])
    expect(approved!.plain).toContain(words)
  await sendParcel(owner(), { slug, company: 'DHL', trackingNumber: '0815' })
  expect((await mails())[0]!.plain).toContain('0815')
  await receiveReturn(owner(), slug, null, () => true)
  expect((await mails())[0]!.plain).toContain('Your parcel has arrived. We check it, and then refund you.')
  await completeReturn(owner(), slug)
  const [completed, ...others] = await mails()
  expect(completed!.subject).toBe(`Your return ${slug} is completed`)
  expect(completed!.plain).toContain('$48.50')
  expect(completed!.plain).toContain('The refund is on its way.')
  expect(others).toEqual([])
  expect(await mails()).toEqual([])
})

it('a refund that a person has to send is told as such', async () => {
  const { apply, owner, mails } = await mailed({ method: 'transfer' })
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await mails()
  await completeReturn(owner(), slug)
  const [completed] = await mails()
  expect(completed!.plain).toContain('The shop sends $48.50 to you; we will email you when it has.')
  expect(completed!.plain).toContain('We contact you to ask which account the money should go to.')
  expect(completed!.plain).not.toContain('on its way')
})

it('a shop that ends a return whose parcel is on its way says why, and does not say that the items are kept', async () => {
  const { apply, owner, mails, view } = await mailed({ units: { 'stool-sage': 2 } })
  const [early, late] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  await approveReturn(owner(), late, null)
  await sendParcel(owner(), { slug: late, company: 'DHL', trackingNumber: '0815' })
  await mails()
  expect(await cancelReturnByShop(owner(), late)).toEqual({
    ok: false,
    problem: { name: 'parcel_sent', parcel: 'DHL 0815' },
  })
  expect(await view(late)).toMatchObject({ status: 'pending_approval' })
  expect(await cancelReturnByShop(owner(), late, 'We send another one')).toMatchObject({ ok: true })
  const [ended] = await mails()
  expect(ended!.plain).toContain('> We send another one')
  expect(ended!.plain).toContain('You have told us of a parcel')
  expect(ended!.plain).not.toContain('you keep the items')
  expect((await view(late)).moments[0]).toMatchObject({
    text: 'We cancelled the request: We send another one',
  })
  expect(await cancelReturnByShop(owner(), early)).toMatchObject({ ok: true })
  expect((await mails())[0]!.plain).toContain('you keep the items')
})

it('a withdrawal is not taken back by the shop, whatever it says', async () => {
  const { db, owner, order, mails, view } = await mailed()
  const made = await withdrawOrder(owner(), { order: order.number, lines: null })
  const slug = made.ok ? made.value.slug! : ''
  await mails()
  expect(await cancelReturnByShop(owner(), slug, 'No')).toEqual({
    ok: false,
    problem: { name: 'withdrawal' },
  })
  expect(await view(slug)).toMatchObject({ status: 'pending_approval', isWithdrawal: true })
  expect(await mails()).toEqual([])
  const { rows } = await db.pool.query(`select kind from return_events`)
  expect(rows).toEqual([{ kind: 'withdrawn' }])
})

it('a withdrawal of what was not sent names what a person has to send back', async () => {
  const world = await mailed({
    method: 'transfer',
    units: { 'stool-sage': 2 },
    sent: { 'stool-sage': 1 },
  })
  await withdrawOrder(world.owner(), { order: world.order.number, lines: null })
  const plain = (await world.mails())
    .map((mail) => mail.plain)
    .find((text) => text.includes('not been sent'))!
  const { rows } = await world.db.pool.query<{ id: number }>('select id from refunds')
  expect(plain).toContain(
    `Send $48.50 to the shopper, then note it with: violet orders refunded ${rows[0]!.id}`,
  )
  expect(plain).not.toContain('nothing to do')
})

it('what is refused, reminded of, taken back, and closed by itself is told, too', async () => {
  const { apply, owner, mails } = await mailed({ units: { 'stool-sage': 3 } })
  const [refused, taken, late] = [
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
    await apply({ 'stool-sage': 1 }),
  ]
  await mails()
  await refuseReturn(owner(), refused, 'It was worn outside')
  expect((await mails())[0]).toMatchObject({
    kind: 'return.refused',
    plain: expect.stringContaining('It was worn outside') as string,
  })
  await cancelReturn(owner(), { slug: taken })
  expect((await mails())[0]).toMatchObject({ kind: 'return.cancelled' })
  await approveReturn(owner(), late, null)
  await mails()
  await remindOfParcels(owner(13))
  expect((await mails())[0]).toMatchObject({
    kind: 'return.reminded',
    plain: expect.stringContaining('by 6 December 2026') as string,
  })
  await expireReturns(owner(16))
  expect((await mails())[0]).toMatchObject({ kind: 'return.expired' })
})

it('a return that the shop takes back is not told as the shopper’s doing', async () => {
  const { apply, owner, mails, view } = await mailed({ units: { 'stool-sage': 2 } })
  const [own, shops] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
  await mails()
  await cancelReturn(owner(), { slug: own })
  expect((await mails())[0]!.plain).toContain('You have cancelled this request')
  await cancelReturnByShop(owner(), shops)
  const words = 'We have cancelled this request, and you keep the items.'
  expect((await mails())[0]!.plain).toContain(words)
  expect(await view(shops)).toMatchObject({
    next: expect.stringContaining(words) as string,
    moments: [{ text: 'We cancelled the request' }, {}],
  })
  expect(await view(own)).toMatchObject({ moments: [{ text: 'You cancelled the request' }, {}] })
})

it('a part, a parcel that lacks something, and an exchange are told as what they are', async () => {
  const { apply, owner, mails } = await mailed({ units: { 'stool-sage': 3 } })
  const slug = await apply({ 'stool-sage': [3, 'stool-ink'] }, { type: 'exchange' })
  const [asked] = await mails()
  expect(asked!.plain).toContain('In exchange for: Stool (Ink)')
  await approveReturn(owner(), slug, { 'stool-sage': 2 }, 'One of them was used')
  const [approved] = await mails()
  expect(approved!.plain).toContain('We could approve only part of your request')
  expect(approved!.plain).toContain('One of them was used')
  expect(approved!.plain).toContain('The stool (Sage) × 2')
  await receiveReturn(owner(), slug, { 'stool-sage': 1 }, () => true)
  const [received] = await mails()
  expect(received!.plain).toContain('Not everything was in the parcel')
  expect(received!.plain).toContain('The stool (Sage) × 1')
  const done = await completeReturn(owner(), slug)
  if (!done.ok) throw new Error(done.problem.name)
  expect((await mails())[0]!.plain).toContain(`Your new items are in order ${done.value.exchangeOrder}.`)
})

it('an exchange whose goods are held no longer is told so once, with what happens next', async () => {
  const { apply, owner, mails, view } = await mailed()
  const slug = await apply({ 'stool-sage': [1, 'rare-sage'] }, { type: 'exchange' })
  await mails()
  await giveUpLongHeld(owner(29))
  await giveUpLongHeld(owner(30))
  const [unheld, ...others] = await mails()
  expect(unheld).toMatchObject({
    kind: 'return.unheld',
    recipient: 'ada@example.com',
    subject: `Your return ${slug}: items no longer held`,
  })
  for (const words of ['Your request stays open', 'We will review your request and email you'])
    expect(unheld!.plain).toContain(words)
  expect(others).toEqual([])
  const { moments, status } = await view(slug)
  expect([moments[0]?.text, status]).toEqual(['We no longer hold the items you chose', 'pending_approval'])
})

it('a step that the shopper wants no mails of is told by none, and one with a deadline always', async () => {
  const { apply, owner, mails, db } = await mailed()
  await db.transact(async (tx) => {
    const id = await settingsId(tx, { hash: await emailHash(tx, 'ada@example.com') }, days(1))
    const choices = Object.fromEntries(choiceKeys.map((key) => [key, false]))
    await addChoices(tx, id, choices, days(1))
  })
  const slug = await apply({ 'stool-sage': 1 })
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await completeReturn(owner(), slug)
  expect((await mails()).map(({ kind }) => kind)).toEqual([
    'return.applied',
    'return.shop.applied',
    'return.approved',
    'return.completed',
  ])
})

it('a withdrawal has its receipt, and the shop is told', async () => {
  const { owner, order, mails } = await mailed()
  await withdrawOrder(owner(3), { order: order.number, lines: null })
  const [receipt, shop] = await mails()
  expect(receipt).toMatchObject({
    kind: 'return.receipt',
    subject: `Receipt: you withdrew from order ${order.number}`,
  })
  for (const words of [
    '24 November 2026',
    'The stool (Sage) × 2',
    '$102',
    'Lagerstraße 4',
    'by 8 December 2026',
  ])
    expect(receipt!.plain).toContain(words)
  expect(shop).toMatchObject({ kind: 'return.shop.withdrawn' })
})

it.each([
  ['zh', '退换申请', '请在2026年12月6日前把商品寄到退货地址'],
  ['zh-HK', '退換申請', '請於2026年12月6日前把貨品寄往退貨地址'],
] as const)('in %s the mails speak the language of the order', async (locale, subject, words) => {
  const { apply, owner, mails } = await mailed({ locale })
  const slug = await apply({ 'stool-sage': 1 })
  const [asked, shop] = await mails()
  expect(asked!.subject).toContain(subject)
  expect(shop!.subject).toContain('Return')
  await approveReturn(owner(), slug, null)
  expect((await mails())[0]!.plain).toContain(words)
})

it.each([
  ['zh', 'en', '/zh/order/', '回执'],
  ['zh-HK', 'zh', '/zh-HK/order/', '撤回購買確認'],
  ['en', 'zh-HK', 'shop.example/order/', 'Receipt: you withdrew'],
] as const)(
  'the receipt of a withdrawal is in %s, as the order is, where the page is in %s',
  async (locale, page, link, subject) => {
    const { owner, order, mails } = await mailed({ locale })
    expect(await withdrawOrder(owner(3, page), { order: order.number, lines: null })).toMatchObject({
      ok: true,
    })
    const [receipt] = await mails()
    expect(receipt!.kind).toBe('return.receipt')
    expect(receipt!.subject).toContain(subject)
    expect(receipt!.plain).toContain(link)
  },
)

it('each is written once, however many nodes look', async () => {
  const { apply, job, db } = await mailed()
  await apply({ 'stool-sage': 1 })
  await Promise.all([tellReturnEvents(job), tellReturnEvents(job), tellReturnEvents(job)])
  expect((await outbox(db, 0)).map(({ kind }) => kind)).toEqual(['return.applied', 'return.shop.applied'])
})

it('every kind of event has words on the page', async () => {
  const { apply, view, db } = await mailed()
  const slug = await apply({ 'stool-sage': 1 })
  await db.pool.query(
    `insert into return_events (return_id, kind, actor, at) select r.id, kind, 'timer', now() from returns r, unnest($1::text[]) kind`,
    [returnEventKinds],
  )
  const { moments } = await view(slug)
  expect(moments).toHaveLength(returnEventKinds.length + 1)
  await db.pool.query(`update return_events set kind = 'of_tomorrow' where kind = 'expired'`)
  expect((await view(slug)).moments).toHaveLength(returnEventKinds.length)
})

it('a withdrawal before anything was sent asks nobody, and says to the shop that money is to be sent', async () => {
  const db = await stockedShop()
  const order = await placeTestOrder(db, { units: { 'stool-sage': 1 } })
  const { ctx } = orderVisitor(db, order.token, { now: days(1), sales: returnSales() })
  await payTestOrder(ctx, order.id)
  const ctxFor = () => ({
    ...ctx,
    shop: { ...ctx.shop, shop: { ...ctx.shop.shop, email: 'owner@shop.example' } },
  })
  const job = { db, ctxFor, shopLocale: 'en', now: () => days(1) }
  await tellOrderEvents(job)
  await db.pool.query('delete from outbox_mails')
  expect(await withdrawOrder(ctx, { order: order.number, lines: null })).toMatchObject({ ok: true })
  await tellOrderEvents(job)
  const { rows } = await db.pool.query<{ kind: string; recipient: string; plain: string }>(
    'select kind, recipient, plain from outbox_mails order by id',
  )
  expect(rows.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['return.receipt', 'ada@example.com'],
    ['order.cancellation_approved', 'ada@example.com'],
    ['order.shop.cancellation_approved', 'owner@shop.example'],
  ])
  expect(rows[2]!.plain).toContain('Do not send it')
})

it('what only a newer version knows stops neither the page nor the mails of a return', async () => {
  const { apply, owner, job, mails, view, db } = await mailed()
  const slug = await apply({ 'stool-sage': 1 })
  await db.pool.query(`update returns set reason = 'of_tomorrow'`)
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into return_events (return_id, kind, actor, at) select id, 'of_tomorrow', 'operator', now() from returns returning id`,
  )
  await approveReturn(owner(), slug, null)
  await expect(tellReturnEvents(job)).rejects.toThrow(`no mail about of_tomorrow (event ${rows[0]!.id})`)
  await expect(mails()).rejects.toThrow('newer version')
  const sent = await outbox(db, 0)
  expect(sent.map(({ kind }) => kind)).toEqual(['return.applied', 'return.shop.applied', 'return.approved'])
  expect(sent[1]!.plain).toContain('Another reason')
  expect(await view(slug)).toMatchObject({ reason: 'other', reasonText: 'Another reason' })
  const open = await db.pool.query('select kind from return_events where handled_at is null')
  expect(open.rows).toEqual([{ kind: 'of_tomorrow' }])
})
