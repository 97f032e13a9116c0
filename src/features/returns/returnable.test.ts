import { describe, expect, it } from 'vitest'
import { refundByShop } from '#features/orders/shop/record.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { cancelReturn } from './actions/change.ts'
import { returnOptions } from './actions/options.ts'

describe('what cannot be returned', () => {
  it('is shown with its reason', async () => {
    const { db, order, owner, apply } = await returnWorld({
      units: { 'stool-sage': 2, 'vase-sage': 1, 'lamp-sage': 1, 'tray-sage': 1 },
      sent: { 'stool-sage': 2, 'vase-sage': 1, 'lamp-sage': 1 },
      settings: { finalSale: { tags: ['clearance'] } },
    })
    await db.pool.query(`
      with tag as (insert into tags (slug, hash) values ('clearance', '') returning id)
      insert into product_tags (tag_id, product_id) select tag.id, p.id from tag, products p where slug = 'vase'`)
    await apply({ 'stool-sage': 1, 'lamp-sage': 1 })
    const found = await returnOptions(owner(), { order: order.number })
    if (!found.ok) throw new Error(found.problem.name)
    expect(
      Object.fromEntries(
        found.value.lines.map((line) => [line.title, [line.returnable, line.isClaimOnly, line.why]]),
      ),
    ).toEqual({
      'The stool': [1, false, '1 of 2 can be returned. You have already asked to return this.'],
      'The vase': [
        1,
        true,
        'Final sale: this cannot be returned. If something is wrong with it, report a problem.',
      ],
      'The lamp': [0, false, 'You have already asked to return this.'],
      'The tray': [0, false, 'Not sent yet.'],
    })
    expect(await apply({ 'vase-sage': 1 })).toBe('return_impossible')
    expect(await apply({ 'tray-sage': 1 })).toBe('return_too_many')
    expect(await apply({})).toBe('return_empty')
  })

  it('is late after the last day, in whatever zone', async () => {
    const { apply, owner, order } = await returnWorld()
    expect(await returnOptions(owner(), { order: order.number })).toMatchObject({
      value: { returnUntil: '21 December 2026', withdrawUntil: '5 December 2026', mayWithdraw: true },
    })
    expect(await apply({ 'stool-sage': 1 }, {}, owner(30.9))).toMatch(/^R-/)
    expect(await apply({ 'stool-sage': 1 }, {}, owner(31))).toBe('return_impossible')
    expect(await returnOptions(owner(31), { order: order.number })).toMatchObject({
      value: {
        mayWithdraw: false,
        isWithdrawalOver: true,
        lines: [
          {
            isClaimOnly: true,
            why: 'Returns were possible until 21 December 2026. If something is wrong with it, report a problem.',
            whyNoClaim: null,
          },
        ],
      },
    })
    // What is broken may be claimed for much longer.
    const claim = { reason: 'defective', description: 'It wobbles' } as const
    expect(await apply({ 'stool-sage': 1 }, claim, owner(31))).toMatch(/^R-/)
  })

  it('is late, too, of an order of which nothing more is sent', async () => {
    const { order, owner, apply } = await returnWorld({ sent: { 'stool-sage': 1 } })
    // Nothing has begun as long as the other one is to be sent.
    expect(await returnOptions(owner(60), { order: order.number })).toMatchObject({
      value: { returnUntil: null, lines: [{ returnable: 1, isClaimOnly: false }] },
    })
    const slug = await apply({ 'stool-sage': 1 })
    const kept = { amount: null, reason: 'Sold out', choice: { kind: 'keep' }, key: 'a' } as const
    expect(await refundByShop(owner(), order.number, kept)).toMatchObject({ ok: true })
    expect(await cancelReturn(owner(), { slug })).toMatchObject({ ok: true })
    expect(await returnOptions(owner(20), { order: order.number })).toMatchObject({
      value: { returnUntil: '21 December 2026', lines: [{ returnable: 1, isClaimOnly: false }] },
    })
    expect(await returnOptions(owner(60), { order: order.number })).toMatchObject({
      value: { mayWithdraw: false, isWithdrawalOver: true, lines: [{ isClaimOnly: true }] },
    })
    expect(await apply({ 'stool-sage': 1 }, {}, owner(60))).toBe('return_impossible')
    const claim = { reason: 'defective', description: 'It wobbles' } as const
    expect(await apply({ 'stool-sage': 1 }, claim, owner(760))).toBe('return_impossible')
  })

  it('may be kept only for a claim, or below the shop’s limit', async () => {
    const { apply } = await returnWorld({ settings: { refundOnlyUpTo: { USD: 5000 } } })
    expect(await apply({ 'stool-sage': 2 }, { type: 'refund_only' })).toBe('goods_wanted_back')
    expect(await apply({ 'stool-sage': 1 }, { type: 'refund_only' })).toMatch(/^R-/)
    const other = await returnWorld()
    expect(await other.apply({ 'stool-sage': 1 }, { type: 'refund_only' })).toBe('goods_wanted_back')
  })
})
