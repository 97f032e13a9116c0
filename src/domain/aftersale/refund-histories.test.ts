import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomCarts } from '#test/oracle/random-carts.ts'
import { quote } from '../pricing.ts'
import type { Quote } from '../quote.ts'
import {
  refundQuote,
  settledRefund,
  type RecordedRefund,
  type RefundEntry,
  type RefundQuote,
} from './refund-quote.ts'

function units(
  lines: Record<string, number>,
  rest: { fee?: number; servicesBack?: boolean } = {},
): RefundEntry {
  return {
    kind: 'units',
    lines: Object.entries(lines).map(([key, quantity]) => ({ key, quantity })),
    fee: 0,
    servicesBack: true,
    ...rest,
  }
}
const recorded = (refund: RefundQuote): RecordedRefund => ({ kind: 'recorded', refund })

function refund(
  wish: RefundEntry,
  history: readonly (RefundEntry | RecordedRefund)[],
  of: Quote,
): RefundQuote {
  const found = refundQuote(of, history, wish)
  if (!found.ok) throw new Error(found.problem.name)
  return found.value
}

/** Any wish that fits an order, and some that do not. */
function wishOf(of: Quote): fc.Arbitrary<RefundEntry> {
  const keys = of.lines.map(({ key }) => key)
  const some = fc.record({
    lines: fc.uniqueArray(fc.record({ key: fc.constantFrom(...keys), quantity: fc.nat(6) }), {
      selector: ({ key }) => key,
    }),
    fee: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(2_000)),
    servicesBack: fc.boolean(),
  })
  return fc.oneof(
    { weight: 6, arbitrary: some.map((wish) => ({ kind: 'units' as const, ...wish })) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('adjustment' as const),
        line: fc.option(fc.constantFrom(...keys)),
        amount: fc.oneof(fc.nat(50), fc.nat(of.total)),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'rest' as const }) },
  )
}

const story = fc
  .integer({ min: 0, max: 2 ** 32 - 1 })
  .map((seed) => quote(randomCarts(seed)()))
  .filter(({ lines }) => lines.length > 0)
  .chain((of) => fc.record({ of: fc.constant(of), wishes: fc.array(wishOf(of), { maxLength: 12 }) }))

function play(of: Quote, wishes: readonly RefundEntry[]): { history: RefundEntry[]; refunds: RefundQuote[] } {
  const history: RefundEntry[] = []
  const refunds: RefundQuote[] = []
  for (const wish of wishes) {
    const found = refundQuote(of, history, wish)
    if (!found.ok) continue
    refunds.push(found.value)
    history.push(wish)
  }
  return { history, refunds }
}

const total = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

describe('in whatever parts an order comes back', () => {
  it('never more than was paid comes back, by line, by class, for shipping, by way of payment, and in total', () =>
    fc.assert(
      fc.property(story, ({ of, wishes }) => {
        const { refunds } = play(of, wishes)
        for (const { key, quantity, net, tax } of of.lines) {
          const back = refunds.flatMap(({ lines }) => lines.filter((one) => one.key === key))
          expect(total(back.map((one) => one.quantity))).toBeLessThanOrEqual(quantity)
          const paid = of.taxMode === 'added' ? net + tax : net
          expect(total(back.map((one) => one.amount))).toBeLessThanOrEqual(paid)
          expect(total(back.map((one) => one.tax))).toBeLessThanOrEqual(tax)
        }
        for (const taxClass of ['standard', 'reduced', 'zero']) {
          const paid = total(
            of.adjustments.map(({ because, amount }) =>
              because.kind === 'tax' && because.taxClass === taxClass ? amount : 0,
            ),
          )
          expect(total(refunds.map(({ taxByClass }) => taxByClass[taxClass] ?? 0))).toBeLessThanOrEqual(paid)
        }
        expect(total(refunds.map(({ services }) => services.shipping))).toBeLessThanOrEqual(of.shipping ?? 0)
        expect(total(refunds.map((one) => one.total + one.fee))).toBeLessThanOrEqual(of.total)
        expect(total(refunds.map((one) => one.toPayment))).toBeLessThanOrEqual(of.toPay)
        expect(total(refunds.map((one) => one.toCredit))).toBeLessThanOrEqual(of.credit)
      }),
      { numRuns: 600 },
    ))

  it('the last refund gives exactly the rest', () =>
    fc.assert(
      fc.property(story, ({ of, wishes }) => {
        const { history, refunds } = play(of, wishes)
        const all = [...refunds, refund({ kind: 'rest' }, history, of)]
        expect(total(all.map((one) => one.total + one.fee))).toBe(of.total)
        expect(total(all.map((one) => one.tax))).toBe(of.tax)
        expect(refundQuote(of, [...history, { kind: 'rest' }], { kind: 'rest' })).toMatchObject({
          ok: true,
          value: { total: 0 },
        })
        for (const { key, quantity, tax } of of.lines) {
          const back = all.flatMap(({ lines }) => lines.filter((one) => one.key === key))
          expect(total(back.map((one) => one.quantity))).toBe(quantity)
          expect(total(back.map((one) => one.tax))).toBe(tax)
        }
      }),
      { numRuns: 600 },
    ))

  it('all its parts sum to the whole, and none is below nothing', () =>
    fc.assert(
      fc.property(story, ({ of, wishes }) => {
        for (const one of play(of, wishes).refunds) {
          const { services } = one
          const added = of.taxMode === 'added' ? services.tax : 0
          const goods = total(one.lines.map(({ amount }) => amount))
          expect(goods + services.shipping + services.paymentFee + added - one.fee).toBe(one.total)
          expect(one.toPayment + one.toCredit).toBe(one.total)
          expect(total(one.lines.map(({ tax }) => tax)) + services.tax).toBe(one.tax)
          expect(total(Object.values(one.taxByClass))).toBe(one.tax)
          const { shipping, paymentFee, tax } = services
          for (const amount of [shipping, paymentFee, tax, one.fee, one.total, one.toPayment, one.toCredit])
            expect(amount).toBeGreaterThanOrEqual(0)
          for (const { amount, tax: ofLine, parts } of one.lines) {
            expect(total(parts.map((part) => part.amount))).toBe(amount)
            expect(ofLine).toBeGreaterThanOrEqual(0)
            expect(ofLine).toBeLessThanOrEqual(amount)
            for (const part of parts) {
              if (part.because === 'price' || part.because === 'tax') expect(part.amount).toBeGreaterThan(0)
              if (['tier', 'promotion', 'coupon'].includes(part.because)) expect(part.amount).toBeLessThan(0)
            }
          }
        }
      }),
      { numRuns: 600 },
    ))

  it('the same units give the same one by one or all at once, whatever happened before', () =>
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat(3)), ({ of, wishes }, draws) => {
        const { history, refunds } = play(of, wishes)
        const left = of.lines.map(({ key, quantity }) => {
          const back = refunds.flatMap(({ lines }) => lines.filter((one) => one.key === key))
          return { key, quantity: quantity - total(back.map((one) => one.quantity)) }
        })
        const lines = left.map(({ key, quantity }) => ({
          key,
          quantity: Math.min(quantity, draws.next().value ?? 0),
        }))
        const together = refund({ kind: 'units', lines, fee: 0, servicesBack: true }, history, of)
        const each: RefundEntry[] = lines.flatMap(({ key, quantity }) =>
          Array.from({ length: quantity }, () => units({ [key]: 1 })),
        )
        const apart = play(of, [...history, ...each]).refunds.slice(history.length)
        expect(apart).toHaveLength(each.length)
        for (const name of ['total', 'tax', 'toPayment', 'toCredit'] as const)
          expect(total(apart.map((one) => one[name]))).toBe(together[name])
      }),
      { numRuns: 600 },
    ))

  it('returns that are taken back in any order leave nothing over and give nothing twice', () =>
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.boolean()), ({ of, wishes }, isTakenBack) => {
        let open: RecordedRefund[] = []
        for (const wish of wishes) {
          const found = refundQuote(of, open, wish)
          if (!found.ok) continue
          open.push(recorded(found.value))
          if (isTakenBack.next().value === true) open = open.slice(1)
        }
        const all = [...open.map((one) => one.refund), refund({ kind: 'rest' }, open, of)]
        expect(total(all.map((one) => one.total + one.fee))).toBe(of.total)
        expect(total(all.map((one) => one.tax))).toBe(of.tax)
        expect(total(all.map((one) => one.toCredit))).toBeLessThanOrEqual(of.credit)
      }),
      { numRuns: 600 },
    ))

  it('shipping and payment fee go with the last one that completes, once, and with none while units are kept', () =>
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat(9)), ({ of, wishes }, draws) => {
        const draw = (most: number) => (draws.next().value ?? 0) % most
        const rest = units(Object.fromEntries(of.lines.map(({ key, quantity }) => [key, quantity])))
        let open: RecordedRefund[] = []
        const apply = (wish: RefundEntry) => {
          const found = refundQuote(of, open, wish)
          if (found.ok && found.value.lines.some(({ quantity }) => quantity > 0))
            open.push(recorded(found.value))
        }
        for (const wish of wishes) if (wish.kind === 'units') apply({ ...wish, fee: 0, servicesBack: true })
        const left = of.lines.map(({ key, quantity }) => [
          key,
          quantity -
            total(
              open.flatMap(({ refund: { lines } }) =>
                lines.map((one) => (one.key === key ? one.quantity : 0)),
              ),
            ),
        ])
        if (draw(3) > 0)
          apply({ ...rest, lines: left.map(([key, quantity]) => ({ key, quantity })) } as RefundEntry)
        if (open.length > 1 && draw(2) === 0) open = open.toSpliced(draw(open.length), 1)
        const done = new Set<RecordedRefund>()
        const back = (key: string) =>
          total(
            [...done].flatMap(({ refund: { lines } }) =>
              lines.map((one) => (one.key === key ? one.quantity : 0)),
            ),
          )
        while (done.size < open.length) {
          const waiting = open.filter((one) => !done.has(one))
          const next = waiting[draw(waiting.length)]!
          const others = open.filter((one) => one !== next)
          done.add(next)
          const isAllBack = of.lines.every(({ key, quantity }) => back(key) === quantity)
          const made = recorded(settledRefund(of, others, next.refund, isAllBack))
          expect(made.refund.toPayment + made.refund.toCredit).toBe(made.refund.total)
          expect(made.refund.lines).toEqual(next.refund.lines)
          done.delete(next)
          open = open.map((one) => (one === next ? made : one))
          done.add(made)
        }
        const all = open.map((one) => one.refund)
        const isAll = of.lines.every(({ key, quantity }) => back(key) === quantity)
        expect(total(all.map(({ services }) => services.shipping))).toBe(isAll ? (of.shipping ?? 0) : 0)
        expect(total(all.map(({ services }) => services.paymentFee))).toBe(isAll ? of.paymentFee : 0)
        expect(total(all.map((one) => one.toPayment))).toBeLessThanOrEqual(of.toPay)
        expect(total(all.map((one) => one.toCredit))).toBeLessThanOrEqual(of.credit)
        if (isAll) expect(total(all.map((one) => one.total))).toBe(of.total)
      }),
      { numRuns: 600 },
    ))
})
