import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeQuantity } from '#features/checkout/actions/fill.ts'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { books, buyer } from '#test/buyer.ts'
import { cartCatalogue, cartRows as rowsOf, cartVisitor } from '#test/cart-visitor.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { keepCartLines } from './actions/journal.ts'
import { addAllToCart, addItemsToCart, addToCart, changeCartSku, updateCartLine } from './actions/lines.ts'
import { moveToCart, saveForLater } from './actions/saved.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
  await database.db.pool.query(cartCatalogue)
})
afterAll(() => database.drop())
// By the half dozen, a dozen at least, three dozen at most.
beforeEach(() => rule('tray-ink', 12, 36, 6))

const newVisitor = () => cartVisitor(database.db)
const rule = (sku: string, min: number, max: number | null, step: number, onHand = 50): Promise<unknown> =>
  database.db.pool.query(
    'update skus set min_quantity = $2, max_quantity = $3, quantity_step = $4, on_hand = $5 where sku = $1',
    [sku, min, max, step, onHand],
  )
const plainly = (sku: string) => ({ sku })

it('adds the minimum at first and a step then, where nobody said how many', async () => {
  const visitor = newVisitor()
  expect(await visitor.does(addToCart, plainly('tray-ink'))).toMatchObject({ ok: true, value: { added: 12 } })
  expect(await visitor.does(addToCart, plainly('tray-ink'))).toMatchObject({ ok: true, value: { added: 6 } })
  expect(await visitor.does(addToCart, plainly('vase-ink'))).toMatchObject({
    ok: true,
    value: { added: 1 },
  })
  expect(await visitor.quantities()).toEqual({ 'tray-ink': 18, 'vase-ink': 1 })
  expect((await visitor.view()).lines.find(({ sku }) => sku === 'tray-ink')).toMatchObject({
    min: 12,
    step: 6,
    most: 36,
    trouble: null,
    mend: null,
  })
})

it.each([
  ['fewer than the minimum', 6, { name: 'quantity_minimum', details: { minimum: 12, inCart: 0 } }],
  ['what is no multiple', 13, { name: 'quantity_step', details: { step: 6, inCart: 0 } }],
  ['more than one order may have', 42, { name: 'quantity_limit', details: { limit: 36, inCart: 0 } }],
])('refuses %s, in a new cart and in one that is there', async (_, quantity, problem) => {
  const stranger = newVisitor()
  const owner = newVisitor()
  await owner.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  const before = await rowsOf(database.db)
  for (const visitor of [stranger, owner])
    expect(await visitor.does(addToCart, { sku: 'tray-ink', quantity })).toEqual({ ok: false, problem })
  expect(await rowsOf(database.db)).toEqual(before)
})

it('lets a line grow by a step, and never past the maximum', async () => {
  const visitor = newVisitor()
  await visitor.does(addToCart, { sku: 'tray-ink', quantity: 30 })
  expect(await visitor.does(addToCart, { sku: 'tray-ink', quantity: 6 })).toMatchObject({ ok: true })
  expect(await visitor.does(addToCart, plainly('tray-ink'))).toEqual({
    ok: false,
    problem: { name: 'quantity_limit', details: { limit: 36, inCart: 36 } },
  })
  expect(await visitor.does(addToCart, { sku: 'tray-ink', quantity: 1 })).toMatchObject({ ok: false })
  expect(await visitor.quantities()).toEqual({ 'tray-ink': 36 })
})

it('is sold out with fewer in stock than the minimum', async () => {
  await rule('tray-ink', 12, 36, 6, 11)
  expect(await newVisitor().does(addToCart, plainly('tray-ink'))).toEqual({
    ok: false,
    problem: { name: 'out_of_stock' },
  })
  await rule('tray-ink', 12, 36, 6, 17)
  expect(await newVisitor().does(addToCart, { sku: 'tray-ink', quantity: 18 })).toEqual({
    ok: false,
    problem: { name: 'not_enough_stock', details: { left: 12, inCart: 0 } },
  })
})

it('says of a stock what can be sold of it, wherever a line says it', async () => {
  const visitor = newVisitor()
  await visitor.does(addToCart, { sku: 'tray-ink', quantity: 30 })
  await rule('tray-ink', 12, 36, 6, 20)
  const [line] = (await visitor.view()).lines
  expect(line).toMatchObject({
    trouble: 'not_enough',
    available: 18,
    most: 18,
    mend: { text: 'Only 18 are left.', quantity: 18 },
    changes: ['Only 18 are left by now.'],
  })
})

it('sells a minimum that is above what the shop allows of everything', async () => {
  await rule('bowl-sage', 100, null, 1, 0)
  const visitor = newVisitor()
  expect(await visitor.does(addToCart, plainly('bowl-sage'))).toMatchObject({
    ok: true,
    value: { added: 100 },
  })
  expect(await visitor.does(addToCart, plainly('bowl-sage'))).toMatchObject({
    ok: false,
    problem: { name: 'quantity_limit', details: { limit: 100 } },
  })
})

it('reports a line that breaks a later rule, leaves it as it is, and mends it with one press', async () => {
  await rule('tray-ink', 1, null, 1)
  const visitor = newVisitor()
  await visitor.does(addToCart, { sku: 'tray-ink', quantity: 20 })
  await rule('tray-ink', 12, 36, 6)
  const [line] = (await visitor.view()).lines
  expect(line).toMatchObject({
    quantity: 20,
    trouble: 'quantity',
    mend: { text: 'Sold in steps of 6.', button: 'Change to 18', quantity: 18 },
    changes: ['It is sold in other quantities now.'],
    total: '$970',
  })
  // Growing is no mending: what the line holds is said first.
  expect(await visitor.does(addToCart, plainly('tray-ink'))).toMatchObject({
    ok: false,
    problem: { name: 'quantity_step' },
  })
  expect(await visitor.does(createCheckout, {})).toEqual({
    ok: false,
    problem: { name: 'quantity_step', details: { step: 6 } },
  })
  expect(await visitor.does(keepCartLines, { lines: [line!.id] })).toMatchObject({
    value: { lines: [{ quantity: 20, changes: [], trouble: 'quantity' }] },
  })
  expect(
    await visitor.does(updateCartLine, { line: line!.id, quantity: line!.mend!.quantity }),
  ).toMatchObject({ ok: true, value: { lines: [{ quantity: 18, trouble: null, mend: null, changes: [] }] } })
})

it('refuses a quantity that a line is set to, and a variant that is sold in others', async () => {
  const visitor = newVisitor()
  await visitor.does(addToCart, { sku: 'tray-sage', quantity: 5 })
  const [line] = (await visitor.view()).lines
  expect(await visitor.does(changeCartSku, { line: line!.id, sku: 'tray-ink' })).toEqual({
    ok: false,
    problem: { name: 'quantity_minimum', details: { minimum: 12 } },
  })
  await visitor.does(updateCartLine, { line: line!.id, quantity: 18 })
  expect(await visitor.does(changeCartSku, { line: line!.id, sku: 'tray-ink' })).toMatchObject({ ok: true })
  expect(await visitor.does(updateCartLine, { line: line!.id, quantity: 19 })).toEqual({
    ok: false,
    problem: { name: 'quantity_step', details: { step: 6 } },
  })
  expect(await visitor.quantities()).toEqual({ 'tray-ink': 18 })
})

it('brings saved lines back in a quantity that is sold', async () => {
  await rule('tray-ink', 1, null, 1)
  const visitor = newVisitor()
  await visitor.does(addToCart, { sku: 'tray-ink', quantity: 20 })
  const [line] = (await visitor.view()).lines
  await visitor.does(saveForLater, { line: line!.id })
  await rule('tray-ink', 12, 36, 6)
  expect(await visitor.does(moveToCart, { sku: 'tray-ink' })).toMatchObject({ ok: true })
  expect(await visitor.quantities()).toEqual({ 'tray-ink': 18 })
})

it('adds as few as are sold of several at once, and of a link exactly what it names', async () => {
  const visitor = newVisitor()
  expect(await visitor.does(addAllToCart, { skus: ['tray-ink', 'vase-ink'] })).toMatchObject({
    ok: true,
    value: { added: 13 },
  })
  expect(await newVisitor().does(addItemsToCart, { items: 'vase-ink,tray-ink' })).toMatchObject({
    ok: false,
    problem: { name: 'quantity_minimum' },
  })
})

it('judges at the checkout what is bought at once, what is changed there, and what is placed', async () => {
  const who = buyer(database.db)
  expect(await who.does(createCheckout, { sku: 'tray-ink', quantity: 1 })).toMatchObject({
    ok: false,
    problem: { name: 'quantity_minimum' },
  })
  const begun = await who.does(createCheckout, { sku: 'tray-ink' })
  if (!begun.ok) throw new Error(begun.problem.name)
  const { slug } = begun.value
  expect((await who.detail(slug)).lines).toMatchObject([{ quantity: 12, min: 12, step: 6, mend: null }])
  expect(await who.does(changeQuantity, { slug, sku: 'tray-ink', quantity: 13 })).toMatchObject({
    ok: false,
    problem: { name: 'quantity_step', details: { step: 6 } },
  })
  await rule('tray-ink', 10, null, 10)
  expect((await who.detail(slug)).lines).toMatchObject([
    { quantity: 12, trouble: 'Sold in steps of 10.', mend: { quantity: 10, button: 'Change to 10' } },
  ])
})

it('places no order in a quantity that is not sold any more', async () => {
  const who = buyer(database.db)
  const view = await who.ready({ 'tray-ink': 12 })
  await rule('tray-ink', 10, null, 10)
  expect(await who.submit(view)).toMatchObject({
    ok: false,
    problem: {
      name: 'checkout_out_of_stock',
      dialog: { lines: [{ sku: 'tray-ink', text: 'Sold in steps of 10.' }] },
    },
  })
  expect((await books(database.db)).orders).toBe(0)
  await rule('tray-ink', 12, null, 12)
  expect(await who.submit(view)).toMatchObject({ ok: true })
})
