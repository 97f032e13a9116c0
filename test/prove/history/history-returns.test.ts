import { describe, expect, it } from 'vitest'
import {
  cancelReturnByShop,
  approveReturn,
  completeReturn,
  receiveReturn,
  refuseReturn,
} from '#features/returns/shop/decide.ts'
import { recountReturn } from '#features/returns/shop/recount.ts'
import { freshDatabase } from '#test/database.ts'
import { checkHistory } from './history.ts'
import { fillShop, workAt } from './history-load.ts'
import { askedReturn, type ReturnWish } from './history-returns-load.ts'
import { readHistory, type History, type SkuStock } from './history-rows.ts'

/** One return of each fate. */
async function recorded(): Promise<{ history: History; before: readonly SkuStock[] }> {
  const { db } = await freshDatabase()
  await fillShop(db)
  const before = (await readHistory(db.pool)).skus
  const work = workAt(db, new Date('2026-11-21T08:00:00Z'))
  const done = async (wish: ReturnWish, came: Record<string, number> | null = null): Promise<void> => {
    const { slug } = await askedReturn(db, work, wish)
    await approveReturn(work, slug, null)
    if (wish.type !== 'refund_only') await receiveReturn(work, slug, came, () => true)
    const completed = await completeReturn(work, slug)
    if (!completed.ok) throw new Error(completed.problem.name)
  }
  await done({ type: 'return_and_refund' })
  await done({ type: 'return_and_refund', units: 3 }, { p4: 1 })
  await done({ type: 'return_and_refund', refundTo: 'credit' })
  await done({ type: 'refund_only' })
  await done({ type: 'exchange', exchangeFor: 'p5' })
  await askedReturn(db, work, { type: 'exchange', exchangeFor: 'p6' })
  await cancelReturnByShop(work, (await askedReturn(db, work, { type: 'refund_only' })).slug)
  await refuseReturn(work, (await askedReturn(db, work, { type: 'return_and_refund' })).slug, 'It was worn.')
  const looked = async (): Promise<string> => {
    const { slug } = await askedReturn(db, work, { type: 'return_and_refund' })
    await approveReturn(work, slug, null)
    await receiveReturn(work, slug, { p4: 1 }, () => true)
    const counted = await recountReturn(work, slug, null, () => true)
    if (!counted.ok) throw new Error(counted.problem.name)
    return slug
  }
  await refuseReturn(work, await looked(), 'It was worn.')
  await completeReturn(work, await looked(), { amount: 100, reason: 'It was worn.' })
  return { history: await readHistory(db.pool), before }
}

let day: ReturnType<typeof recorded> | null = null

const find = (history: History, type: string, status: string, to = 'original') =>
  history.returns.find((row) => row.type === type && row.status === status && row.refundTo === to)!

it('finds nothing wrong with returns of each fate', async () => {
  const { history, before } = await (day ??= recorded())
  expect(checkHistory(history, before)).toEqual([])
  expect(history.returns.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'return_and_refund completed',
    'return_and_refund completed',
    'return_and_refund completed',
    'refund_only completed',
    'exchange completed',
    'exchange pending_approval',
    'refund_only cancelled',
    'return_and_refund ended',
    'return_and_refund ended',
    'return_and_refund completed',
  ])
}, 120_000)

describe('catches', () => {
  it.each<[string, (history: History) => void, string[]]>([
    [
      'a unit that is asked for twice',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed')
        const line = history.returnLines.find(({ returnId }) => returnId === row.id)!
        history.returnLines.push({ ...line, id: 999, received: 2 })
      },
      ['asked_within_bought', 'returned_is_returns'],
    ],
    [
      'units that count and no return asks for',
      ({ lines }) => void (lines[0]!.returned += 1),
      ['returned_is_returns'],
    ],
    [
      'a refund of what was announced, though less arrived',
      (history) => {
        const row = history.returns[1]!
        history.refunds.find(({ cause }) => cause === `return:${row.number}`)!.amount *= 3
      },
      ['refund_is_quote', 'refunded_is_refunds'],
    ],
    [
      'goods for more than was ever paid',
      (history) => {
        const row = find(history, 'exchange', 'completed')
        history.refunds.find(({ cause }) => cause === `exchange:${row.number}`)!.amount *= 9
      },
      ['given_within_paid', 'refund_is_quote'],
    ],
    [
      'a completed return whose refund was lost',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed')
        history.refunds = history.refunds.filter(({ cause }) => cause !== `return:${row.number}`)
      },
      ['refund_is_quote', 'refunded_is_refunds'],
    ],
    [
      'a refund for a return that was refused',
      (history) => {
        const row = find(history, 'return_and_refund', 'ended')
        const known = history.refunds.find(({ cause }) => cause.startsWith('return:'))!
        const order = history.orders.find(({ id }) => id === row.orderId)!
        history.refunds.push({
          ...known,
          orderId: order.id,
          paymentId: null,
          amount: 5,
          cause: `return:${row.number}`,
        })
      },
      ['only_completed_refunds'],
    ],
    [
      'store credit that was given twice',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed', 'credit')
        const entry = history.credit.find(({ cause }) => cause === `return:${row.number}`)!
        history.credit.push(entry)
      },
      ['balance_is_ledger', 'credit_once'],
    ],
    [
      'a bonus that was promised and not given',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed', 'credit')
        history.credit = history.credit.filter(({ cause }) => cause !== `bonus:${row.number}`)
      },
      ['balance_is_ledger', 'credit_once'],
    ],
    [
      'an exchange that let go of what it holds',
      (history) => void (history.returnLines.find(({ exchangeHeld }) => exchangeHeld > 0)!.exchangeHeld = 0),
      ['exchange_holds_units', 'held_is_orders'],
    ],
    [
      'a refused exchange that still holds units',
      (history) => {
        const row = find(history, 'exchange', 'pending_approval')
        row.status = 'ended'
        row.auditStatus = 'audit_failed'
        history.returnEvents.push({ returnId: row.id, kind: 'refused' })
      },
      ['exchange_holds_units', 'returned_is_returns'],
    ],
    [
      'an exchange that is completed without an order',
      (history) => void (find(history, 'exchange', 'completed').exchangeOrderId = null),
      ['exchange_has_order'],
    ],
    [
      'goods for more than what came back was worth',
      (history) => {
        const row = find(history, 'exchange', 'completed')
        history.refunds.find(({ cause }) => cause === `exchange:${row.number}`)!.amount += 1
      },
      ['refund_is_quote'],
    ],
    [
      'a return that was completed before its parcel was approved',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed')
        history.returnEvents = history.returnEvents.filter(
          ({ returnId, kind }) => returnId !== row.id || kind !== 'approved',
        )
      },
      ['return_path_exists'],
    ],
    [
      'two returns that promise one line twice',
      (history) => {
        const row = find(history, 'return_and_refund', 'completed')
        const [line] = row.quote.lines
        row.quote = { ...row.quote, lines: [line!, { ...line!, quantity: 0 }] }
      },
      ['given_within_paid'],
    ],
    [
      'a line with two reviews',
      ({ reviews, lines }) => void reviews.push({ lineId: lines[0]!.id }, { lineId: lines[0]!.id }),
      ['one_review_of_a_line'],
    ],
    [
      'a review of somebody who did not buy',
      ({ reviews }) => void reviews.push({ lineId: 999_999 }),
      ['review_was_bought'],
    ],
  ])(
    '%s',
    async (_name, bug, rules) => {
      const { history, before } = await (day ??= recorded())
      const copy = structuredClone(history)
      bug(copy)
      expect([...new Set(checkHistory(copy, before).map(({ rule }) => rule))].toSorted()).toEqual(rules)
    },
    120_000,
  )
})
