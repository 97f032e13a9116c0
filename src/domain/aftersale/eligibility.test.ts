import { describe, expect, it } from 'vitest'
import { day } from '../time.ts'
import {
  arrivalOf,
  arrivedUnits,
  returnable,
  windowOf,
  type ReturnableLine,
  type ReturnableOrder,
  type ReturnWay,
  type WhyNot,
} from './eligibility.ts'

const now = new Date('2026-11-25T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
const settings = { windowDays: 30, withdrawalDays: 14, claimDays: 730 }
const order: ReturnableOrder = {
  status: 'completed',
  payStatus: 'paid',
  isRefunded: false,
  arrivedAt: ago(10),
}
const line: ReturnableLine = { bought: 5, sent: 5, asked: 0, returned: 0, isFinalSale: false }

describe('how many units can be asked for', () => {
  const cases: [
    string,
    Partial<ReturnableOrder>,
    Partial<ReturnableLine>,
    ReturnWay,
    number,
    WhyNot | null,
  ][] = [
    ['all that arrived', {}, {}, 'return', 5, null],
    ['also before the order is completed', { status: 'in_progress' }, {}, 'return', 5, null],
    ['none that is not paid', { payStatus: 'unpaid' }, {}, 'claim', 0, 'not_paid'],
    ['none of a cancelled order', { status: 'cancelled' }, {}, 'return', 0, 'order_cancelled'],
    ['none when all money is back', { isRefunded: true }, {}, 'claim', 0, 'refunded_already'],
    ['those that were not given back', {}, { returned: 2 }, 'return', 3, 'refunded_already'],
    ['none when all were given back', {}, { returned: 5 }, 'return', 0, 'refunded_already'],
    ['those that were not asked for', {}, { asked: 1 }, 'return', 4, 'asked_already'],
    ['neither given back nor asked for', {}, { returned: 2, asked: 3 }, 'return', 0, 'asked_already'],
    ['those that have left', {}, { sent: 2 }, 'return', 2, 'not_delivered'],
    [
      'of those that have left the rest',
      {},
      { sent: 3, asked: 1, returned: 1 },
      'return',
      1,
      'not_delivered',
    ],
    ['none before anything has left', { arrivedAt: null }, { sent: 0 }, 'withdrawal', 0, 'not_delivered'],
    [
      'what has left, while the rest is awaited',
      { arrivedAt: null },
      { sent: 2 },
      'return',
      2,
      'not_delivered',
    ],
    ['none of a final sale', {}, { isFinalSale: true }, 'return', 0, 'final_sale'],
    ['a final sale that is broken', {}, { isFinalSale: true }, 'claim', 5, null],
    ['a final sale within the law', {}, { isFinalSale: true }, 'withdrawal', 5, null],
    ['on the last day', { arrivedAt: ago(30.9) }, {}, 'return', 5, null],
    ['none after the last day', { arrivedAt: ago(31) }, {}, 'return', 0, 'window_over'],
    ['none after the law’s last day', { arrivedAt: ago(15) }, {}, 'withdrawal', 0, 'window_over'],
    ['for a claim much longer', { arrivedAt: ago(700) }, {}, 'claim', 5, null],
    ['for a claim not for ever', { arrivedAt: ago(731) }, {}, 'claim', 0, 'window_over'],
    ['of two reasons the first', { arrivedAt: ago(31) }, { isFinalSale: true }, 'return', 0, 'final_sale'],
    ['the reason that leaves fewest', { arrivedAt: ago(31) }, { asked: 1 }, 'return', 0, 'window_over'],
    ['never less than none', {}, { sent: 0, asked: 1 }, 'return', 0, 'not_delivered'],
  ]
  it.each(cases)('%s', (...[, ofOrder, ofLine, way, units, why]) => {
    expect(returnable({ ...order, ...ofOrder }, { ...line, ...ofLine }, way, settings, now)).toEqual({
      units,
      why,
    })
  })
})

describe('the time of a return', () => {
  const cases: [string, ReturnWay, Date | null, Date | null, boolean][] = [
    ['ends with its last day', 'return', ago(30), now, true],
    ['is over a day later', 'return', ago(31), ago(1), false],
    ['has not begun before everything has left', 'return', null, null, true],
    ['is another one by the law', 'withdrawal', ago(14), now, true],
    ['is another one for claims', 'claim', ago(30), ago(-700), true],
  ]
  it.each(cases)('%s', (...[, way, arrivedAt, until, isOpen]) => {
    expect(windowOf(way, settings, arrivedAt, now)).toEqual({ until, isOpen })
  })

  it('is none where there is no such right', () => {
    const days = { ...settings, withdrawalDays: null }
    expect(windowOf('withdrawal', days, ago(1), now)).toEqual({ until: null, isOpen: false })
    expect(windowOf('withdrawal', days, null, now)).toEqual({ until: null, isOpen: false })
  })

  it('counts from the last parcel, and gives one of which nobody knows some days to arrive', () => {
    const early = { shippedAt: ago(20), deliveredAt: ago(18), confirmed: false }
    const late = { shippedAt: ago(10), deliveredAt: ago(7), confirmed: false }
    const lost = { shippedAt: ago(10), deliveredAt: null, confirmed: false }
    expect(arrivalOf([late, early], true, 14)).toEqual(ago(7))
    expect(arrivalOf([early, lost], true, 14)).toEqual(ago(-4))
    expect(arrivalOf([early], false, 14)).toBeNull()
    expect(arrivalOf([], true, 14)).toBeNull()
  })

  it('begins no earlier because the shopper was quick to confirm, and later where the word came late', () => {
    const confirmed = { shippedAt: ago(20), confirmed: true }
    expect(arrivalOf([{ ...confirmed, deliveredAt: ago(19) }], true, 14)).toEqual(ago(6))
    expect(arrivalOf([{ ...confirmed, deliveredAt: ago(3) }], true, 14)).toEqual(ago(3))
  })
})

it('counts what arrived, never what was announced, and of more than that no more', () => {
  const announced = [
    { key: 'a', quantity: 3 },
    { key: 'b', quantity: 1 },
    { key: 'c', quantity: 2 },
  ]
  const received = new Map([
    ['a', 2],
    ['c', 5],
  ])
  expect(arrivedUnits(announced, received)).toEqual([
    { key: 'a', quantity: 2 },
    { key: 'c', quantity: 2 },
  ])
})
