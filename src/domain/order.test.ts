import { describe, expect, it } from 'vitest'
import { next, unreachable } from './machine.ts'
import {
  deliveryStatus,
  mayAskToCancel,
  mayCancel,
  mayConfirmReceipt,
  mayRequestCancellation,
  orderMachine,
  orderNumber,
  payStatus,
  refundStatus,
  shownRefund,
  type DeliveryStatus,
  type OrderEvent,
  type OrderStatus,
  type PayStatus,
  type RefundStatus,
} from './order.ts'

describe('the states of an order', () => {
  it('can all be reached', () => {
    expect(unreachable(orderMachine, 'in_progress')).toEqual([])
  })

  const allowed: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
    in_progress: {
      cancel: 'cancelled',
      request_cancellation: 'pending_cancellation',
      cancel_paid: 'cancelled',
      complete: 'completed',
    },
    pending_cancellation: {
      approve_cancellation: 'cancelled',
      refuse_cancellation: 'in_progress',
      withdraw_cancellation: 'in_progress',
    },
    completed: {},
    cancelled: {},
  }
  const events: OrderEvent[] = [
    'cancel',
    'request_cancellation',
    'approve_cancellation',
    'refuse_cancellation',
    'withdraw_cancellation',
    'cancel_paid',
    'complete',
  ]
  for (const state of Object.keys(allowed) as OrderStatus[]) {
    for (const event of events) {
      const to = allowed[state][event]
      it(`${state} + ${event} → ${to ?? 'refused'}`, () => {
        const moved = next(orderMachine, state, event)
        expect(moved).toEqual(
          to === undefined ? { ok: false, problem: { name: 'not_now' } } : { ok: true, value: to },
        )
      })
    }
  }
})

describe('what the shopper may do', () => {
  const cases: [
    OrderStatus,
    PayStatus,
    DeliveryStatus,
    cancel: boolean,
    request: boolean,
    confirm: boolean,
  ][] = [
    ['in_progress', 'unpaid', 'unshipped', true, false, false],
    ['in_progress', 'unpaid', 'shipped', false, false, false],
    ['in_progress', 'paid', 'unshipped', false, true, false],
    ['in_progress', 'paid', 'partly_shipped', false, false, false],
    ['in_progress', 'paid', 'shipped', false, false, true],
    ['in_progress', 'paid', 'delivered', false, false, true],
    ['pending_cancellation', 'paid', 'unshipped', false, false, false],
    ['completed', 'paid', 'delivered', false, false, false],
    ['cancelled', 'unpaid', 'unshipped', false, false, false],
  ]
  it.each(cases)('%s, %s, %s', (status, paid, delivery, cancel, request, confirm) => {
    const order = { status, payStatus: paid, deliveryStatus: delivery }
    expect([mayCancel(order), mayRequestCancellation(order), mayConfirmReceipt(order)]).toEqual([
      cancel,
      request,
      confirm,
    ])
  })
})

describe('the state of delivery', () => {
  const sent = { isDelivered: false }
  const arrived = { isDelivered: true }
  const cases: [shipped: number[], parcels: { isDelivered: boolean }[], DeliveryStatus][] = [
    [[0, 0], [], 'unshipped'],
    [[2, 0], [sent], 'partly_shipped'],
    [[2, 0], [arrived], 'partly_shipped'],
    [[1, 1], [sent], 'partly_shipped'],
    [[2, 1], [sent], 'shipped'],
    [[2, 1], [arrived, sent], 'shipped'],
    [[2, 1], [arrived, arrived], 'delivered'],
  ]
  it.each(cases)('%j of 2 and 1, %j', (shipped, parcels, status) => {
    const lines = [
      { quantity: 2, shipped: shipped[0]! },
      { quantity: 1, shipped: shipped[1]! },
    ]
    expect(deliveryStatus(lines, parcels)).toBe(status)
  })
})

it('is paid when as much is captured as there was to pay', () => {
  expect([payStatus(100, 99), payStatus(100, 100), payStatus(0, 0)]).toEqual(['unpaid', 'paid', 'paid'])
})

describe('what was given back', () => {
  const cases: [
    toPay: number,
    credit: number,
    captured: number,
    refunded: number,
    given: number,
    RefundStatus,
  ][] = [
    [100, 0, 0, 0, 0, 'none'],
    [100, 0, 100, 0, 0, 'none'],
    [100, 0, 100, 1, 0, 'partly_refunded'],
    [100, 0, 100, 100, 0, 'refunded'],
    // Paid twice, and the second payment sent back.
    [100, 0, 200, 100, 0, 'none'],
    [100, 0, 200, 150, 0, 'partly_refunded'],
    [100, 0, 200, 200, 0, 'refunded'],
    // Paid with store credit: all of it, or a part.
    [0, 100, 0, 0, 0, 'none'],
    [40, 60, 40, 40, 0, 'partly_refunded'],
    // Store credit or other goods were given for a part, or for all.
    [100, 0, 100, 0, 50, 'none'],
    [100, 0, 100, 0, 100, 'none'],
    [100, 0, 100, 20, 50, 'partly_refunded'],
    [100, 0, 100, 50, 50, 'refunded'],
    [40, 60, 40, 40, 59, 'partly_refunded'],
    [40, 60, 40, 40, 60, 'refunded'],
    [100, 0, 200, 100, 50, 'none'],
    [100, 0, 200, 100, 100, 'refunded'],
  ]
  it('is store credit where that alone went back, and not what other goods were given for', () => {
    const shown = (given: number, asCredit: number, refunded = 0): string =>
      shownRefund({ toPay: 100, due: 0, credit: 0, captured: 100, refunded, given, asCredit })
    expect([shown(100, 100), shown(50, 50), shown(100, 40), shown(100, 0)]).toEqual([
      'credited',
      'partly_credited',
      'partly_credited',
      'none',
    ])
    expect([shown(80, 80, 20), shown(40, 40, 20)]).toEqual(['refunded', 'partly_refunded'])
  })

  it.each(cases)(
    '%i to pay after %i of credit, %i came, %i went back, %i in another way',
    (...[toPay, credit, captured, refunded, given, status]) => {
      expect(refundStatus({ toPay, due: 0, credit, captured, refunded, given })).toBe(status)
    },
  )

  it('is nothing where the order became cheaper, and dearer again', () => {
    // 100 came, an edit gave 40 back, another one asks for 30.
    const order = { toPay: 90, due: 30, credit: 0, captured: 100, refunded: 40, given: 0 }
    expect(refundStatus(order)).toBe('none')
    expect(refundStatus({ ...order, refunded: 50 })).toBe('partly_refunded')
    expect(refundStatus({ ...order, refunded: 100 })).toBe('refunded')
  })
})

describe('an order’s number', () => {
  it('has two groups of five, without I, L, O and U', () => {
    const seen = new Set<string>()
    for (let byte = 0; byte < 256; byte += 1) seen.add(orderNumber(new Uint8Array(10).fill(byte)))
    expect(seen.size).toBe(32)
    for (const number of seen) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  })

  it('is not made of fewer than ten bytes', () => {
    expect(() => orderNumber(new Uint8Array(9))).toThrow(RangeError)
  })
})

it('offers no cancellation of an order whose money has all gone back', () => {
  const order = { status: 'in_progress', payStatus: 'paid', deliveryStatus: 'unshipped' } as const
  const sums = { toPay: 100, due: 0, credit: 0, captured: 100, given: 0 }
  expect([0, 40, 100].map((refunded) => mayAskToCancel({ ...order, ...sums, refunded }))).toEqual([
    true,
    true,
    false,
  ])
})
