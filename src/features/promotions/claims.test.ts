import { beforeEach, describe, expect, it } from 'vitest'
import { usableCoupons } from '#features/checkout/actions/browse.ts'
import { buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { signedIn, type SignedIn } from '#test/signed-in.ts'
import type { Database } from '#platform/server/db/db.ts'
import { claimCoupon, myCoupons } from './actions/claim.ts'

let db: Database
let ada: SignedIn
beforeEach(async () => {
  db = (await freshDatabase()).db
  await db.pool.query(cartCatalogue)
  await db.pool.query(`
    insert into coupons (slug, code, starts_at, ends_at, visible, conditions, benefit, claimable, use_limit, limit_per_customer, stackable, used_count)
    select slug, upper(slug), starts, ends, visible, '{"categories": [], "collections": [], "products": []}',
      '{"kind": "percent", "percent": 10}', claimable, most, 1, false, used
    from (values
      ('ten', null::timestamptz, null::timestamptz, true, true, null::int, 0),
      ('late', now() + interval '1 day', null, true, true, null, 0),
      ('old', null, now() - interval '1 day', true, true, null, 0),
      ('gone', null, null, true, true, 1, 1),
      ('secret', null, null, true, false, null, 0),
      ('hidden', null, null, false, true, null, 0)
    ) c(slug, starts, ends, visible, claimable, most, used)`)
  ada = await signedIn(db)
})

const claims = (slug: string) => ada.does(claimCoupon, { slug })
const slugs = async (state: 'usable' | 'used' | 'expired'): Promise<string[]> => {
  const mine = await ada.does(myCoupons, { state })
  return mine.ok ? mine.value.coupons.map(({ slug }) => slug) : []
}

describe('claiming a coupon', () => {
  it('puts it into the wallet once, however often and however quickly', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => claims('ten')))
    expect(all.every(({ ok }) => ok)).toBe(true)
    const { rows } = await db.pool.query('select customer_id from coupon_claims')
    expect(rows).toEqual([{ customer_id: ada.customer }])
    expect(await slugs('usable')).toEqual(['ten'])
    expect(await (await signedIn(db)).does(myCoupons, { state: 'usable' })).toMatchObject({
      value: { counts: { usable: 0, used: 0, expired: 0 }, coupons: [] },
    })
  })

  it.each([
    ['late', 'coupon_expired'],
    ['old', 'coupon_expired'],
    ['gone', 'coupon_used_up'],
    ['secret', 'unknown_coupon'],
    ['hidden', 'unknown_coupon'],
    ['none', 'unknown_coupon'],
  ])('of "%s" is refused: %s', async (slug, name) => {
    expect(await claims(slug)).toMatchObject({ ok: false, problem: { name } })
    expect((await db.pool.query('select from coupon_claims')).rows).toEqual([])
  })
})

it('moves from usable to used with the order, and to expired with its last day', async () => {
  await claims('ten')
  const who = buyer(db, { cookies: { ...ada.cookies } })
  const view = await who.ready({ 'stool-sage': 1 })
  expect(await usableCoupons(who.context(), { checkout: view.slug })).toMatchObject({
    value: { coupons: [{ code: 'TEN', applied: true }] },
  })
  await db.pool.query(`update checkouts set coupon_codes = '{TEN}'`)
  expect(await who.submit(await who.detail(view.slug))).toMatchObject({ ok: true })
  expect(await slugs('usable')).toEqual([])
  expect(await slugs('used')).toEqual(['ten'])
  expect(await claims('ten')).toMatchObject({ problem: { name: 'coupon_used_by_you' } })
  await db.pool.query('delete from coupon_uses')
  await db.pool.query(`update coupons set ends_at = now() - interval '1 hour' where slug = 'ten'`)
  expect(await slugs('expired')).toEqual(['ten'])
})

it('offers a claimed coupon at the checkout after it is not given away any more', async () => {
  await claims('ten')
  await db.pool.query(`update coupons set claimable = false where slug = 'ten'`)
  const who = buyer(db, { cookies: { ...ada.cookies } })
  const view = await who.ready({ 'stool-sage': 1 })
  expect(view.advice).toMatchObject([{ code: 'TEN', applied: true }])
  const guest = buyer(db)
  expect((await guest.ready({ 'stool-sage': 1 })).advice).toEqual([])
})

it('is used once by a customer who orders twenty times at once, each time with another e-mail address', async () => {
  const shoppers = Array.from({ length: 20 }, (_, n) =>
    buyer(db, {
      cookies: { ...ada.cookies },
      email: `ada${n}@example.org`,
      sales: { perNetwork: null },
    }),
  )
  const views = []
  for (const [n, who] of shoppers.entries())
    views.push(await who.ready({ [n % 2 === 0 ? 'stool-sage' : 'vase-ink']: 1 }))
  await db.pool.query(`update checkouts set coupon_codes = '{TEN}'`)
  const seen = await Promise.all(views.map((view, n) => shoppers[n]!.detail(view.slug)))
  const answers = await Promise.all(seen.map((view, n) => shoppers[n]!.submit(view)))
  const { rows } = await db.pool.query('select who from coupon_uses')
  expect(rows).toEqual([{ who: `c:${ada.customer}` }])
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.name]))
  expect(refused).toHaveLength(19)
  expect(new Set(refused).size).toBeLessThanOrEqual(2)
  for (const name of refused) expect(['coupon_used_by_you', 'total_changed']).toContain(name)
  const { rows: counted } = await db.pool.query(`select used_count from coupons where slug = 'ten'`)
  expect(counted).toEqual([{ used_count: 1 }])
})
