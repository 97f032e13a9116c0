import { describe, expect, it } from 'vitest'
import { days } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, stockOf } from '#test/placed-orders.ts'
import { merchant, orderIs, refundsOf, returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'
import { cancelReturn, sendParcel } from './actions/change.ts'
import { listReturns, returnDetail } from './actions/show.ts'
import { returnOptions } from './actions/options.ts'
import { saveReturnDraft } from './actions/draft.ts'
import {
  approveReturn,
  cancelReturnByShop,
  completeReturn,
  receiveReturn,
  refuseReturn,
} from './shop/decide.ts'

const shelf = () => true

describe('a return and refund', () => {
  it('goes from the application to the money, and gives back what was really paid', async () => {
    const world = await returnWorld()
    const { db, order, owner, apply, view, preview } = world
    expect(await preview({ 'stool-sage': 1 })).toMatchObject({
      ok: true,
      value: {
        total: 4850,
        refund: '$48.50',
        toPayment: '$48.50',
        toCredit: null,
        lines: [{ quantity: 1, amount: '$48.50', parts: [{ label: 'Price', amount: '$48.50' }] }],
        sums: [
          { label: 'Items', amount: '$48.50' },
          { label: 'Refund', amount: '$48.50' },
          { label: 'Tax included', amount: '$7.75' },
        ],
      },
    })
    const slug = await apply({ 'stool-sage': 1 }, { reason: 'too_small', description: 'My knees' })
    expect(slug).toMatch(/^R-[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    expect(await view(slug)).toMatchObject({
      status: 'pending_approval',
      auditStatus: 'pending_approval',
      refundAmount: 4850,
      reasonText: 'Too small',
      description: 'My knees',
      merchantAddress: null,
      sendBy: null,
      may: { cancel: true, sendParcel: false },
    })
    expect(await approveReturn(owner(2), slug, null)).toMatchObject({ ok: true })
    expect(await view(slug)).toMatchObject({
      auditStatus: 'audit_successful',
      merchantAddress: merchant,
      sendBy: '7 December 2026',
      may: { cancel: true, sendParcel: true },
    })
    const sent = await sendParcel(owner(3), { slug, company: 'DHL', trackingNumber: '0815' })
    expect(sent).toMatchObject({ ok: true, value: { company: 'DHL', trackingNumber: '0815', sendBy: null } })
    // Nothing is paid before the parcel is there.
    expect(await completeReturn(owner(4), slug)).toMatchObject({ ok: false, problem: { name: 'not_now' } })
    expect(await stockOf(db, 'stool-sage')).toBe('48/0')
    expect(await receiveReturn(owner(5), slug, null, shelf)).toMatchObject({ ok: true })
    expect(await stockOf(db, 'stool-sage')).toBe('49/0')
    expect(await cancelReturn(owner(5), { slug })).toMatchObject({
      ok: false,
      problem: { name: 'return_not_now' },
    })
    expect(await completeReturn(owner(6), slug)).toMatchObject({
      ok: true,
      value: { status: 'completed', amount: 4850 },
    })
    expect(await view(slug)).toMatchObject({
      status: 'completed',
      statusText: 'Completed',
      deliveredOn: '26 November 2026',
      moments: [
        { text: 'Refund of $48.50 started' },
        { text: 'Parcel received' },
        { text: 'Parcel sent: DHL 0815' },
        { text: 'Approved' },
        { text: 'You sent the request' },
      ],
    })
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 4850')
    expect(await completeReturn(owner(6), slug)).toMatchObject({ ok: false, problem: { name: 'not_now' } })
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
    expect((await eventsOf(db, order.id)).slice(-2)).toEqual(['return_applied', 'return_completed'])
  })

  it('of everything brings back delivery too, and the order is refunded', async () => {
    const { db, order, owner, apply, preview } = await returnWorld()
    expect(await preview({ 'stool-sage': 2 })).toMatchObject({
      ok: true,
      value: {
        total: 10_200,
        sums: [
          { label: 'Items', amount: '$97' },
          { label: 'Delivery', amount: '$5' },
          { label: 'Refund', amount: '$102' },
          {},
        ],
      },
    })
    const first = await apply({ 'stool-sage': 1 })
    // The last one that ends brings delivery along, whichever has promised it.
    const second = await apply({ 'stool-sage': 1 })
    for (const slug of [second, first]) {
      await approveReturn(owner(), slug, null)
      await receiveReturn(owner(), slug, null, shelf)
      await completeReturn(owner(), slug)
    }
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${second}`, `5350 return:${first}`])
    expect(await orderIs(db, order.id)).toBe('in_progress paid delivered refunded 10200')
    expect(await apply({ 'stool-sage': 1 })).toBe('return_too_many')
  })

  it('keeps the fee that the shop shows, not of a claim', async () => {
    const { preview, apply, owner, view } = await returnWorld({ settings: { fee: { USD: 700 } } })
    expect(await preview({ 'stool-sage': 1 })).toMatchObject({
      ok: true,
      value: {
        total: 4150,
        sums: [{}, { label: 'Return shipping', amount: '-$7' }, { amount: '$41.50' }, {}],
      },
    })
    expect(await preview({ 'stool-sage': 1 }, { reason: 'damaged' })).toMatchObject({
      ok: true,
      value: { total: 4850 },
    })
    const slug = await apply({ 'stool-sage': 2 })
    await approveReturn(owner(), slug, { 'stool-sage': 1 }, 'One is enough')
    expect(await view(slug)).toMatchObject({ refundAmount: 4150 })
  })

  it('refunds what has arrived, and lets the rest be asked for again', async () => {
    const { db, order, owner, apply, view } = await returnWorld()
    const slug = await apply({ 'stool-sage': 2 })
    await approveReturn(owner(), slug, null)
    expect(await receiveReturn(owner(), slug, { 'stool-sage': 3 }, shelf)).toMatchObject({
      problem: { name: 'too_many', left: 2 },
    })
    expect(await receiveReturn(owner(), slug, { 'stool-sage': 1 }, shelf)).toMatchObject({
      ok: true,
      value: { amount: 4850 },
    })
    await completeReturn(owner(), slug)
    expect(await refundsOf(db, order.id)).toEqual([`4850 return:${slug}`])
    expect(await view(slug)).toMatchObject({ lines: [{ quantity: 2, approved: 2, received: 1 }] })
    expect(await stockOf(db, 'stool-sage')).toBe('49/0')
    expect(await apply({ 'stool-sage': 2 })).toBe('return_too_many')
    expect(await apply({ 'stool-sage': 1 })).toMatch(/^R-/)
  })

  it('gives back the share of a coupon that the goods were bought with, line by line', async () => {
    const coupon = { id: 0, slug: 'ten', code: 'TEN', amount: 1000 }
    const world = await returnWorld({ units: { 'stool-sage': 1, 'vase-sage': 1 }, coupon: null })
    const { preview } = await couponed(world, coupon)
    const found = await preview({ 'stool-sage': 1 })
    expect(found).toMatchObject({
      ok: true,
      value: {
        total: 4350,
        lines: [
          {
            amount: '$43.50',
            parts: [
              { label: 'Price', amount: '$48.50' },
              { label: 'Share of coupons', amount: '-$5' },
            ],
          },
        ],
      },
    })
  })
})

/** The same order as if it had been bought with a coupon: its quote is all that refunds go by. */
async function couponed(
  world: Awaited<ReturnType<typeof returnWorld>>,
  { slug, code, amount }: { slug: string; code: string; amount: number },
) {
  await world.db.pool.query(
    `update orders set quote = jsonb_set(
       jsonb_set(quote, '{lines}', (
         select jsonb_agg(l || jsonb_build_object('net', (l->>'net')::int - $2::int / 2, 'discount', $2::int / 2))
         from jsonb_array_elements(quote->'lines') l)),
       '{adjustments}', quote->'adjustments' || (
         select jsonb_agg(jsonb_build_object('because', jsonb_build_object('kind', 'coupon', 'slug', $3::text, 'code', $4::text),
           'amount', -$2::int / 2, 'line', l->>'key')) from jsonb_array_elements(quote->'lines') l))
     where id = $1`,
    [world.order.id, amount, slug, code],
  )
  return world
}

describe('what the shop decides', () => {
  it('is a part, where only a part is granted', async () => {
    const { owner, apply, view } = await returnWorld({ units: { 'stool-sage': 2, 'vase-sage': 1 } })
    const slug = await apply({ 'stool-sage': 2, 'vase-sage': 1 })
    expect(await approveReturn(owner(), slug, {})).toMatchObject({ problem: { name: 'nothing' } })
    expect(await approveReturn(owner(), slug, { 'lamp-sage': 1 })).toMatchObject({
      problem: { name: 'unknown_sku' },
    })
    expect(await approveReturn(owner(), slug, { 'stool-sage': 1 })).toMatchObject({
      problem: { name: 'reason_needed' },
    })
    expect(await view(slug)).toMatchObject({
      auditStatus: 'pending_approval',
      lines: [{ approved: null }, {}],
    })
    expect(await approveReturn(owner(), slug, { 'stool-sage': 1 }, 'It was used')).toMatchObject({
      ok: true,
      value: { amount: 4850 },
    })
    expect(await view(slug)).toMatchObject({
      refundAmount: 4850,
      lines: [
        { quantity: 2, approved: 1 },
        { quantity: 1, approved: 0 },
      ],
      partReason: 'It was used',
      moments: [{ text: 'Approved in part: It was used' }, {}],
    })
    expect(await apply({ 'stool-sage': 2 })).toBe('return_too_many')
    expect(await apply({ 'stool-sage': 1, 'vase-sage': 1 })).toMatch(/^R-/)
  })

  it('is a refusal with its reason, after which the units can be asked for again', async () => {
    const { db, order, owner, apply, view } = await returnWorld()
    const slug = await apply({ 'stool-sage': 2 })
    expect(await refuseReturn(owner(), slug, 'It was used')).toMatchObject({
      ok: true,
      value: { status: 'ended', auditStatus: 'audit_failed' },
    })
    expect(await view(slug)).toMatchObject({
      statusText: 'Ended',
      auditStatusText: 'Audit failed',
      refusalReason: 'It was used',
      may: { cancel: false, sendParcel: false },
    })
    for (const late of [
      await approveReturn(owner(), slug, null),
      await refuseReturn(owner(), slug, 'Again'),
      await completeReturn(owner(), slug),
      await cancelReturnByShop(owner(), slug),
    ])
      expect(late).toMatchObject({ ok: false, problem: { name: 'not_now', status: 'ended' } })
    expect(await refundsOf(db, order.id)).toEqual([])
    expect(await apply({ 'stool-sage': 2 })).toMatch(/^R-/)
  })

  it('needs an address where goods come back', async () => {
    const { owner, apply } = await returnWorld({ settings: { address: null } })
    const [sent, kept] = [
      await apply({ 'stool-sage': 1 }),
      await apply({ 'stool-sage': 1 }, { type: 'refund_only', reason: 'missing', description: 'No legs' }),
    ]
    expect(await approveReturn(owner(), sent, null)).toMatchObject({ problem: { name: 'no_address' } })
    expect(await approveReturn(owner(), kept, null)).toMatchObject({ ok: true })
  })
})

describe('who asked', () => {
  it('may take it back before the parcel has arrived', async () => {
    const { db, order, owner, apply } = await returnWorld()
    const [first, second] = [await apply({ 'stool-sage': 1 }), await apply({ 'stool-sage': 1 })]
    expect(await cancelReturn(owner(), { slug: first })).toMatchObject({
      ok: true,
      value: { status: 'cancelled', auditStatus: 'pending_approval', may: { cancel: false } },
    })
    await approveReturn(owner(), second, null)
    await sendParcel(owner(), { slug: second, company: 'DHL', trackingNumber: 'X1' })
    expect(await cancelReturn(owner(), { slug: second })).toMatchObject({
      ok: true,
      value: { status: 'cancelled', auditStatus: 'audit_successful' },
    })
    expect(await sendParcel(owner(), { slug: second, company: 'DHL', trackingNumber: 'X2' })).toMatchObject({
      problem: { name: 'return_not_now' },
    })
    expect(await apply({ 'stool-sage': 2 })).toMatch(/^R-/)
    expect(await refundsOf(db, order.id)).toEqual([])
  })

  it('sees the own returns, and nobody else learns whether there is one', async () => {
    const { db, order, owner, apply } = await returnWorld()
    const slug = await apply({ 'stool-sage': 1 })
    const stranger = orderVisitor(db, 'A'.repeat(43), { now: days(1) }).ctx
    const none = { ok: false, problem: { name: 'unknown_return' } }
    expect(await returnDetail(stranger, { slug })).toEqual(none)
    expect(await returnDetail(stranger, { slug: 'R-00000-00000' })).toEqual(none)
    expect(await cancelReturn(stranger, { slug })).toEqual(none)
    expect(await sendParcel(stranger, { slug, company: 'x', trackingNumber: 'y' })).toEqual(none)
    expect(await listReturns(stranger, { order: null, status: null, page: 1 })).toMatchObject({
      value: { total: 0, returns: [] },
    })
    expect(await returnOptions(stranger, { order: order.number })).toEqual({
      ok: false,
      problem: { name: 'unknown_order' },
    })
    const typed = slug.toLowerCase().replaceAll('-', '')
    expect(await returnDetail(owner(), { slug: typed })).toMatchObject({ ok: true })
    expect(await listReturns(owner(), { order: order.number, status: null, page: 1 })).toMatchObject({
      value: { total: 1, pages: 1, returns: [{ slug, refundAmountText: '$48.50' }] },
    })
    expect(await listReturns(owner(), { order: null, status: 'completed', page: 1 })).toMatchObject({
      value: { total: 0 },
    })
  })

  it('is never taken at another refund than the one that was shown', async () => {
    const { db, owner, wish, preview } = await returnWorld()
    const input = await wish({ 'stool-sage': 1 })
    const shown = await preview({ 'stool-sage': 1 })
    const asked = await applyForReturn(owner(), { ...input, description: '', images: [], total: 4849 })
    expect(asked).toMatchObject({ ok: false, problem: { name: 'refund_changed' } })
    if (!asked.ok && shown.ok) expect(asked.problem.dialog).toEqual(shown.value)
    expect(await counts(db)).toEqual({ returns: 0, returned: 0 })
  })

  it('finds the draft again, without what cannot be any more', async () => {
    const { owner, order, wish, apply } = await returnWorld()
    const { lines } = await wish({ 'stool-sage': 1 })
    const draft = {
      order: order.number,
      way: 'return' as const,
      type: 'exchange' as const,
      reason: 'style' as const,
      refundTo: 'original' as const,
      lines: [...lines, { line: 999_999, quantity: 1, exchangeFor: null }],
      description: 'half a sent',
      images: ['gone'],
    }
    expect(await saveReturnDraft(owner(), draft)).toEqual({ ok: true, value: {} })
    expect(await saveReturnDraft(owner(), { ...draft, description: 'half a sentence' })).toMatchObject({
      ok: true,
    })
    expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
      value: { draft: { type: 'exchange', lines, description: 'half a sentence', images: [] } },
    })
    await apply({ 'stool-sage': 1 })
    expect(await returnOptions(owner(), { order: order.number })).toMatchObject({ value: { draft: null } })
  })
})

async function counts(db: Awaited<ReturnType<typeof returnWorld>>['db']) {
  const { rows } = await db.pool.query<{ returns: number; returned: number }>(
    `select (select count(*)::int from returns) as returns,
       (select sum(returned)::int from order_lines) as returned`,
  )
  return rows[0]
}
