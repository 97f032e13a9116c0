import { expect, it } from 'vitest'
import { second } from '#domain/time.ts'
import { orderDetail } from '#features/orders/actions/change.ts'
import orderPage from '#features/orders/pages/order-detail.page.tsx'
import { openByKey, signOrderLink } from '#features/session/rules/opened.ts'
import type { Database } from '#platform/server/db/db.ts'
import { accountVisitor, goodPassword } from '#test/account-visitor.ts'
import { loadPage } from '#test/page-visitor.ts'
import { placeTestOrder, type TestOrder } from '#test/placed-orders.ts'
import { stockedShop } from '#test/order-changes.ts'
import { editPassword } from './actions/password.ts'
import { signOut, signOutAll } from './actions/sign-out.ts'

let at = Date.now()
const now = () => new Date(at)

/** A customer with an order, a guest with another one, and a browser that mailed links have let in to both. */
async function world() {
  const db = await stockedShop()
  const ada = accountVisitor(db, { now })
  const { account } = await ada.signsUp(undefined, goodPassword)
  const order = await placeTestOrder(db, { email: account })
  const { customer } = await ada.context().who()
  await db.pool.query('update orders set customer_id = $1 where id = $2', [customer, order.id])
  const guests = await placeTestOrder(db, { email: 'guest@example.com' })
  const other = accountVisitor(db, { now, ip: '198.51.100.7' })
  const keys = { own: await key(db, order), guests: await key(db, guests) }
  for (const one of Object.values(keys)) expect(await openByKey(other.context(), one)).not.toBeNull()
  const sees = async ({ number }: TestOrder): Promise<boolean> =>
    (await orderDetail(other.context(), { slug: number })).ok
  expect([await sees(order), await sees(guests)]).toEqual([true, true])
  at += 5 * second
  return { db, ada, order, guests, other, keys, sees }
}

const key = (db: Database, { id }: TestOrder): Promise<string> => signOrderLink(db, id, now())

const newPassword = { current: goodPassword, code: '', factor: '', password: 'nine-lighthouses-in-fog' }

it.each(['signing out everywhere', 'a new password'])(
  '%s takes the mailed links to the customer’s orders back, and no others',
  async (what) => {
    const { db, ada, order, guests, other, keys, sees } = await world()
    const done =
      what === 'a new password' ? await ada.does(editPassword, newPassword) : await ada.does(signOutAll, {})
    expect(done).toMatchObject({ ok: true })
    // Neither the visit that was open nor the link of an earlier mail; a guest has nobody who could take it back.
    expect([await sees(order), await sees(guests)]).toEqual([false, true])
    expect(await openByKey(other.context(), keys.own)).toBeNull()
    expect(await openByKey(other.context(), keys.guests)).toBe(guests.id)
    at += 5 * second
    expect(await openByKey(other.context(), await key(db, order)), 'of a later mail').toBe(order.id)
    expect(await sees(order)).toBe(true)
  },
)

it('signing out here leaves them', async () => {
  const { ada, order, sees } = await world()
  await ada.does(signOut, {})
  expect(await sees(order)).toBe(true)
})

it('leads the owner to the order by a link that was taken back, and everybody else to the look-up', async () => {
  const { ada, order, other, keys } = await world()
  await ada.does(editPassword, newPassword)
  const follow = (visitor: typeof ada) =>
    loadPage(orderPage, visitor.context(), { slug: order.number }, `key=${keys.own}`)
  expect(await follow(ada)).toMatchObject({ kind: 'redirect', to: `/order/${order.number}` })
  expect(await follow(other)).toMatchObject({ kind: 'redirect', to: '/order?stale=1' })
})
