import { expect, it } from 'vitest'
import { ok } from '#domain/result.ts'
import { audit, compareHistories } from './million-refunds.ts'
import { refundByRule } from './refund-shop.ts'
import { plantedRefunds } from './planted-refunds.ts'
import { priceByHand } from './pricing-oracle.ts'
import { randomStories } from './random-histories.ts'

it('refunds 2500 histories as the shop does', () => {
  const { count, first, refunds, refused, exponents } = compareHistories(2_500, 2026)
  expect(first).toEqual([])
  expect(count).toBe(0)
  expect(refunds).toBeGreaterThan(6_000)
  expect(refused).toBeGreaterThan(1_000)
  expect(exponents).toEqual(new Set([0, 2, 3]))
})

it.each(Object.entries(plantedRefunds))('notices where %s', (_name, shop) => {
  expect(compareHistories(400, 1, shop).count).toBeGreaterThan(0)
})

it('notices one minor unit', () => {
  const generous = compareHistories(50, 1, (...asked) => {
    const given = refundByRule(...asked)
    return given.ok ? ok({ ...given.value, toCredit: given.value.toCredit + 1 }) : given
  })
  expect(generous.count).toBe(50)
})

it('notices a reason that is not told', () => {
  const silent = compareHistories(100, 1, (...asked) => {
    const given = refundByRule(...asked)
    if (!given.ok) return given
    return ok({
      ...given.value,
      lines: given.value.lines.map((line) => ({ ...line, parts: line.parts.slice(1) })),
    })
  })
  expect(silent.count).toBeGreaterThan(80)
})

it('audits the books even if nobody disagrees', () => {
  const { facts } = randomStories(3)()
  const sheet = priceByHand(facts)
  const nothing = {
    lines: [],
    shipping: 0,
    paymentFee: 0,
    serviceTax: 0,
    fee: 0,
    tax: 0,
    classes: [],
    total: 0,
    toPayment: 0,
    toCredit: 0,
    isWhole: false,
  }
  expect(audit(facts, sheet, [nothing], false)).toEqual([])
  expect(audit(facts, sheet, [nothing], true)).toContain(`0 of ${sheet.total} for everything`)
  const tooMuch = { ...nothing, shipping: 1_000_000_000, total: 1_000_000_000, toPayment: 1_000_000_000 }
  expect(audit(facts, sheet, [tooMuch], false)).toContain(`1000000000 of ${sheet.shipping ?? 0} for shipping`)
})
