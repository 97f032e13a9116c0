import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDemoGateway, type DemoGateway } from './gateway.ts'

interface Bank {
  gateway: DemoGateway
  /** What was handed over: its event and kind. */
  sent: { id: string; type: string }[]
  wait(milliseconds: number): Promise<void>
  open(): Promise<string>
  /** Whether the shop takes what is sent. */
  shop: { takes: boolean }
}

async function bank(): Promise<Bank> {
  const { db } = await freshDatabase()
  let now = new Date('2026-11-21T12:00:00Z')
  const sent: Bank['sent'] = []
  const shop = { takes: true }
  const gateway = openDemoGateway({
    db,
    key: randomBytes(32),
    log: pino({ level: 'silent' }),
    now: () => now,
    send: async (_url, _headers, body) => {
      sent.push(JSON.parse(body.toString()) as Bank['sent'][number])
      return shop.takes
    },
  })
  let keys = 0
  return {
    gateway,
    sent,
    shop,
    wait: async (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
      await gateway.drain()
    },
    open: () =>
      gateway.open(
        {
          amount: 4850,
          currency: 'USD',
          returnUrl: 'http://shop/back',
          notifyUrl: 'http://shop/webhooks/demo',
        },
        `payment:${(keys += 1)}`,
      ),
  }
}

it('opens one charge for each key', async () => {
  const { gateway } = await bank()
  const charge = { amount: 100, currency: 'USD', returnUrl: 'http://shop/', notifyUrl: 'http://shop/' }
  const references = await Promise.all(Array.from({ length: 5 }, () => gateway.open(charge, 'payment:1')))
  expect(new Set(references).size).toBe(1)
  expect(await gateway.open(charge, 'payment:2')).not.toBe(references[0])
})

it('answers later: it says that it thinks, and half a minute on that it is paid', async () => {
  const { gateway, sent, wait, open } = await bank()
  const reference = await open()
  await gateway.answer(reference, 'later')
  await wait(0)
  expect(sent.map(({ type }) => type)).toEqual(['charge.waiting'])
  await wait(29_000)
  expect(await gateway.find(reference)).toMatchObject({ status: 'waiting' })
  // What is being decided cannot be called off.
  await gateway.cancel(reference)
  await wait(1_000)
  expect(await gateway.find(reference)).toMatchObject({ status: 'captured' })
  expect(sent.map(({ type }) => type)).toEqual(['charge.waiting', 'charge.captured'])
})

it('answers twice: the same event two times, and its news once more', async () => {
  const { gateway, sent, wait, open } = await bank()
  await gateway.answer(await open(), 'twice')
  await wait(0)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
})

it('takes the money and tells nobody', async () => {
  const { gateway, sent, wait, open } = await bank()
  const reference = await open()
  await gateway.answer(reference, 'silent')
  await wait(3_600_000)
  expect(await gateway.find(reference)).toMatchObject({ status: 'captured' })
  expect(sent).toEqual([])
})

it('sends again what the shop did not take, as the same event, and gives up in the end', async () => {
  const { gateway, sent, shop, wait, open } = await bank()
  shop.takes = false
  await gateway.answer(await open(), 'approve')
  await wait(0)
  for (const pause of [2_000, 10_000]) await wait(pause)
  expect(sent).toHaveLength(3)
  shop.takes = true
  await wait(60_000)
  await wait(3_600_000)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)

  shop.takes = false
  await gateway.answer(await open(), 'approve')
  await wait(0)
  for (let hours = 0; hours < 10; hours++) await wait(3_600_000)
  expect(sent).toHaveLength(4 + 6)
})

it('decides once', async () => {
  const { gateway, open } = await bank()
  const reference = await open()
  const took = await Promise.all([
    gateway.answer(reference, 'approve'),
    gateway.answer(reference, 'decline'),
    gateway.answer(reference, 'approve'),
  ])
  expect(took.filter(Boolean)).toHaveLength(1)
})

it('gives back once for each key, and never more than it took', async () => {
  const { gateway, open } = await bank()
  const reference = await open()
  expect(await gateway.refund(reference, 100, 'early')).toBe(false)
  await gateway.answer(reference, 'approve')
  const same = await Promise.all(Array.from({ length: 5 }, () => gateway.refund(reference, 2000, 'cancel:1')))
  expect(same).toEqual([true, true, true, true, true])
  expect(await gateway.find(reference)).toMatchObject({ refunded: 2000 })
  expect(await gateway.refund(reference, 2851, 'cancel:2')).toBe(false)
  expect(await gateway.refund(reference, 2850, 'cancel:3')).toBe(true)
  expect(await gateway.find(reference)).toMatchObject({ refunded: 4850 })
})
