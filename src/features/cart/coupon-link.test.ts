import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkoutDetail } from '#features/checkout/actions/browse.ts'
import { removeCoupon } from '#features/checkout/actions/fill.ts'
import { createCheckout } from '#features/checkout/actions/open.ts'
import { takeLinked } from '#features/sales/rules/linked-coupon.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue, cartVisitor } from '#test/cart-visitor.ts'
import { signedIn } from '#test/signed-in.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { enterCartCoupon, removeCartCoupon } from './actions/coupons.ts'
import { addToCart } from './actions/lines.ts'

/*
 * Coupons that come with a link.
 */

const everything = { products: [], categories: [], collections: [], firstOrder: false }

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  const { pool } = shop.database.db
  await pool.query(cartCatalogue)
  await pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
     values ('spring', 'SPRING', $1, '{"kind": "percent", "percent": 10}', false, 9, false)`,
    [everything],
  )
})
afterAll(() => shop.close())

const page = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }

function cookiesOf(headers: Readonly<Record<string, unknown>>): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String)
}

it('is taken along over any page, and leads on to it', async () => {
  const asked = await shop.get('/zh/product/stool?color=sage&coupon=spring', page)
  expect([asked.status, asked.headers.location]).toEqual([
    303,
    '/zh/cart/link?coupon=spring&next=%2Fzh%2Fproduct%2Fstool%3Fcolor%3Dsage',
  ])
  expect(cookiesOf(asked.headers)).toEqual([])
  const told = await shop.get(String(asked.headers.location), page)
  expect([told.status, told.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(told.body).toContain('“SPRING”已为你保留')
  expect(told.body).toContain('href="/zh/product/stool?color=sage"')
  const [cookie, ...others] = cookiesOf(told.headers)
  expect(others).toEqual([])
  expect(cookie).toMatch(/^__Host-violet_coupon=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  // Without scripts: the first cart has it.
  const added = await shop.post('/form/cart/add', new URLSearchParams({ sku: 'stool-sage' }), {
    cookie: cookie!.split(';')[0]!,
    'sec-fetch-site': 'same-origin',
  })
  const own = [cookie!, ...cookiesOf(added.headers)].map((one) => one.split(';')[0])
  const cart = await shop.get('/cart', { cookie: own.join('; ') })
  expect(cart.body).toContain('SPRING')
  expect(cart.body).toContain('$43.65')
})

it.each([
  ['a picture of another page', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ['a page that is only fetched ahead', { ...page, 'sec-purpose': 'prefetch' }],
])('is not taken along by %s', async (_what, headers) => {
  const answer = await shop.get('/cart/link?coupon=SPRING', headers)
  expect([answer.status, cookiesOf(answer.headers)]).toEqual([200, []])
  expect(answer.body).not.toContain('“SPRING”')
})

it('is not refused because of pictures elsewhere, or of others in the network who have followed the same link', async () => {
  const elsewhere = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }
  for (let n = 0; n < 31; n++) await shop.get(`/cart/link?coupon=GUESS${n}`, elsewhere)
  for (let n = 0; n < 31; n++) {
    const answer = await shop.get('/cart/link?coupon=SPRING', page)
    expect(cookiesOf(answer.headers)).toHaveLength(1)
  }
})

it('says why it cannot be used, and leads nowhere else', async () => {
  const answer = await shop.get('/cart/link?coupon=NOPE&next=//evil.example', page)
  expect(answer.body).toContain('role="alert"')
  expect(answer.body).not.toContain('href="//evil')
  expect(cookiesOf(answer.headers)).toEqual([])
})

it('is in a cart and in its checkout until it is taken out', async () => {
  const ada = cartVisitor(shop.database.db)
  expect(await takeLinked(ada.context(), 'spring')).toMatchObject({ ok: true, value: { code: 'SPRING' } })
  const added = await addToCart(ada.context(), { sku: 'stool-sage', quantity: 1 })
  expect(added.ok && added.value.coupons.map(({ code }) => code)).toEqual(['SPRING'])
  for (const wanted of [{ quantity: 1 }, { sku: 'vase-ink', quantity: 1 }]) {
    const begun = await createCheckout(ada.context(), wanted)
    if (!begun.ok) throw new Error(begun.problem.name)
    const checkout = await checkoutDetail(ada.context(), begun.value)
    expect(checkout.ok && checkout.value.coupons.map(({ code }) => code)).toEqual(['SPRING'])
  }
  const without = await removeCartCoupon(ada.context(), { code: 'spring' })
  expect(without.ok && without.value.coupons).toEqual([])
  expect((await ada.view()).coupons).toEqual([])
})

it('is in a checkout that was begun before it came, and stays out of one that it is taken out of', async () => {
  const ada = buyer(shop.database.db, { email: 'ada@example.org' })
  const { slug, total } = await ada.ready({ 'stool-sage': 1 })
  await takeLinked(ada.context(), 'SPRING')
  const seen = await ada.detail(slug)
  expect([total, seen.total, seen.coupons.map(({ code }) => code)]).toEqual([4_850, 4_365, ['SPRING']])
  // Shown before the link was followed.
  expect(await ada.submit({ ...seen, total })).toMatchObject({ problem: { name: 'total_changed' } })
  const without = await ada.does(removeCoupon, { slug, code: 'spring' })
  expect(without.ok && [without.value.total, without.value.coupons]).toEqual([4_850, []])
  expect((await ada.view()).coupons).toEqual([])
  await takeLinked(ada.context(), 'SPRING')
  expect((await ada.fill(slug)).total).toBe(4_365)
  expect(await ada.submit(await ada.detail(slug))).toMatchObject({ ok: true })
  const { rows } = await shop.database.db.pool.query('select total from orders')
  expect(rows).toEqual([{ total: 4_365 }])
})

it('is gone with the order that was placed with it, also where the answer is asked for again', async () => {
  const bea = buyer(shop.database.db, { email: 'bea@example.org' })
  await takeLinked(bea.context(), 'SPRING')
  const view = await bea.ready({ 'stool-sage': 1 })
  expect(view.total).toBe(4_365)
  const placed = await bea.submitUnder('once', view)
  expect(placed).toMatchObject({ kind: 'answered', result: { ok: true } })
  expect(await bea.submitUnder('once', view)).toMatchObject({
    kind: 'replayed',
    cookies: expect.arrayContaining([expect.objectContaining({ name: 'violet_coupon', value: null })]),
  })
  await bea.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  const next = await bea.view()
  expect([next.coupons, next.subtotalAmount, next.total.amount]).toEqual([[], 4_850, '$48.50'])
})

it('promises nothing in the cart that the checkout refuses', async () => {
  await shop.database.db.pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
     select 'hello', 'HELLO', $1::jsonb, '{"kind": "percent", "percent": 20}'::jsonb, false, 9, false
     union all select 'once', 'ONCE', $2::jsonb, '{"kind": "percent", "percent": 30}', false, 1, false`,
    [{ ...everything, firstOrder: true }, everything],
  )
  const cleo = buyer(shop.database.db, { email: 'cleo@example.org' })
  expect(await cleo.submit(await cleo.ready({ 'stool-sage': 1 }))).toMatchObject({ ok: true })
  await takeLinked(cleo.context(), 'HELLO')
  const added = await addToCart(cleo.context(), { sku: 'vase-ink', quantity: 1 })
  expect(added.ok && [added.value.coupons[0]!.applied, added.value.total.amount]).toEqual([false, '$48.50'])
  expect((await cleo.view()).total.amount).toBe('$48.50')

  // Whoever is signed in is known without an e-mail address.
  const dora = await signedIn(shop.database.db)
  await shop.database.db.pool.query(
    `insert into coupon_uses (coupon_id, who, slot, order_id, at)
     select c.id, $1, 1, (select min(id) from orders), now() from coupons c where c.code = 'ONCE'`,
    [`c:${dora.customer}`],
  )
  await takeLinked(dora.context(), 'ONCE')
  const hers = await dora.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  expect(hers.ok && [hers.value.coupons[0]!.applied, hers.value.total.amount]).toEqual([false, '$48.50'])
  expect(await dora.does(enterCartCoupon, { code: 'once' })).toMatchObject({
    problem: { name: 'coupon_used_by_you' },
  })
})

it('is not suggested to whoever ordered before, where it is for first orders', async () => {
  await shop.database.db.pool.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable)
     values ('welcome', 'WELCOME', $1::jsonb, '{"kind": "percent", "percent": 40}'::jsonb, true, 9, false)`,
    [{ ...everything, firstOrder: true }],
  )
  const finn = buyer(shop.database.db, { email: 'finn@example.org' })
  await finn.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  expect((await finn.view()).more?.bestCoupons).toEqual(['WELCOME'])
  expect(await finn.submit(await finn.ready({ 'stool-sage': 1 }))).toMatchObject({ ok: true })
  await finn.does(addToCart, { sku: 'vase-ink', quantity: 1 })
  expect((await finn.view()).more?.bestCoupons).toEqual([])
})

it('cannot be guessed: a cookie of one’s own is worth nothing, and codes are tried as often as typed ones', async () => {
  const { rows } = await shop.database.db.pool.query<{ id: number }>(`select id from coupons`)
  const forged = `${rows[0]!.id.toString(36)}.0.${'A'.repeat(43)}`
  const eve = cartVisitor(shop.database.db, { cookies: { violet_coupon: forged } })
  await addToCart(eve.context(), { sku: 'stool-sage', quantity: 1 })
  expect((await eve.view()).coupons).toEqual([])
  const answers = new Set<string>()
  for (let tried = 0; tried < 31; tried++) {
    const answer = await takeLinked(eve.context(), `GUESS${tried}`)
    answers.add(answer.ok ? 'ok' : answer.problem.name)
  }
  expect([...answers]).toEqual(['unknown_coupon', 'too_many_requests'])
  expect(await takeLinked(eve.context(), 'SPRING')).toMatchObject({ problem: { name: 'too_many_requests' } })
})
