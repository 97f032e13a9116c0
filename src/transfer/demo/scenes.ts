import { cancelOrder, confirmReceipt } from '#features/orders/actions/change.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { refundByShop } from '#features/orders/shop/record.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { shipOrder } from '#features/orders/shop/ship.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { delivered, noteRefunds, onDelivery, paid, parcel } from './selling.ts'
import { buy, sure, type Scene } from './stage.ts'
import { answeredReview, waitingReview } from './writing.ts'

/*
 * What the demo customer has lived through: an order in every state, each by the actions that shoppers and merchants
 * use, so that stock, money and history are what they would be. Returns are in `return-scenes.ts`.
 */

export const scenes: readonly Scene[] = [
  {
    name: 'completed, long ago; reviewed, with the merchant’s answer',
    async *play(stage) {
      const number = yield* delivered(stage, 61, { 0: 2, 1: 1 })
      sure(await confirmReceipt(yield 57, { slug: number }))
      yield* answeredReview(stage, 50, number)
    },
  },
  {
    name: 'cancelled by the shopper before it was paid',
    async *play(stage) {
      const number = yield* buy(stage, 48, { units: { 2: 1 }, method: 'transfer' })
      sure(await cancelOrder(yield 47.9, { slug: number, reason: 'I chose the wrong colour.' }))
    },
  },
  {
    name: 'not paid in time',
    async *play(stage) {
      yield* buy(stage, 40, { units: { 3: 1 }, method: 'card' })
      await expireUnpaid(yield 39.9)
    },
  },
  {
    name: 'cancelled by the shop, and refunded',
    async *play(stage) {
      const number = yield* paid(stage, 33, { 4: 1, 5: 1 })
      const back = { restock: true }
      sure(await cancelByShop(yield 32, number, 'The glaze cracked in the kiln.', back))
      yield* noteRefunds(31, number)
    },
  },
  {
    name: 'completed, partly refunded, and partly paid with store credit',
    async *play(stage) {
      const number = yield* delivered(stage, 27, { 6: 1, 7: 2 }, true)
      sure(await confirmReceipt(yield 22, { slug: number }))
      const part = { amount: 500, reason: 'A scratch on the base', key: 'demo-27', choice: null }
      sure(await refundByShop(yield 21, number, part))
      yield* noteRefunds(20, number)
    },
  },
  {
    name: 'delivered, receipt not confirmed; its review waits to be read',
    async *play(stage) {
      const number = yield* delivered(stage, 9, { 8: 1, 0: 1 })
      yield* waitingReview(0.7, number)
    },
  },
  {
    name: 'on its way',
    async *play(stage) {
      const number = yield* paid(stage, 4, { 9: 1 })
      sure(await shipOrder(yield 2, number, parcel('SF1400000004'), onDelivery))
    },
  },
  {
    name: 'partly sent',
    async *play(stage) {
      const number = yield* paid(stage, 3, { 10: 2, 11: 1 })
      const ctx = yield 1
      const [first] = (await findOrder(ctx.db, number))!.lines
      const some = { ...parcel('SF1400000003'), units: { [first!.sku]: 1 } }
      sure(await shipOrder(ctx, number, some, onDelivery))
    },
  },
  {
    name: 'cancellation requested',
    async *play(stage) {
      const number = yield* paid(stage, 2, { 1: 1 })
      sure(await cancelOrder(yield 0.5, { slug: number, reason: 'I found the old one again.' }))
    },
  },
  {
    name: 'paid, to be sent',
    async *play(stage) {
      yield* paid(stage, 1, { 2: 1, 6: 1 })
    },
  },
  {
    name: 'to be paid to the courier',
    async *play(stage) {
      yield* buy(stage, 0.3, { units: { 3: 1 }, method: 'cod', note: 'Please ring twice.' })
    },
  },
  {
    name: 'to be paid by transfer',
    async *play(stage) {
      yield* buy(stage, 0.2, { units: { 4: 1 }, method: 'transfer' })
    },
  },
  {
    name: 'to be paid by card, within half an hour',
    async *play(stage) {
      yield* buy(stage, 0, { units: { 5: 1 }, method: 'card' })
    },
  },
]
