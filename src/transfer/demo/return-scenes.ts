import { confirmReceipt } from '#features/orders/actions/change.ts'
import { cancelReturn } from '#features/returns/actions/change.ts'
import { withdrawOrder } from '#features/returns/actions/withdraw.ts'
import { approveReturn, refuseReturn } from '#features/returns/shop/decide.ts'
import { expireReturns } from '#features/returns/work/timer.ts'
import { findOrder, type OrderRow } from '#features/orders/shop/read.ts'
import { approvedAndSent, asked, completed, received, unitsOf, type Wish } from './returning.ts'
import { delivered, noteRefunds, sent } from './selling.ts'
import { sure, type Scene } from './stage.ts'

/* What the demo customer has asked back: a return in every state, two of most orders. */

export const returnScenes: readonly Scene[] = [
  {
    name: 'a return, refunded; later a claim, refunded without the goods',
    async *play(stage) {
      const number = yield* delivered(stage, 58, { 2: 2, 3: 1 })
      const first = yield* asked(52, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'style',
        description: 'Lovely, but two of them are one too many for my shelf.',
        lines: unitsOf(lines, placeOf(lines, 2), 1),
      }))
      yield* approvedAndSent(51, first)
      yield* received(47, first, true)
      yield* completed(46, first)
      yield* noteRefunds(45, number)
      sure(await confirmReceipt(yield 44, { slug: number }))
      const claim = yield* asked(38, number, (lines) => ({
        type: 'refund_only',
        reason: 'defective',
        description: 'The finish has come off in two places. Nobody dropped it, I promise.',
        lines: unitsOf(lines, placeOf(lines, 1), 1),
      }))
      sure(await approveReturn(yield 37, claim, null))
      yield* completed(36.9, claim)
      yield* noteRefunds(36, number)
    },
  },
  {
    name: 'a return that was not sent in time; an exchange of like for like, whose order costs nothing',
    async *play(stage) {
      const number = yield* delivered(stage, 45, { 6: 1, 7: 1 })
      const late = yield* asked(41, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'ordered_by_mistake',
        description: '',
        lines: unitsOf(lines, 0, 1),
      }))
      sure(await approveReturn(yield 40, late, null))
      const slug = yield* asked(39, number, (lines) => ({
        type: 'exchange',
        reason: 'damaged',
        description: 'The edge was chipped when I unpacked it. I would like the same one, whole.',
        lines: unitsOf(lines, 1, 1, lines[1]!.sku),
      }))
      yield* approvedAndSent(38, slug)
      sure(await confirmReceipt(yield 36, { slug: number }))
      yield* received(35, slug, false)
      const made = (yield* completed(34.5, slug))!
      yield* sent(33, made)
      sure(await confirmReceipt(yield 29, { slug: made }))
      await expireReturns(yield 25.9)
    },
  },
  {
    name: 'a return as store credit, with what the shop adds; one that was refused',
    async *play(stage) {
      const number = yield* delivered(stage, 34, { 4: 1, 5: 1 })
      sure(await confirmReceipt(yield 30, { slug: number }))
      const refused = yield* asked(29, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'changed_mind',
        description: 'I have used it for a week, and we do not suit each other.',
        lines: unitsOf(lines, 1, 1),
      }))
      const reason = 'It has been used, and we can only take back what is as good as new.'
      sure(await refuseReturn(yield 28, refused, reason))
      const slug = yield* asked(26, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'changed_mind',
        refundTo: 'credit',
        description: 'I will choose something else.',
        lines: unitsOf(lines, 0, 1),
      }))
      yield* approvedAndSent(25, slug)
      yield* received(21.5, slug, true)
      yield* completed(20.5, slug)
    },
  },
  {
    name: 'a return that was taken back before it was approved, and one afterwards',
    async *play(stage) {
      const number = yield* delivered(stage, 23, { 8: 1, 9: 1 })
      const first = yield* asked(18, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'arrived_late',
        description: '',
        lines: unitsOf(lines, 0, 1),
      }))
      sure(await cancelReturn(yield 17.6, { slug: first }))
      const second = yield* asked(17, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'style',
        description: 'It does not go with the rest.',
        lines: unitsOf(lines, 1, 1),
      }))
      sure(await approveReturn(yield 16, second, null))
      sure(await cancelReturn(yield 15, { slug: second }))
      sure(await confirmReceipt(yield 14.5, { slug: number }))
    },
  },
  {
    name: 'a return of which a part was approved, and has arrived; an exchange with a difference to pay',
    async *play(stage) {
      const number = yield* delivered(stage, 19, { 10: 2, 11: 1, 0: 1 })
      sure(await confirmReceipt(yield 14, { slug: number }))
      const part = yield* asked(12, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'changed_mind',
        description: 'I meant to order one, and opened both.',
        lines: unitsOf(lines, placeOf(lines, 2), 2),
      }))
      const slug = yield* asked(11.5, number, dearer)
      const { lines } = (await findOrder((yield 11).db, number))!
      const units = { [lines[placeOf(lines, 2)]!.sku]: 1 }
      yield* approvedAndSent(11, part, units, 'One of them was used before it was packed again.')
      yield* approvedAndSent(9.5, slug)
      yield* received(3, part, true)
      yield* received(2.5, slug, true)
      yield* completed(1.5, slug)
    },
  },
  {
    name: 'a return on its way, and one whose parcel is waited for',
    async *play(stage) {
      const number = yield* delivered(stage, 14, { 1: 1, 3: 1 })
      sure(await confirmReceipt(yield 10, { slug: number }))
      const first = yield* asked(8.5, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'too_large',
        description: 'I measured the shelf only afterwards.',
        lines: unitsOf(lines, 0, 1),
      }))
      yield* approvedAndSent(7.5, first)
      const second = yield* asked(3, number, (lines) => ({
        type: 'return_and_refund',
        reason: 'not_as_described',
        description: 'The colour is much darker than in the pictures.',
        lines: unitsOf(lines, 1, 1),
      }))
      sure(await approveReturn(yield 2, second, null))
    },
  },
  {
    name: 'a withdrawal; a return to be approved',
    async *play(stage) {
      const number = yield* delivered(stage, 8, { 4: 1, 5: 1 })
      const ctx = yield 3.2
      const { lines } = (await findOrder(ctx.db, number))!
      sure(await withdrawOrder(ctx, { order: number, lines: [{ line: lines[0]!.id, quantity: 1 }] }))
      yield* asked(0.4, number, (bought) => ({
        type: 'return_and_refund',
        reason: 'other',
        description: 'It was a present, and they had the same one already.',
        lines: unitsOf(bought, 1, 1),
      }))
    },
  },
]

/** The place of the line of which so many units were bought. */
function placeOf(lines: OrderRow['lines'], quantity: number): number {
  return lines.findIndex((line) => line.quantity === quantity)
}

/** The cheapest of the single things, for the dearest of them. */
function dearer(lines: OrderRow['lines']): Wish {
  const [cheap, dear] = lines.filter(({ quantity }) => quantity === 1).toSorted((a, b) => a.net - b.net)
  return {
    type: 'exchange',
    reason: 'changed_mind',
    description: 'I would rather have a second one of the other.',
    lines: unitsOf(lines, lines.indexOf(cheap!), 1, dear!.sku),
  }
}
