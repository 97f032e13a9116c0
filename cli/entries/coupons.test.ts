import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { saveConfig } from '#features/shop/actions.ts'
import type { Database } from '#platform/server/db/db.ts'
import { dollars, scratchFolder } from '#transfer/catalog/for-tests.ts'
import { stocked } from '#transfer/content/for-tests.ts'
import { dayAfter, startOfDay } from './day.ts'
import { violet } from './for-tests.ts'

let db: Database
beforeEach(async () => {
  const made = await freshDatabase()
  db = await stocked(made.db)
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
})
afterEach(() => void vi.unstubAllEnvs())

interface Shown {
  coupons: Record<string, unknown>[]
}

const shown = async (code: string): Promise<unknown> =>
  (JSON.parse((await violet('coupon', 'show', code, '--json')).out) as Shown).coupons[0]

it('makes a coupon with texts in three languages', async () => {
  const added = await violet('coupon', 'add', 'SPRING', '--percent', '20', '--minimum', '50')
  expect(added.out).toBe('coupon SPRING: 20% off · On orders of $50 or more · Enter SPRING in your cart\n')
  expect(await shown('spring')).toMatchObject({
    slug: 'spring',
    code: 'SPRING',
    name: { en: '20% off', zh: expect.stringMatching(/折/), 'zh-HK': expect.stringMatching(/減/) },
    summary: {
      en: '20% off · On orders of $50 or more · Enter SPRING in your cart',
      zh: expect.stringMatching(/在购物车中输入优惠码 SPRING$/),
      'zh-HK': expect.stringMatching(/在購物車輸入優惠碼 SPRING$/),
    },
    conditions: { minimumAmount: { USD: '50.00' }, firstOrder: false },
    benefit: { kind: 'percent', percent: 20 },
    limitPerCustomer: 1,
    claimable: true,
    stackable: false,
  })
})

it('leaves a coupon alone whose code gives the same address', async () => {
  await violet('coupon', 'add', 'SPRING-26', '--percent', '10')
  await violet('coupon', 'add', 'SPRING_26', '--percent', '60')
  expect(await shown('SPRING-26')).toMatchObject({ slug: 'spring-26', benefit: { percent: 10 } })
  expect(await shown('SPRING_26')).toMatchObject({ slug: 'spring-26-2', benefit: { percent: 60 } })
})

it('says no amount in its texts where the shop has several currencies', async () => {
  expect((await saveConfig(db, { shop: dollars }, { now: new Date() })).ok).toBe(true)
  await violet('coupon', 'add', 'TEN', '--amount', '10', '--minimum', '50')
  expect(await shown('TEN')).toMatchObject({
    name: { en: 'Coupon TEN', zh: '优惠券 TEN', 'zh-HK': '優惠券 TEN' },
    summary: { en: 'Enter TEN in your cart' },
  })
})

it('takes days in the time zone of the shop, limits and what it holds for', async () => {
  const zone = { zones: [{ name: { en: 'World' }, days: { from: 1, to: 2 } }], timeZone: 'Asia/Hong_Kong' }
  expect((await saveConfig(db, { shop: { delivery: zone } }, { now: new Date() })).ok).toBe(true)
  const added = await violet(
    ...['coupon', 'add', 'TEA', '--free-shipping', '--from', '2036-12-01', '--until', '2036-12-31'],
    ...['--limit', '100', '--per-customer', '2', '--first-order', '--stackable', '--unlisted'],
    ...['--category', 'kitchen', '--product', 'cup', 'stool', '--name', 'Tea time'],
  )
  expect(added.out).toBe(
    'coupon TEA: Free delivery · On your first order · Enter TEA in your cart, from 2036-11-30 16:00 UTC, until 2036-12-31 16:00 UTC\n',
  )
  expect(await shown('TEA')).toEqual({
    slug: 'tea',
    code: 'TEA',
    name: { en: 'Tea time' },
    summary: { en: 'Free delivery · On your first order · Enter TEA in your cart' },
    startsAt: '2036-11-30T16:00:00.000Z',
    endsAt: '2036-12-31T16:00:00.000Z',
    conditions: { products: ['cup', 'stool'], categories: ['kitchen'], collections: [], firstOrder: true },
    benefit: { kind: 'free-shipping' },
    claimable: false,
    limit: 100,
    limitPerCustomer: 2,
    stackable: true,
    visible: true,
  })
})

it.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
  ['2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T11:00:00.000Z'],
])('knows when %s begins in %s', (day, zone, at) => {
  expect(startOfDay(day, zone)?.toISOString()).toBe(at)
})

it('takes nothing for a day that is none', () => {
  expect([startOfDay('2026-02-30', 'UTC'), startOfDay('tomorrow', 'UTC')]).toEqual([null, null])
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
})

it.each([
  [[], 'say one of --percent, --amount and --free-shipping (other benefits come in by violet import)'],
  [
    ['--percent', '10', '--amount', '5'],
    'say one of --percent, --amount and --free-shipping (other benefits come in by violet import)',
  ],
  [['--amount', '5', '--currency', 'EUR'], 'A: benefit.amounts: nothing in USD, the currency of the shop'],
  [['--percent', '10', '--until', '2020-01-01'], '--until is over already'],
  [['--percent', '10', '--from', '2036-02-01', '--until', '2036-01-01'], '--until is before --from'],
  [
    ['--percent', '10', '--from', 'soon'],
    '--from must be a day such as 2026-12-31, or a moment such as 2026-12-31T20:00:00Z',
  ],
  [
    ['--percent', '10', '--until', '2036-02-30T20:00:00Z'],
    '--until must be a day such as 2026-12-31, or a moment such as 2026-12-31T20:00:00Z',
  ],
  [['--percent', '10', '--category', 'garden'], expect.stringContaining('garden')],
])('refuses %j, and makes none', async (options, failure) => {
  expect(await violet('coupon', 'add', 'A', ...options)).toMatchObject({ out: '', failure })
  expect((await db.pool.query('select from coupons')).rowCount).toBe(0)
})

it('lists how often each was used, and ends one now', async () => {
  await violet('coupon', 'add', 'SPRING', '--percent', '20', '--limit', '3')
  await violet('coupon', 'add', 'LATER', '--amount', '7.5', '--from', '2036-12-01')
  await db.pool.query(`update coupons set used_count = 2 where code = 'SPRING'`)
  expect((await violet('coupon', 'add', 'spring', '--percent', '5')).failure).toBe(
    'there is a coupon "spring" already; violet coupon show spring',
  )
  expect((await violet('coupon', 'list')).out).toBe(
    'CODE    STATE    USED    GIVES     FROM              UNTIL (UTC)\nLATER   coming   0       7.50 USD  2036-12-01 00:00\nSPRING  running  2 of 3  20%\n',
  )
  const [, spring] = (await violet('coupon', 'list', '--json')).out.trim().split('\n')
  expect(JSON.parse(spring!)).toMatchObject({ code: 'SPRING', used: 2, limit: 3, state: 'running' })

  expect((await violet('coupon', 'end', 'spring')).out).toBe('spring ends now\n')
  expect((await violet('coupon', 'list')).out).toContain('SPRING  ended   2 of 3  20%')
  expect((await violet('coupon', 'end', 'SPRING')).failure).toMatch(/^SPRING ended 20\d\d-/)
  expect((await violet('coupon', 'end', 'LATER')).failure).toBe(
    'LATER has not begun: violet coupon hide LATER, or delete it',
  )
  expect((await violet('coupon', 'end', 'NONE')).failure).toBe('the shop has no coupon "NONE"')
})

it('keeps nothing of a dry run', async () => {
  expect((await violet('coupon', 'add', 'SPRING', '--percent', '20', '--dry-run')).out).toBe(
    'a dry run: coupon SPRING: 20% off · Enter SPRING in your cart\n',
  )
  expect((await db.pool.query('select from coupons')).rowCount).toBe(0)
})
