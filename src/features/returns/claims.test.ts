import { describe, expect, it } from 'vitest'
import { openByKey } from '#features/session/rules/opened.ts'
import { orderDetail } from '#features/orders/actions/change.ts'
import { exportCustomer } from '#features/customer/queries/export.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { signLink } from '#platform/server/signing.ts'
import { days, now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, payTestOrder, placeTestOrder, stockOf } from '#test/placed-orders.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { signedIn } from '#test/signed-in.ts'
import { orderIs, refundsOf, returnSales, returnWorld } from '#test/returns/return-world.ts'
import { withdrawOrder } from './actions/withdraw.ts'
import { returnOptions } from './actions/options.ts'
import { applyForReturn } from './actions/apply.ts'
import { saveReturnDraft } from './actions/draft.ts'
import { returnDetail } from './actions/show.ts'
import { approveReturn, completeReturn, receiveReturn } from './shop/decide.ts'

describe('a claim', () => {
  const broken = { reason: 'damaged', description: 'A leg is off' } as const

  it('wants a photo or a description, costs nothing, and may let the goods stay', async () => {
    const { db, order, owner, apply, view } = await returnWorld({ settings: { fee: { USD: 700 } } })
    expect(await apply({ 'stool-sage': 1 }, { type: 'refund_only', reason: 'damaged' })).toBe('invalid_input')
    const slug = await apply({ 'stool-sage': 1 }, { ...broken, type: 'refund_only' })
    expect(await view(slug)).toMatchObject({ isClaim: true, refundAmount: 4850, merchantAddress: null })
    expect(await receiveReturn(owner(), slug, null, () => true)).toMatchObject({
      problem: { name: 'not_now' },
    })
    expect(await completeReturn(owner(), slug)).toMatchObject({ problem: { name: 'not_now' } })
    await approveReturn(owner(), slug, null)
    expect(await view(slug)).toMatchObject({
      merchantAddress: null,
      sendBy: null,
      may: { sendParcel: false },
    })
    expect(await completeReturn(owner(), slug)).toMatchObject({ ok: true })
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    // Nothing came, though the units are done with.
    expect(await view(slug)).toMatchObject({ lines: [{ approved: 1, received: null }] })
    // They count as given back: nobody asks for them again.
    expect(await apply({ 'stool-sage': 2 })).toBe('return_too_many')
  })

  it('has its own clock', async () => {
    const { apply, owner } = await returnWorld({ settings: { claimDays: 100, windowDays: 5 } })
    expect(await apply({ 'stool-sage': 1 }, {}, owner(50))).toBe('return_impossible')
    expect(await apply({ 'stool-sage': 1 }, broken, owner(100.5))).toMatch(/^R-/)
    expect(await apply({ 'stool-sage': 1 }, broken, owner(101))).toBe('return_impossible')
  })

  it('shows photos of uploads that there are, and of no others', async () => {
    const { db, apply, view } = await returnWorld()
    const [mine, other] = ['a'.repeat(32), 'b'.repeat(32)]
    await db.pool.query(
      `insert into uploads (id, picture_id, created_at) select $1, id, now() from pictures order by id limit 1`,
      [mine],
    )
    expect(await apply({ 'stool-sage': 1 }, { ...broken, images: [mine, other] })).toBe('unknown_picture')
    const slug = await apply({ 'stool-sage': 1 }, { ...broken, images: [mine, mine] })
    expect((await view(slug)).images).toMatchObject([{ key: '0000000000000001', alt: 'Photo 1' }])
  })
})

it('a closed account leaves its returns without what it wrote', async () => {
  const { db, order, owner, apply, view } = await returnWorld()
  const { customer } = await signedIn(db)
  await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
  const upload = 'c'.repeat(32)
  await db.pool.query(
    `insert into uploads (id, picture_id, created_at) select $1, id, now() from pictures order by id limit 1`,
    [upload],
  )
  const mine = { reason: 'damaged', description: 'In my kitchen', images: [upload] } as const
  const slug = await apply({ 'stool-sage': 1 }, { ...mine, images: [...mine.images] })
  await saveReturnDraft(owner(), {
    ...{
      order: order.number,
      way: 'return',
      type: null,
      reason: null,
      refundTo: 'original',
      lines: [],
      images: [],
    },
    description: 'Another',
  })
  const document = await exportCustomer(db, customer, ownerHash(customer))
  expect(document['orders']).toMatchObject([
    { returns: [{ number: slug, description: 'In my kitchen' }], returnDraft: { description: 'Another' } },
  ])
  await db.transact((tx) => eraseCustomer(tx, customer, days(2)))
  expect(await view(slug)).toMatchObject({ description: '', images: [], refundAmount: 4850 })
  const { rows } = await db.pool.query('select from return_drafts')
  expect(rows).toEqual([])
})

describe('the legal withdrawal', () => {
  it('cancels what has not left, gives the money back, and mails the receipt at once', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now: days(1), sales: returnSales() })
    await payTestOrder(ctx, order.id)
    expect(await returnOptions(ctx, { order: order.number })).toMatchObject({ value: { mayWithdraw: true } })
    expect(await withdrawOrder(ctx, { order: order.number, lines: null })).toEqual({
      ok: true,
      value: { slug: null, href: `/order/${order.number}` },
    })
    expect(await orderIs(db, order.id)).toBe('cancelled paid unshipped refunded 10200')
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
    expect(await eventsOf(db, order.id)).toEqual([
      'placed',
      'paid',
      'cancellation_requested',
      'cancellation_approved',
    ])
    expect(await mailsOf(db)).toEqual([['return.receipt', 'ada@example.com']])
    expect(await withdrawOrder({ ...ctx, now: days(2) }, { order: order.number, lines: null })).toMatchObject(
      {
        problem: { name: 'withdrawal_over' },
      },
    )
    expect(await mailsOf(db)).toHaveLength(1)
  })

  it('cancels an unpaid order', async () => {
    const db = await stockedShop()
    const order = await placeTestOrder(db)
    const { ctx } = orderVisitor(db, order.token, { now, sales: returnSales() })
    expect(await withdrawOrder(ctx, { order: order.number, lines: null })).toMatchObject({ ok: true })
    expect(await orderIs(db, order.id)).toBe('cancelled unpaid unshipped refunded 0')
    expect(await stockOf(db, 'stool-sage')).toBe('50/0')
  })

  it('makes a return of what was sent that nobody has to approve, also of a final sale, delivery included', async () => {
    const { db, order, owner, view } = await returnWorld({
      units: { 'vase-sage': 2 },
      settings: { finalSale: { categories: ['all'] }, fee: { USD: 700 }, windowDays: 0 },
    })
    await db.pool.query(`
      with one as (insert into categories (slug, hash, visible) values ('all', '', true) returning id)
      insert into product_categories (category_id, product_id, direct) select one.id, p.id, true from one, products p`)
    const made = await withdrawOrder(owner(14.5), { order: order.number, lines: null })
    if (!made.ok) throw new Error(made.problem.name)
    const slug = made.value.slug!
    expect(await view(slug)).toMatchObject({
      isWithdrawal: true,
      auditStatus: 'audit_successful',
      refundAmount: 10_200,
      reasonText: 'Withdrawal from the purchase',
      merchantAddress: { consignee: 'Oak & Linen, returns' },
      may: { sendParcel: true, cancel: true },
    })
    expect(await mailsOf(db)).toEqual([['return.receipt', 'ada@example.com']])
    await receiveReturn(owner(15), slug, null, () => true)
    await completeReturn(owner(16), slug)
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
  })

  it('is over after its days, or where the law gives none, and from more than there is', async () => {
    const world = await returnWorld()
    const { order, owner, lineOf } = world
    const line = await lineOf('stool-sage')
    const ask = (after: number, lines: { line: number; quantity: number }[] | null) =>
      withdrawOrder(owner(after), { order: order.number, lines })
    expect(await ask(15, null)).toMatchObject({ problem: { name: 'withdrawal_over' } })
    expect(await ask(3, [{ line, quantity: 3 }])).toMatchObject({ problem: { name: 'return_too_many' } })
    expect(await ask(3, [{ line: 999_999, quantity: 1 }])).toMatchObject({
      problem: { name: 'unknown_return_line' },
    })
    expect(await ask(3, [])).toMatchObject({ problem: { name: 'return_empty' } })
    expect(await ask(3, [{ line, quantity: 1 }])).toMatchObject({ ok: true })
    const none = await returnWorld({ settings: { withdrawalDays: null } })
    expect(await withdrawOrder(none.owner(), { order: none.order.number, lines: null })).toMatchObject({
      problem: { name: 'withdrawal_over' },
    })
    const stranger = orderVisitor(world.db, 'A'.repeat(43), { now: days(1) }).ctx
    expect(await withdrawOrder(stranger, { order: order.number, lines: null })).toMatchObject({
      problem: { name: 'unknown_order' },
    })
  })

  it('is possible before the parcel has arrived', async () => {
    const { order, owner, db } = await returnWorld({ arrived: false })
    expect(await returnOptions(owner(27), { order: order.number })).toMatchObject({
      value: { withdrawUntil: '19 December 2026', returnUntil: '4 January 2027' },
    })
    expect(await withdrawOrder(owner(27), { order: order.number, lines: null })).toMatchObject({ ok: true })
    expect(await mailsOf(db)).toHaveLength(1)
  })
})

async function mailsOf(db: Awaited<ReturnType<typeof stockedShop>>): Promise<[string, string][]> {
  const { rows } = await db.pool.query<{ kind: string; recipient: string }>(
    `select kind, recipient from outbox_mails where kind like 'return.%' order by id`,
  )
  return rows.map(({ kind, recipient }) => [kind, recipient])
}

describe('a guest', () => {
  it('asks by the link of a mail, in a browser that has never seen the shop', async () => {
    const { db, order, lineOf } = await returnWorld()
    const { ctx } = orderVisitor(db, null, { now: days(2), sales: returnSales() })
    const input = {
      order: order.number,
      type: 'return_and_refund' as const,
      reason: 'other' as const,
      refundTo: 'original' as const,
      lines: [{ line: await lineOf('stool-sage'), quantity: 1, exchangeFor: null }],
      description: '',
      images: [],
      total: 4850,
    }
    expect(await applyForReturn(ctx, input)).toMatchObject({ problem: { name: 'unknown_order' } })
    await openByKey(ctx, await signLink(db, 'order.open', order.id, days(400)))
    expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({ ok: true })
    const made = await applyForReturn(ctx, input)
    if (!made.ok) throw new Error(made.problem.name)
    expect(await returnDetail(ctx, { slug: made.value.slug })).toMatchObject({ ok: true })
  })

  it('cannot take store credit', async () => {
    const { order, owner, apply } = await returnWorld({ settings: { creditBonusPercent: '10' } })
    expect(await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })).toBe('credit_needs_account')
    expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
      value: { mayChooseCredit: false, bonus: null },
    })
  })
})

describe('store credit instead of money', () => {
  it('comes with what the shop adds, each as an entry of its own', async () => {
    const { db, order, owner, apply, preview, view } = await returnWorld({
      settings: { creditBonusPercent: '12.5' },
    })
    const { customer } = await signedIn(db)
    await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
    expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
      value: { mayChooseCredit: true, bonus: '12.5% more as store credit' },
    })
    expect(await preview({ 'stool-sage': 1 }, { refundTo: 'credit' })).toMatchObject({
      value: { total: 4850, toPayment: null, toCredit: '$48.50', bonus: '$6.06' },
    })
    const slug = await apply({ 'stool-sage': 1 }, { refundTo: 'credit' })
    await approveReturn(owner(), slug, null)
    await receiveReturn(owner(), slug, null, () => true)
    await completeReturn(owner(), slug)
    expect(await view(slug)).toMatchObject({ bonus: '$6.06', toCredit: '$48.50' })
    const { rows } = await db.pool.query(
      'select kind, amount, cause, balance_after from credit_entries where customer_id = $1 order by id',
      [customer],
    )
    expect(rows).toEqual([
      { kind: 'refund', amount: 4850, cause: `return:${slug}`, balance_after: 4850 },
      { kind: 'bonus', amount: 606, cause: `bonus:${slug}`, balance_after: 5456 },
    ])
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug} as goods or credit`])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 0')
  })

  it('that an order was paid with comes back as credit, last', async () => {
    const { db, order, owner, apply } = await returnWorld()
    const { customer } = await signedIn(db)
    // As if 30.00 had been paid with store credit.
    await db.pool.query(
      `update orders set customer_id = $2, credit = 3000, captured = 7200,
         quote = quote || '{"credit": 3000, "toPay": 7200}' where id = $1`,
      [order.id, customer],
    )
    await db.pool.query('update payments set captured = 7200, amount = 7200 where order_id = $1', [order.id])
    const [first, second] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
    for (const slug of [first, second]) {
      await approveReturn(owner(), slug, null)
      await receiveReturn(owner(), slug, null, () => true)
      await completeReturn(owner(), slug)
    }
    expect(await refundsOf(db, order.id)).toEqual([
      `4850 return:${first}`,
      `2350 return:${second}`,
      `3000 return:${second}:credit as goods or credit`,
    ])
    const { rows } = await db.pool.query('select kind, amount from credit_entries')
    expect(rows).toEqual([{ kind: 'refund', amount: 3000 }])
  })
})

it('can be asked for what has left, while the rest is awaited', async () => {
  const { db, order, owner, apply } = await returnWorld({
    units: { 'stool-sage': 3 },
    sent: { 'stool-sage': 1 },
  })
  expect(await apply({ 'stool-sage': 2 })).toBe('return_too_many')
  const slug = await apply({ 'stool-sage': 1 }, {}, owner(200))
  await approveReturn(owner(), slug, null)
  await receiveReturn(owner(), slug, null, () => true)
  await completeReturn(owner(), slug)
  // The rest is still to be sent.
  expect(await orderIs(db, order.id)).toBe('in_progress paid partly_shipped refunded 4850')
  expect(await shipOrder(owner(), order.number, parcel, onDelivery)).toMatchObject({ ok: true })
})
