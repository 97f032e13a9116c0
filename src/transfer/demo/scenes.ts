import { cancelOrder, confirmReceipt } from '#features/orders/actions/change.ts'
import { cancelByShop } from '#features/orders/shop/decide.ts'
import { recordPayment, recordRefund, refundByShop } from '#features/orders/shop/record.ts'
import { findOrder } from '#features/orders/shop/read.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { buy, sure, type Stage } from './stage.ts'

/*
 * What the demo customer has lived through, the oldest first: an order in every state, each by the actions that
 * shoppers and merchants use, so that stock, money and history are what they would be. A scene of a return is one more
 * entry here: it begins with `delivered`.
 */

export interface Scene {
  /** What there is to be seen afterwards. */
  name: string
  play(stage: Stage): Promise<void>
}

const onDelivery = (method: string): boolean => method === 'cod'
const parcel = (trackingNumber: string) => ({
  carrier: 'SF Express',
  trackingNumber,
  trackingUrl: null,
  units: null,
})

export const scenes: readonly Scene[] = [
  {
    name: 'completed, long ago',
    play: async (stage) => {
      const number = await delivered(stage, 61, { 0: 2, 1: 1 }, 'SF1400000061')
      sure(await confirmReceipt(stage.at(57), { slug: number }))
    },
  },
  {
    name: 'cancelled by the shopper before it was paid',
    play: async (stage) => {
      const number = await buy(stage, 48, { units: { 2: 1 }, method: 'transfer' })
      sure(await cancelOrder(stage.at(47.9), { slug: number, reason: 'I chose the wrong colour.' }))
    },
  },
  {
    name: 'not paid in time',
    play: async (stage) => {
      await buy(stage, 40, { units: { 3: 1 }, method: 'card' })
      await expireUnpaid(stage.at(39.9))
    },
  },
  {
    name: 'cancelled by the shop, and refunded',
    play: async (stage) => {
      const number = await paid(stage, 33, { 4: 1, 5: 1 })
      const back = { restock: true }
      sure(await cancelByShop(stage.at(32), number, 'The glaze cracked in the kiln.', back))
      await noteRefunds(stage, 31, number)
    },
  },
  {
    name: 'completed, partly refunded, and partly paid with store credit',
    play: async (stage) => {
      const number = await delivered(stage, 27, { 6: 1, 7: 2 }, 'SF1400000027', true)
      sure(await confirmReceipt(stage.at(22), { slug: number }))
      const part = { amount: 500, reason: 'A scratch on the base', key: 'demo-27', choice: null }
      sure(await refundByShop(stage.at(21), number, part))
      await noteRefunds(stage, 20, number)
    },
  },
  {
    name: 'delivered, receipt not confirmed',
    play: async (stage) => {
      await delivered(stage, 9, { 8: 1, 0: 1 }, 'SF1400000009')
    },
  },
  {
    name: 'on its way',
    play: async (stage) => {
      const number = await paid(stage, 4, { 9: 1 })
      sure(await shipOrder(stage.at(2), number, parcel('SF1400000004'), onDelivery))
    },
  },
  {
    name: 'partly sent',
    play: async (stage) => {
      const number = await paid(stage, 3, { 10: 2, 11: 1 })
      const [first] = (await findOrder(stage.at(1).db, number))!.lines
      const some = { ...parcel('SF1400000003'), units: { [first!.sku]: 1 } }
      sure(await shipOrder(stage.at(1), number, some, onDelivery))
    },
  },
  {
    name: 'cancellation requested',
    play: async (stage) => {
      const number = await paid(stage, 2, { 1: 1 })
      sure(await cancelOrder(stage.at(0.5), { slug: number, reason: 'I found the old one again.' }))
    },
  },
  {
    name: 'paid, to be sent',
    play: async (stage) => {
      await paid(stage, 1, { 2: 1, 6: 1 })
    },
  },
  {
    name: 'to be paid to the courier',
    play: async (stage) => {
      await buy(stage, 0.3, { units: { 3: 1 }, method: 'cod', note: 'Please ring twice.' })
    },
  },
  {
    name: 'to be paid by transfer',
    play: async (stage) => {
      await buy(stage, 0.2, { units: { 4: 1 }, method: 'transfer' })
    },
  },
  {
    name: 'to be paid by card, within half an hour',
    play: async (stage) => {
      await buy(stage, 0, { units: { 5: 1 }, method: 'card' })
    },
  },
]

type Units = Parameters<typeof buy>[2]['units']

/** Bought, and paid by transfer on the same day. */
async function paid(stage: Stage, daysAgo: number, units: Units, withCredit = false): Promise<string> {
  const number = await buy(stage, daysAgo, { units, method: 'transfer', withCredit })
  sure(await recordPayment(stage.at(daysAgo - 0.2), number))
  return number
}

/** The money has gone back: nobody is asked to send it. */
async function noteRefunds({ at }: Stage, daysAgo: number, number: string): Promise<void> {
  const { refunds } = (await findOrder(at(daysAgo).db, number))!
  for (const { id, paymentId, status } of refunds)
    if (paymentId !== null && status === 'pending') sure(await recordRefund(at(daysAgo), id, 'DEMO'))
}

/** Paid, sent a day later, there two days later. */
async function delivered(
  stage: Stage,
  daysAgo: number,
  units: Units,
  tracking: string,
  withCredit = false,
): Promise<string> {
  const number = await paid(stage, daysAgo, units, withCredit)
  sure(await shipOrder(stage.at(daysAgo - 1), number, parcel(tracking), onDelivery))
  sure(await deliverOrder(stage.at(daysAgo - 3), number, null))
  return number
}
