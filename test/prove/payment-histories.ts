import { changePaymentMethod } from '#features/orders/actions/change-method.ts'
import { cancelOrder } from '#features/orders/actions/change.ts'
import { applyPayment } from '#features/orders/rules/pay.ts'
import { reconcilePayments } from '#features/orders/work/reconcile.ts'
import { sendRefunds } from '#features/orders/rules/refund.ts'
import { paymentStatus, returnFromProvider, startPayment } from '#features/orders/actions/start-payment.ts'
import { expireUnpaid } from '#features/orders/work/timer.ts'
import { signNotice } from '#features/payments/demo/signature.ts'
import { answers } from '#features/payments/demo/gateway.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PaymentProvider, Providers } from '#platform/server/pay.ts'
import { seeded, type Random } from './seeded.ts'
import type { BaggedNotice, PaymentWorld, PlacedForTest } from '../payment-world.ts'

/*
 * Histories of payments, made up by chance: a shopper who pays, leaves, comes back, changes the way and gives up; a
 * bank that answers late, twice or never; a network that loses, repeats, reorders and dies half-way; somebody who
 * forges. After each the shop's books must be the bank's.
 */

export interface Tally {
  histories: number
  steps: number
  /** What the network did. */
  delivered: number
  repeated: number
  lost: number
  /** Notices that were changed on their way, and how many of them were believed. */
  forged: number
  believed: number
  /** Signed notices with a wrong amount or currency, and how many changed anything. */
  lies: number
  swallowed: number
  /** Calls to the bank that died before or after they were carried out. */
  died: number
  captured: number
  refunded: number
  /** Sentences about what does not fit. */
  faults: string[]
}

export function newTally(): Tally {
  const none = { histories: 0, steps: 0, delivered: 0, repeated: 0, lost: 0, forged: 0, believed: 0, lies: 0 }
  return { ...none, swallowed: 0, died: 0, captured: 0, refunded: 0, faults: [] }
}

interface Scene {
  world: PaymentWorld
  order: PlacedForTest
  /** Of the bank's pages that the shopper has seen. */
  references: string[]
  random: Random
  tally: Tally
  /** The shopper, by a line that may die. */
  shopper: () => Ctx
  pay: Providers
}

/** Plays one history to its end and compares the books. */
export async function playHistory(world: PaymentWorld, seed: number, tally: Tally): Promise<void> {
  const random = seeded(seed)
  const method = pick(random, ['card', 'card', 'card', 'transfer', 'cod'] as const)
  const order = await world.placed({ method, total: 100 + Math.floor(random() * 100_000) })
  const demo = dyingLine(world.demo, random, tally)
  const pay = new Map(world.owner(order.token).pay).set('demo', demo)
  const scene: Scene = {
    world,
    order,
    references: [],
    random,
    tally,
    pay,
    shopper: () => ({ ...world.owner(order.token), pay }),
  }
  // Most people do go to pay.
  const opening = random() < 0.8 ? [begin, begin, answer] : []
  const count = 4 + Math.floor(random() * 12)
  for (const step of [...opening, ...Array.from({ length: count }, () => pick(random, steps))]) {
    await step(scene)
    tally.steps += 1
  }
  await settle(scene)
  tally.histories += 1
  const { faults, captured, refunded } = await compareBooks(world, order)
  tally.captured += captured
  tally.refunded += refunded
  tally.faults.push(...faults.map((fault) => `seed ${seed}, order ${order.number}: ${fault}`))
}

type Step = (scene: Scene) => Promise<unknown>

const begin: Step = async ({ shopper, order, references }) => {
  const started = await startPayment(shopper(), { order: order.number })
  const page = started.ok ? /demo-gateway\/([\w-]+)$/.exec(started.value.redirect ?? '') : null
  if (page && !references.includes(page[1]!)) references.push(page[1]!)
}

const answer: Step = async ({ world, references, random }) => {
  const reference = pick(random, references)
  if (reference !== undefined) await world.gateway.answer(reference, pick(random, answers))
}

/** One notice arrives, out of order; sometimes it will arrive again. */
const deliver: Step = async (scene) => {
  const { world, random, tally } = scene
  await world.gateway.drain()
  const [notice] = world.bag.splice(Math.floor(random() * world.bag.length), 1)
  if (!notice) return
  tally.delivered += 1
  if (random() < 0.4) {
    world.bag.push(notice)
    tally.repeated += 1
  }
  await hand(scene, notice)
}

const lose: Step = async ({ world, random, tally }) => {
  await world.gateway.drain()
  tally.lost += world.bag.splice(Math.floor(random() * world.bag.length), 1).length
}

/** Somebody changes a notice on its way. */
const forge: Step = async ({ world, random, tally }) => {
  await world.gateway.drain()
  const [notice] = world.bag
  if (!notice) return
  tally.forged += 1
  const changed = Buffer.from(notice.body)
  changed[Math.floor(random() * changed.length)]! ^= 1 << Math.floor(random() * 8)
  if (world.demo.readWebhook(notice.headers, changed, world.clock.now).ok) tally.believed += 1
}

/** The bank itself says something that cannot be: signed, and not the order's money. */
const lie: Step = async (scene) => {
  const { world, references, random, tally, order } = scene
  const reference = pick(random, references)
  if (reference === undefined) return
  tally.lies += 1
  const wrong = random() < 0.5 ? { amount: order.total + 1 + Math.floor(random() * 50) } : { currency: 'EUR' }
  const charge = { reference, status: 'captured', amount: order.total, currency: 'USD', ...wrong }
  const body = Buffer.from(JSON.stringify({ id: `lie_${order.id}_${tally.lies}`, charge }))
  const outcomes = await hand(scene, {
    headers: { 'demo-signature': signNotice(world.key, body, world.clock.now) },
    body,
  })
  if (!outcomes.every((outcome) => outcome.startsWith('wrong_'))) tally.swallowed += 1
}

const changeWay: Step = async ({ shopper, order, random }) =>
  changePaymentMethod(shopper(), {
    order: order.number,
    method: pick(random, ['card', 'transfer', 'cod'] as const),
  })

/** The operator sees the money on the account. */
const transfer: Step = async ({ world, order }) => {
  const { rows } = await world.db.pool.query<{ provider: string; reference: string; amount: number }>(
    "select provider, reference, amount from payments where order_id = $1 and provider <> 'demo' and status = 'created'",
    [order.id],
  )
  for (const { provider, reference, amount } of rows) {
    const report = {
      eventId: `seen_${reference}`,
      reference,
      status: 'captured',
      amount,
      currency: 'USD',
    } as const
    await applyPayment(world.owner(''), provider, { ...report, failure: null }, 'operator')
  }
}

const giveUp: Step = async ({ shopper, order }) => cancelOrder(shopper(), { slug: order.number, reason: '' })
const comeBack: Step = async ({ shopper, order }) => returnFromProvider(shopper(), order.number)
const look: Step = async ({ shopper, order }) => paymentStatus(shopper(), { order: order.number })
const reconcile: Step = async ({ world, pay }) =>
  reconcilePayments(world.owner(''), pay, () => world.clock.now)
const refund: Step = async ({ world, pay }) => sendRefunds(world.owner(''), pay, () => world.clock.now)
const expire: Step = async ({ world }) => expireUnpaid(world.owner(''))
const wait: Step = async ({ world, random }) =>
  world.later(random() < 0.7 ? random() * 90_000 : random() * 2_400_000)

/** Everything at the same moment. */
const storm: Step = async (scene) => {
  const { world } = scene
  await world.gateway.drain()
  const notices = world.bag.splice(0)
  scene.tally.delivered += notices.length * 2
  scene.tally.repeated += notices.length
  await Promise.all([
    ...[...notices, ...notices].map((notice) => hand(scene, notice)),
    comeBack(scene),
    look(scene),
    begin(scene),
    reconcile(scene),
    refund(scene),
    expire(scene),
  ])
}

const steps: readonly Step[] = [
  begin,
  begin,
  begin,
  answer,
  answer,
  answer,
  deliver,
  deliver,
  lose,
  forge,
  lie,
  changeWay,
  transfer,
  giveUp,
  comeBack,
  look,
  reconcile,
  refund,
  expire,
  wait,
  wait,
  storm,
]

async function hand({ world }: Scene, { headers, body }: BaggedNotice): Promise<string[]> {
  const read = world.demo.readWebhook(headers, body, world.clock.now)
  if (!read.ok) return [read.problem]
  const outcomes: string[] = []
  for (const report of read.value)
    outcomes.push(await applyPayment(world.owner(''), 'demo', report, 'webhook'))
  return outcomes
}

/** A line that dies one time in eight: before the bank has heard, or after it has done what it was asked. */
function dyingLine(bank: PaymentProvider, random: Random, tally: Tally): PaymentProvider {
  const over = async <T>(call: () => Promise<T>): Promise<T> => {
    const fate = random()
    if (fate >= 0.125) return call()
    tally.died += 1
    if (fate < 0.0625) await call()
    throw new Error('the line is dead')
  }
  return {
    ...bank,
    start: (payment) => over(() => bank.start(payment)),
    fetch: (reference) => over(() => bank.fetch(reference)),
    cancel: (reference) => over(() => bank.cancel(reference)),
    refund: (...args) => over(() => bank.refund(...args)),
  }
}

/** Hours pass: half of what is still under way is lost, the jobs do their work. */
async function settle(scene: Scene): Promise<void> {
  const { world, random, tally } = scene
  for (let round = 0; round < 6; round++) {
    world.later(10 * 60_000)
    await world.gateway.drain()
    for (const notice of world.bag.splice(0)) {
      if (random() < 0.5) tally.lost += 1
      else await hand(scene, notice)
    }
    await reconcile(scene)
    await expire(scene)
    await refund(scene)
  }
  // Lines that died cost time and nothing else.
  world.later(2 * 3_600_000)
  const healed: Scene = { ...scene, pay: world.owner('').pay }
  await reconcile(healed)
  await refund(healed)
}

interface Books {
  status: string
  pay_status: string
  stock_status: string
  total: number
  /** Of a paid order that became dearer: what it waits for. */
  due: number
  captured: number
  refunded: number
  on_hand: number
  held: number
  moved_on_hand: number
  moved_held: number
  refunds: number
  events_paid: number
}

export interface Comparison {
  /** Sentences about what does not fit. */
  faults: string[]
  captured: number
  refunded: number
}

/** Compares the shop's books on an order of two units out of ten with the bank's, and with themselves. */
export async function compareBooks(world: PaymentWorld, order: PlacedForTest): Promise<Comparison> {
  const faults: string[] = []
  const fault = (text: string): void => void faults.push(text)
  const { rows } = await world.db.pool.query<Books>(
    `select o.status, o.pay_status, o.stock_status, o.total, o.due, o.captured, o.refunded, s.on_hand, s.held,
       (select sum(on_hand)::int from stock_moves m where m.sku_id = s.id) as moved_on_hand,
       (select sum(held)::int from stock_moves m where m.sku_id = s.id) as moved_held,
       (select coalesce(sum(amount), 0)::bigint from refunds r where r.order_id = o.id and r.status <> 'failed') as refunds,
       (select count(*)::int from order_events e where e.order_id = o.id and e.kind = 'paid') as events_paid
     from orders o join order_lines l on l.order_id = o.id join skus s on s.id = l.sku_id where o.id = $1`,
    [order.id],
  )
  const books = rows[0]!
  const { rows: payments } = await world.db.pool.query<{
    provider: string
    status: string
    captured: number
    refunded: number
    charged: number | null
    given_back: number | null
    charge: string | null
  }>(
    `select p.provider, p.status, p.captured, p.refunded, c.status as charge, c.refunded as given_back,
       case when c.status = 'captured' then c.amount else 0 end as charged
     from payments p left join demo_charges c on c.reference = p.reference where p.order_id = $1`,
    [order.id],
  )
  const sum = (of: (payment: (typeof payments)[number]) => number): number =>
    payments.reduce((all, payment) => all + of(payment), 0)
  for (const payment of payments.filter(({ provider, charge }) => provider === 'demo' && charge !== null)) {
    if (payment.captured !== payment.charged)
      fault(`captured ${payment.captured}, the bank took ${payment.charged}`)
    if (payment.refunded !== payment.given_back)
      fault(`refunded ${payment.refunded}, the bank gave back ${payment.given_back}`)
    const isOpen = payment.status === 'created' || payment.status === 'pending'
    const isSettled = books.status === 'cancelled' || (books.pay_status === 'paid' && books.due === 0)
    if (isOpen && isSettled && payment.charge === 'open')
      fault('the bank would still take money that nobody is owed')
  }
  if (books.captured !== sum(({ captured }) => captured)) fault('the order does not sum its payments')
  if (books.refunded !== sum(({ refunded }) => refunded))
    fault('the order does not sum what its payments gave back')
  if (books.refunded !== books.refunds) fault('refunds do not sum to what was given back')
  const paidFor = books.total - books.due
  if (books.pay_status !== (books.captured >= paidFor ? 'paid' : 'unpaid'))
    fault(`pay status ${books.pay_status}`)

  const kept = books.captured - books.refunded
  const isSold = books.status === 'in_progress' && books.pay_status === 'paid'
  if (kept !== (isSold ? paidFor : 0) && books.status !== 'pending_cancellation')
    fault(`${books.status}, ${books.pay_status}: ${kept} of ${paidFor} are kept`)
  if (books.events_paid > 1) fault('it was paid more than once')
  const stock = { in_progress: isSold ? [8, 0] : [10, 2], pending_cancellation: [8, 0], cancelled: [10, 0] }[
    books.status
  ]
  if (books.on_hand !== stock?.[0] || books.held !== stock[1])
    fault(`${books.status}, ${books.pay_status}: ${books.on_hand} there, ${books.held} held`)
  if (10 + books.moved_on_hand !== books.on_hand || books.moved_held !== books.held)
    fault('the moves of the stock do not lead to the stock')
  return { faults, captured: books.captured, refunded: books.refunded }
}

function pick<const T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}
