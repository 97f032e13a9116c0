import { expect, it } from 'vitest'
import { isPhoneOf, mayBeNumber } from '#features/postal/rules/phone.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { placeTestOrder } from '#test/placed-orders.ts'
import { lookUpOrder } from './actions/look-up.ts'

const now = new Date('2026-11-21T12:00:00Z')

async function world() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, null, { now })
  return {
    order,
    ask: (account: string, number = order.number) => lookUpOrder(ctx, { number, account }),
    /** Whom links were mailed to, in all. */
    mailed: async () => {
      const text = `select recipient from outbox_mails where kind = 'order.lookup'`
      return (await db.pool.query<{ recipient: string }>(text)).rows.map(({ recipient }) => recipient)
    },
  }
}

it.each(['+49 30 901820', '0049 30901820', '030 901820', '30901820', '＋49 (30) 901-820'])(
  'mails the link to the email of an order for who types its phone number as %s',
  async (phone) => {
    const { ask, mailed } = await world()
    expect(await ask(phone)).toEqual({ ok: true, value: {} })
    expect(await mailed()).toEqual(['ada@example.com'])
  },
)

it('answers a wrong number of either kind the same, and mails nothing', async () => {
  const { ask, mailed, order } = await world()
  for (const phone of ['+49 30 901821', '+43 30901820', '+999 30901820', '13800138000'])
    expect(await ask(phone), phone).toEqual({ ok: true, value: {} })
  expect(await ask('+49 30 901820', '00000-00000')).toEqual({ ok: true, value: {} })
  expect(await mailed()).toEqual([])
  for (const neither of ['ada', '12345', '3090182O', order.number])
    expect(await ask(neither), neither).toMatchObject({ ok: false, problem: { name: 'invalid_email' } })
})

it('mails at most five links, by whichever of the two they are asked for', async () => {
  const { ask, mailed } = await world()
  for (let n = 0; n < 4; n += 1) {
    expect(await ask('+4930901820')).toEqual({ ok: true, value: {} })
    expect(await ask('ada@example.com')).toEqual({ ok: true, value: {} })
  }
  expect(await mailed()).toHaveLength(5)
})

it('compares numbers, and no texts', () => {
  const known = [{ countryCode: '+852', phone: '91234567' }]
  expect(isPhoneOf('9123 4567', known)).toBe(true)
  expect(isPhoneOf('+852 9123-4567', known)).toBe(true)
  expect(isPhoneOf('+86 91234567', known)).toBe(false)
  expect(isPhoneOf('91234567', [{ countryCode: '', phone: '91234567' }])).toBe(false)
  expect(isPhoneOf('91234567', [])).toBe(false)
  expect([mayBeNumber('9123 4567'), mayBeNumber('a1234567'), mayBeNumber('1234')]).toEqual([
    true,
    false,
    false,
  ])
})
