import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeCarts, type MergeLine } from './cart-merge.ts'

const line = (sku: string, quantity: number, selected = true): MergeLine => ({ sku, quantity, selected })
const limits = (mosts: Record<string, number> = {}, lines = 100) => ({
  most: (sku: string) => mosts[sku] ?? 99,
  lines,
})

describe('a guest’s cart at sign-in', () => {
  it('comes behind the account’s, and is told line by line', () =>
    expect(mergeCarts([line('a', 2), line('b', 1)], [line('c', 4), line('b', 3, false)], limits())).toEqual({
      lines: [line('c', 4), line('b', 3), line('a', 2)],
      added: [{ sku: 'a', quantity: 2 }],
      joined: [{ sku: 'b', guest: 1, account: 3, quantity: 3 }],
      limited: [],
      left: [],
    }))

  it('adds no more than can be had', () =>
    expect(mergeCarts([line('a', 9), line('b', 9)], [line('b', 2)], limits({ a: 4, b: 5 }))).toMatchObject({
      lines: [line('b', 5), line('a', 4)],
      limited: [
        { sku: 'a', wished: 9, quantity: 4 },
        { sku: 'b', wished: 9, quantity: 5 },
      ],
    }))

  it('takes nothing out of the account’s cart, though there is less of it now', () =>
    expect(mergeCarts([line('a', 3)], [line('a', 8)], limits({ a: 5 }))).toMatchObject({
      lines: [line('a', 8)],
      limited: [],
    }))

  it('brings what is sold out along as it is', () =>
    expect(mergeCarts([line('a', 3), line('b', 3)], [line('b', 1)], limits({ a: 0, b: 0 }))).toMatchObject({
      lines: [line('b', 1), line('a', 3)],
      added: [{ sku: 'a', quantity: 3 }],
      limited: [{ sku: 'b', wished: 3, quantity: 1 }],
    }))

  it('names what finds no room', () =>
    expect(
      mergeCarts([line('a', 1), line('b', 2), line('c', 3)], [line('c', 1)], limits({}, 2)),
    ).toMatchObject({ lines: [line('c', 3), line('a', 1)], left: [line('b', 2)] }))

  const carts = fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      quantity: fc.integer({ min: 1, max: 20 }),
      selected: fc.boolean(),
    }),
    { selector: ({ sku }) => sku },
  )
  const anyLimits = fc
    .record({
      mosts: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.nat(20)),
      lines: fc.nat(6),
    })
    .map(({ mosts, lines }) => limits(mosts, lines))

  it('is there once when it is merged twice', () =>
    fc.assert(
      fc.property(carts, carts, anyLimits, (guest, account, of) => {
        const { lines } = mergeCarts(guest, account, of)
        expect(mergeCarts(guest, lines, of).lines).toEqual(lines)
      }),
    ))

  it('loses nothing: each line is in the cart or named, and the account keeps all it had', () =>
    fc.assert(
      fc.property(carts, carts, anyLimits, (guest, account, of) => {
        const { lines, added, joined, left } = mergeCarts(guest, account, of)
        const told = [...added, ...joined, ...left].map(({ sku }) => sku)
        expect(told.sort()).toEqual(guest.map(({ sku }) => sku).sort())
        for (const { sku, quantity } of account)
          expect(lines.find((one) => one.sku === sku)!.quantity).toBeGreaterThanOrEqual(quantity)
        expect(lines.length).toBeLessThanOrEqual(Math.max(of.lines, account.length))
      }),
    ))
})
