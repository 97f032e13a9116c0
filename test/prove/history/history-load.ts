import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { day, minute } from '#domain/time.ts'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import { approveCancellation, cancelByShop, refuseCancellation } from '#features/orders/shop/decide.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { adjustOrder } from '#features/orders/shop/adjust.ts'
import { editOrder } from '#features/orders/shop/edit.ts'
import type { EditWork } from '#features/orders/shop/plan-edit.ts'
import { findOrderByNumber } from '#features/orders/queries/read.ts'
import { recordPayment, refundByShop } from '#features/orders/shop/record.ts'
import { confirmRefund } from '#features/orders/rules/refund.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { completeDelivered, expireUnpaid } from '#features/orders/work/timer.ts'
import { expireReturns, remindOfParcels, settleExchanges } from '#features/returns/work/timer.ts'
import { addOrderEvent } from '#features/orders/queries/events.ts'
import { lockOrderByNumber, moveOrder } from '#features/orders/queries/lock.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { payTestOrder, tryTestOrder, shopWithMethods, type TestOrder } from '../../placed-orders.ts'
import { addCustomers, askBack, giveToCustomer } from './history-returns-load.ts'

/*
 * A day of a shop, made up by chance: orders placed, paid, cancelled, sent, given back, returned, by many at once, with
 * more wishes than there are units and coupons.
 */

/** A small catalogue of `units` of most things: two are scarce, one is ordered first; a coupon with ten uses. */
export async function fillShop(db: Database, units = 40): Promise<{ coupon: number }> {
  await db.pool.query(`
    insert into products (slug, options, hash) select 'p' || n, '[]', '' from generate_series(1, 8) n;
    insert into skus (product_id, sku, position, on_hand, backorder)
      select id, slug, 1, case when slug in ('p1', 'p2') then 6 when slug = 'p8' then 1 else ${units} end, slug = 'p8' from products order by id;
    insert into sku_prices (sku_id, currency, amount) select id, 'USD', 1000 + 7 * id from skus`)
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     values ('ten', 'TEN', '{}', '{}', false, 10, 1, true) returning id`,
  )
  await addCustomers(db)
  return { coupon: rows[0]!.id }
}

/** What happened, by name. */
export type Tally = Record<string, number>

interface Day {
  orders: number
  atOnce: number
  coupon: number
  /** 0 up to, not including, 1. */
  random: () => number
  /** Whether the shop cancels some paid orders without putting their units back on the shelf. */
  writesOff?: boolean
}

/** Plays `orders` wishes, `atOnce` at a time. */
export async function playDay(
  db: Database,
  { orders, atOnce, coupon, random, writesOff = true }: Day,
): Promise<Tally> {
  const tally: Tally = {}
  const begin = new Date('2026-11-21T08:00:00Z')
  let wished = 0
  const shopper = async (): Promise<void> => {
    while (wished < orders) {
      const n = wished++
      const work = workAt(db, new Date(begin.getTime() + n * minute))
      const name = await playOrder(db, work, n, { coupon, random, writesOff })
      tally[name] = (tally[name] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, shopper))
  const evening = new Date(begin.getTime() + (orders + 31) * minute)
  // Two nodes do what time does.
  const expired = await Promise.all([expireUnpaid(workAt(db, evening)), expireUnpaid(workAt(db, evening))])
  tally['expired'] = expired[0] + expired[1]
  await changeInTheEvening(db, workAt(db, evening), tally)
  await returnsByTime(db, evening, tally)
  const muchLater = workAt(db, new Date(evening.getTime() + 40 * day))
  tally['completed later'] = await completeDelivered(muchLater)
  return tally
}

/**
 * Paid orders that the shop changes, so that each day has some: one becomes cheaper, the price of one is lowered, and
 * of three the delivery costs more, which is paid by two at once, called off, or waited for.
 */
async function changeInTheEvening(db: Database, work: PayWork & OrderWork, tally: Tally): Promise<void> {
  const edit = async (
    { number }: TestOrder,
    change: { units?: number; shipping?: number },
  ): Promise<void> => {
    const { units, shipping = null } = change
    const changes = units === undefined ? [] : [{ kind: 'set' as const, sku: 'p8', quantity: units }]
    const edited = await editOrder(
      till(work),
      number,
      { changes, reprice: false, shipping, reason: '' },
      null,
    )
    if (!edited.ok) throw new Error(edited.problem.name)
  }
  const lowered = { line: null, amount: 100, reason: 'late', key: 'evening' }
  const scenes: ((order: TestOrder) => Promise<unknown>)[] = [
    (order) => edit(order, { units: 1 }),
    ({ number }) => adjustOrder(work, number, lowered),
    async (order) => {
      await edit(order, { shipping: 900 })
      await Promise.all([payTestOrder(work, order.id), payTestOrder(work, order.id)])
    },
    async (order) => {
      await edit(order, { shipping: 900 })
      await cancelByShop(work, order.number, '', { restock: true })
    },
    (order) => edit(order, { shipping: 900 }),
  ]
  for (const scene of scenes) {
    // Of this one there are always some to be ordered.
    const placed = await tryTestOrder(db, { units: { p8: 2 }, method: 'transfer', now: work.now })
    if (!placed.ok) throw new Error(placed.problem.name)
    await recordPayment(work, placed.value.number)
    await scene(placed.value)
  }
  tally['changed in the evening'] = scenes.length
}

/** Parcels that nobody sends, exchanges whose difference nobody pays: again on two nodes. */
async function returnsByTime(db: Database, evening: Date, tally: Tally): Promise<void> {
  const at = (days: number) => workAt(db, new Date(evening.getTime() + days * day))
  tally['reminded of parcels'] = await remindOfParcels(at(12))
  const ended = await Promise.all([expireReturns(at(15)), expireReturns(at(15))])
  tally['returns expired'] = ended[0] + ended[1]
  tally['exchanges expired'] = await expireUnpaid(at(16))
  const settled = await Promise.all([settleExchanges(at(16)), settleExchanges(at(16))])
  tally['exchanges settled'] = settled[0] + settled[1]
}

async function playOrder(
  db: Database,
  work: PayWork & OrderWork,
  n: number,
  { coupon, random, writesOff }: Required<Pick<Day, 'coupon' | 'random' | 'writesOff'>>,
): Promise<string> {
  const pick = (count: number): number => Math.floor(random() * count)
  const method = (['card', 'card', 'transfer', 'cod'] as const)[pick(4)]!
  const wanted = Array.from({ length: 1 + pick(3) }, () => `p${1 + pick(8)}`)
  const units = Object.fromEntries(wanted.map((sku) => [sku, 1 + pick(3)]))
  const usesCoupon = random() < 0.3
  const placed = await tryTestOrder(db, {
    units,
    method,
    now: work.now,
    email: `n${usesCoupon ? n % 25 : n}@example.com`,
    coupon: usesCoupon ? { id: coupon, slug: 'ten', code: 'TEN', amount: 300 } : null,
  })
  if (!placed.ok) return placed.problem.name
  const { id, number } = placed.value
  if (pick(3) === 0) await giveToCustomer(db, placed.value, pick)
  const fate = pick(10)
  if (fate < 2) return 'left unpaid'
  if (fate < 3) {
    await Promise.all([cancelByShop(work, number, ''), cancelByShop(work, number, '')])
    return 'cancelled'
  }
  if (method === 'cod') return sendAndMore(db, work, placed.value, pick)
  if (method === 'transfer') await Promise.all([recordPayment(work, number), recordPayment(work, number)])
  else await Promise.all([payTestOrder(work, id), payTestOrder(work, id)])
  if (fate < 5) {
    if (fate === 4 && n % 2 === 0) {
      const refund = { restock: n % 4 === 0 || !writesOff }
      const cancel = () => cancelByShop(work, number, 'sold out', refund)
      await Promise.all([cancel(), cancel()])
      return 'cancelled by the shop'
    }
    await askToCancel(work, number)
    if (fate === 3) {
      await Promise.all([approveCancellation(work, number), refuseCancellation(work, number, 'packed')])
      return 'asked to cancel'
    }
    await approveCancellation(work, number)
    return 'cancelled and given back'
  }
  if (fate < 7 && n % 3 === 0) return changeByShop(db, work, placed.value, n, pick)
  if (fate < 6) {
    const refund = { amount: 400, reason: 'goodwill', choice: null }
    await Promise.all([1, 2, 3].map((one) => refundByShop(work, number, { ...refund, key: `${n}-${one}` })))
    const { rows } = await db.pool.query<{ id: number }>('select id from refunds where order_id = $1', [id])
    for (const row of rows) await confirmRefund(work, row.id, '')
    return 'partly given back'
  }
  return sendAndMore(db, work, placed.value, pick)
}

/**
 * Two people lower the price or edit the lines of a paid order, at the same time. What became dearer is paid, by two at
 * once, or called off, or nothing of it is sent.
 */
async function changeByShop(
  db: Database,
  work: PayWork & OrderWork,
  placed: TestOrder,
  n: number,
  pick: (count: number) => number,
): Promise<string> {
  const { number } = placed
  const edit = async (): Promise<boolean> => {
    const order = (await findOrderByNumber(work.db, number))!
    const line = order.lines[pick(order.lines.length)]!
    const changes = [{ kind: 'set', sku: line.sku, quantity: pick(2 * line.quantity + 2) }] as const
    const wish = { changes, reprice: false, shipping: pick(2) === 0 ? null : pick(500), reason: '' }
    return (await editOrder(till(work), number, wish, order.version)).ok
  }
  const adjust = (key: string) =>
    adjustOrder(work, number, { line: null, amount: 1 + pick(300), reason: 'late', key: `${n}-${key}` })
  const edited = await Promise.all([edit(), edit()])
  await Promise.all([edit(), adjust('a'), adjust('b'), adjust('a')])
  const name = edited.some((one) => one) ? 'edited' : 'price lowered'
  const fate = pick(4)
  if (fate === 0) {
    await cancelByShop(work, number, 'called off', { restock: true })
    return `${name}, called off`
  }
  if (fate > 1) await Promise.all([payTestOrder(work, placed.id), payTestOrder(work, placed.id)])
  return `${name}, ${await sendAndMore(db, work, placed, pick)}`
}

/** Prices of today, without words: titles are those of the SKUs. */
function till(work: PayWork & OrderWork): EditWork {
  return {
    ...work,
    locale: 'en',
    currency: 'USD',
    pay: new Map(),
    t: ((key: string) => key) as EditWork['t'],
    kept: (_key, _tags, read) => read(),
  }
}

async function sendAndMore(
  db: Database,
  work: PayWork & OrderWork,
  order: TestOrder,
  pick: (count: number) => number,
): Promise<string> {
  const { number } = order
  const parcel = { carrier: 'Post', trackingNumber: '1', trackingUrl: null, units: null }
  const isPaidOnDelivery = (method: string): boolean => method === 'cod'
  // Two people in the warehouse press the same button.
  const [one, two] = await Promise.all([
    shipOrder(work, number, parcel, isPaidOnDelivery),
    shipOrder(work, number, parcel, isPaidOnDelivery),
  ])
  if (!one.ok && !two.ok) return 'waits for goods'
  if (pick(3) === 0) return 'sent'
  await deliverOrder(work, number, null)
  await recordPayment(work, number)
  let fate = 'delivered'
  // Some goods come back in several parts.
  for (let days = 1; days <= pick(4); days++)
    fate = await askBack(db, workAt(db, new Date(work.now.getTime() + days * day)), order, pick)
  return fate
}

/** As the shopper's own call does, which needs a browser. */
async function askToCancel(work: OrderWork, number: string): Promise<void> {
  await work.transact(async (tx) => {
    const order = await lockOrderByNumber(tx, number)
    if (
      order === null ||
      !(await moveOrder(tx, order.id, 'in_progress', { to: 'pending_cancellation', at: work.now }))
    )
      throw new Error(`${number} cannot be asked to be cancelled`)
    await addOrderEvent(tx, {
      orderId: order.id,
      kind: 'cancellation_requested',
      actor: 'customer',
      at: work.now,
    })
  })
}

const returns = {
  creditBonusPercent: '10',
  fee: { USD: 300 },
  refundOnlyUpTo: { USD: 1_500 },
  address: { consignee: 'Violet', lines: ['Torstraße 1', '10119 Berlin'] },
}

export function workAt(db: Database, now: Date): PayWork & OrderWork {
  return {
    db,
    transact: db.transact,
    now,
    live: { tell: () => {} },
    shop: shopWithMethods({ ...shopConfig.parse({ sales: { returns } }), theme: defaultTheme }),
    log: pino({ level: 'silent' }) as unknown as FastifyBaseLogger,
  }
}
