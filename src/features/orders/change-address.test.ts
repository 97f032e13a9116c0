import { expect, it } from 'vitest'
import { address as addressOf, type Address } from '#features/postal/contract.ts'
import type { Database } from '#platform/server/db/db.ts'
import { dictionaries } from '#storefront/dictionaries.ts'
import { translator } from '#i18n/t.ts'
import { sales as salesOf, type SalesSettings } from '#wire/settings/sales.ts'
import { holdRows, untilWaiting } from '#test/database.ts'
import { now, onDelivery, parcel, stockedShop } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import { eventsOf, payTestOrder, placeTestOrder, testMethods, type TestOrder } from '#test/placed-orders.ts'
import { signedIn } from '#test/signed-in.ts'
import { orderDetail } from './actions/change.ts'
import { changeOrderAddress } from './actions/change-address.ts'
import { setTaxNumber } from './actions/tax-number.ts'
import { costsTheSame } from './rules/same-delivery.ts'
import { refundByShop } from './shop/record.ts'
import { shipOrder } from './shop/ship.ts'

const elsewhere: Address = addressOf.parse({
  firstName: 'Ada',
  lastName: 'Byron',
  country: 'DE',
  city: 'Hamburg',
  line1: 'Elbchaussee 2',
  postcode: '22765',
})

const sales: SalesSettings = salesOf.parse({
  payment: testMethods,
  markets: [
    { countries: ['DE', 'AT'], tax: { mode: 'included', rates: { standard: '19' } } },
    { countries: ['FR'], tax: { mode: 'included', rates: { standard: '20' } } },
    {
      countries: ['US'],
      tax: { mode: 'added', rates: { standard: '0' }, regions: { CA: { standard: '7.25' } } },
    },
  ],
  shipping: [
    {
      code: 'courier',
      name: { en: 'Courier' },
      countries: ['DE', 'FR', 'US'],
      rows: [{ price: { USD: 500 } }],
      days: { from: 1, to: 3 },
    },
  ],
})

async function shop() {
  const db = await stockedShop()
  const order = await placeTestOrder(db)
  const { ctx } = orderVisitor(db, order.token, { now, sales })
  return { db, order, ctx }
}

async function addressOfOrder(db: Database, { id }: TestOrder): Promise<Address> {
  const { rows } = await db.pool.query<{ address: Address }>('select address from orders where id = $1', [id])
  return rows[0]!.address
}

it('sends an order elsewhere while nothing of it has left, and says so in its history', async () => {
  const { db, order, ctx } = await shop()
  await payTestOrder(ctx, order.id)
  const changed = await changeOrderAddress(ctx, { slug: order.number, address: elsewhere })
  expect(changed).toMatchObject({
    ok: true,
    value: { address: ['Ada Byron', 'Elbchaussee 2', '22765 Hamburg', 'Germany'], total: '$102' },
  })
  expect(await addressOfOrder(db, order)).toEqual(elsewhere)
  expect(await eventsOf(db, order.id)).toEqual(['placed', 'paid', 'address_changed'])
  // The bill went to the same address, and still does.
  expect(changed.ok && changed.value.billing).toEqual(changed.ok && changed.value.address)
  // Saved twice, it changed once.
  await changeOrderAddress(ctx, { slug: order.number, address: elsewhere })
  expect(await eventsOf(db, order.id)).toHaveLength(3)
})

it('leaves a billing address that was another one', async () => {
  const { db, order, ctx } = await shop()
  await db.pool.query(`update orders set billing = jsonb_set(billing, '{line1}', '"Other 9"')`)
  const changed = await changeOrderAddress(ctx, { slug: order.number, address: elsewhere })
  expect(changed.ok && changed.value.billing[1]).toBe('Other 9')
})

it('refuses what costs differently, what cannot be sent to, and what is not the visitor’s, and leaves it as it was', async () => {
  const { db, order, ctx } = await shop()
  const before = await addressOfOrder(db, order)
  const asks = (address: Address, as = ctx) => changeOrderAddress(as, { slug: order.number, address })
  expect(await asks({ ...elsewhere, country: 'FR', postcode: '75001', city: 'Paris' })).toEqual({
    ok: false,
    problem: { name: 'costs_differently' },
  })
  expect(await asks({ ...elsewhere, postcode: '1', city: '' })).toMatchObject({
    ok: false,
    problem: {
      name: 'address_incomplete',
      fields: { 'address.city': expect.any(String), 'address.postcode': expect.any(String) },
    },
  })
  const stranger = orderVisitor(db, 'A'.repeat(43), { now, sales }).ctx
  expect(await asks(elsewhere, stranger)).toEqual({ ok: false, problem: { name: 'unknown_order' } })
  expect(await addressOfOrder(db, order)).toEqual(before)
  expect(await eventsOf(db, order.id)).toEqual(['placed'])
})

it('knows what costs the same: taxes, the method, and the way of paying', () => {
  const order = { address: elsewhere, shipping: { code: 'courier' }, paymentMethod: 'card' }
  const to = (part: Partial<Address>) => costsTheSame(order, { ...elsewhere, ...part }, sales)
  expect(to({ city: 'Kiel' })).toBe(true)
  // The same market, where the courier does not go.
  expect(to({ country: 'AT' })).toBe(false)
  expect(to({ country: 'FR' })).toBe(false)
  expect(to({ country: 'JP' })).toBe(false)
  const inUs = { ...order, address: { ...elsewhere, country: 'US', region: 'NV' } }
  expect(costsTheSame(inUs, { ...inUs.address, region: 'TX' }, sales)).toBe(true)
  expect(costsTheSame(inUs, { ...inUs.address, region: 'CA' }, sales)).toBe(false)
  const local = {
    ...sales,
    payment: testMethods.map((method) => ({ ...method, countries: ['AT'] })),
  }
  expect(costsTheSame(order, { ...elsewhere, city: 'Kiel' }, local)).toBe(false)
  // A method that was taken away since still goes where it went.
  const gone = { ...order, shipping: { code: 'drone' } }
  expect(costsTheSame(gone, { ...elsewhere, line1: 'Next door' }, sales)).toBe(true)
  expect(costsTheSame(gone, { ...elsewhere, postcode: '10115' }, sales)).toBe(false)
})

it('refuses once a parcel has left, or the order is over', async () => {
  const { db, order, ctx } = await shop()
  await payTestOrder(ctx, order.id)
  expect((await shipOrder(ctx, order.number, parcel, onDelivery)).ok).toBe(true)
  const refused = { ok: false, problem: { name: 'already_packed' } }
  expect(await changeOrderAddress(ctx, { slug: order.number, address: elsewhere })).toEqual(refused)
  const view = await orderDetail(ctx, { slug: order.number })
  expect(view).toMatchObject({ ok: true, value: { addressToChange: null, may: { changeAddress: false } } })
  const other = await placeTestOrder(db)
  await db.pool.query("update orders set status = 'cancelled' where id = $1", [other.id])
  const own = orderVisitor(db, other.token, { now, sales }).ctx
  expect(await changeOrderAddress(own, { slug: other.number, address: elsewhere })).toEqual(refused)
})

it('waits for a parcel that is leaving in the same moment, and loses', async () => {
  const { db, order, ctx } = await shop()
  await payTestOrder(ctx, order.id)
  const before = await addressOfOrder(db, order)
  const letGo = await holdRows(db, `select from orders where id = ${order.id} for update`)
  const leaving = shipOrder(ctx, order.number, parcel, onDelivery)
  await untilWaiting(db, 1)
  const changing = changeOrderAddress(ctx, { slug: order.number, address: elsewhere })
  await untilWaiting(db, 2)
  await letGo()
  expect((await leaving).ok).toBe(true)
  expect(await changing).toEqual({ ok: false, problem: { name: 'already_packed' } })
  expect(await addressOfOrder(db, order)).toEqual(before)
})

it('is done ten times in a day at most: each one is mailed', async () => {
  const { order, ctx } = await shop()
  const names: string[] = []
  for (let n = 0; n < 11; n += 1) {
    const answer = await changeOrderAddress(ctx, {
      slug: order.number,
      address: { ...elsewhere, line1: `Elbchaussee ${n + 3}` },
    })
    names.push(answer.ok ? 'ok' : answer.problem.name)
  }
  expect(names).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'too_many_requests'])
})

/** Changes the address so many times; how often it was done. */
async function changeTimes(
  { db, order }: { db: Database; order: TestOrder },
  times: number,
): Promise<number> {
  const { ctx } = orderVisitor(db, order.token, { now, sales })
  let done = 0
  for (let turn = 0; turn < times; turn++) {
    const address = { ...elsewhere, line1: `Elbchaussee ${turn + 3}` }
    const changed = await changeOrderAddress(ctx, { slug: order.number, address })
    if (changed.ok) done++
    else expect(changed.problem.name).toBe('too_many_requests')
  }
  return done
}

it('is done twenty times in a day for one email address of guests, and twice more for each order', async () => {
  const db = await stockedShop()
  // A stranger has ordered with the address of somebody else.
  for (let made = 0; made < 2; made++)
    expect(await changeTimes({ db, order: await placeTestOrder(db) }, 10)).toBe(10)
  expect(await changeTimes({ db, order: await placeTestOrder(db) }, 4)).toBe(2)
  expect(await changeTimes({ db, order: await placeTestOrder(db, { email: 'Ada@Example.com' }) }, 4)).toBe(2)
  expect(await changeTimes({ db, order: await placeTestOrder(db, { email: 'eve@example.com' }) }, 4)).toBe(4)
})

it('is counted for a customer apart from guests, over all orders of the customer', async () => {
  const db = await stockedShop()
  for (let made = 0; made < 2; made++) await changeTimes({ db, order: await placeTestOrder(db) }, 10)
  const { customer } = await signedIn(db)
  const bought = async (): Promise<TestOrder> => {
    const order = await placeTestOrder(db)
    await db.pool.query('update orders set customer_id = $2 where id = $1', [order.id, customer])
    return order
  }
  expect(await changeTimes({ db, order: await bought() }, 10)).toBe(10)
  expect(await changeTimes({ db, order: await bought() }, 10)).toBe(10)
  expect(await changeTimes({ db, order: await bought() }, 4)).toBe(2)
})

it('counts nothing that is refused because it costs differently', async () => {
  const { db, order, ctx } = await shop()
  const address = { ...elsewhere, country: 'FR', postcode: '75001', city: 'Paris' }
  for (let turn = 0; turn < 11; turn++)
    expect(await changeOrderAddress(ctx, { slug: order.number, address })).toEqual({
      ok: false,
      problem: { name: 'costs_differently' },
    })
  expect(await changeTimes({ db, order }, 10)).toBe(10)
})

it('puts the buyer’s tax number on the receipt until the order is complete', async () => {
  const { db, order, ctx } = await shop()
  const sets = (taxNumber: string, as = ctx) => setTaxNumber(as, { slug: order.number, taxNumber })
  const t = translator(dictionaries('en'), 'en')
  for (const wrong of ['DE', '<b>1234</b>', '%%%%%', '-1234'])
    expect([wrong, await sets(wrong)]).toEqual([
      wrong,
      {
        ok: false,
        problem: { name: 'invalid_tax_number', fields: { taxNumber: t('problem.invalid_tax_number') } },
      },
    ])
  expect(await sets('DE 123.456/789')).toMatchObject({ ok: true, value: { taxNumber: 'DE 123.456/789' } })
  expect(await sets('')).toMatchObject({ ok: true, value: { taxNumber: '', may: { setTaxNumber: true } } })
  await db.pool.query("update orders set status = 'completed'")
  // One that is complete without a number takes one.
  expect(await sets('DE123456789')).toMatchObject({ ok: true, value: { may: { setTaxNumber: false } } })
  expect(await sets('DE987654321')).toEqual({ ok: false, problem: { name: 'not_now' } })
  expect(await orderDetail(ctx, { slug: order.number })).toMatchObject({
    ok: true,
    value: { taxNumber: 'DE123456789', may: { setTaxNumber: false } },
  })
  const stranger = orderVisitor(db, 'A'.repeat(43), { now }).ctx
  expect(await sets('X1234', stranger)).toEqual({ ok: false, problem: { name: 'unknown_order' } })
})

it('is not offered for an order of which nothing more is sent', async () => {
  const { db, order, ctx } = await shop()
  await payTestOrder(ctx, order.id)
  const detail = async () => {
    const found = await orderDetail(ctx, { slug: order.number })
    if (!found.ok) throw new Error(found.problem.name)
    return found.value
  }
  expect(await detail()).toMatchObject({ may: { changeAddress: true } })
  const kept = { amount: null, reason: 'goodwill', choice: { kind: 'keep' }, key: 'a' } as const
  expect(await refundByShop(ctx, order.number, kept)).toMatchObject({ ok: true })
  expect(await detail()).toMatchObject({ addressToChange: null, may: { changeAddress: false } })
  const before = await addressOfOrder(db, order)
  expect(await changeOrderAddress(ctx, { slug: order.number, address: elsewhere })).toMatchObject({
    problem: { name: 'already_packed' },
  })
  expect(await addressOfOrder(db, order)).toEqual(before)
})
