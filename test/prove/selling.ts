import {
  fillShelves,
  inFlight,
  openCaller,
  openRealShop,
  readBooks,
  tally,
  type Answer,
  type Caller,
  type RealShop,
} from './real-shop.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareCheckouts, someAddress } from '../../bench/checkouts.ts'
import { seeded } from './payment-histories.ts'

/*
 * Many buyers at once against real servers: nothing is sold twice, nothing is lost, nobody is told of a deadlock.
 * Two nodes share the database, so that no lock in one program's memory can be what holds it.
 */

export interface SellingOptions {
  seeds: number
  seed: number
  build: string
  say: (line: string) => void
}

const nodes = 2
const connections = 100
const price = 1001

/** 10 000 submits, 100 in flight, on 100 units: exactly 100 orders, over as many seeds. */
export function proveOversell(options: SellingOptions): Promise<boolean> {
  return withShop(options, async (shop, caller) => {
    let holds = true
    for (let round = 0; round < options.seeds; round++) {
      await fillShelves(shop.db, 1, 100)
      const all = shuffled(await prepareCheckouts(shop.db, 10_000, () => ['p1']), options.seed + round)
      const begun = performance.now()
      const answers = await inFlight(
        all.map(
          ({ slug, token }) =>
            () =>
              submit(caller, slug, token),
        ),
        connections,
      )
      const counts = tally(answers)
      const books = await readBooks(shop.db)
      holds &&=
        counts['ok'] === 100 &&
        counts['checkout_out_of_stock'] === 9_900 &&
        books.orders === 100 &&
        books.held === 100 &&
        books.moved === 100 &&
        books.oversold === 0
      options.say(
        `seed ${options.seed + round}: ${JSON.stringify(counts)}; ${books.orders} orders, ${books.held} held, ${books.oversold} oversold; ${seconds(begun)}`,
      )
    }
    return holds
  })
}

/** 5 000 buyers, each from an empty cart to the order, with mixed carts of 50 products: stock is conserved. */
export function proveConserve(options: SellingOptions): Promise<boolean> {
  return withShop(options, async (shop, caller) => {
    await fillShelves(shop.db, 50, 200)
    const { deadlocks: before } = await readBooks(shop.db)
    const random = seeded(options.seed)
    const journeys = Array.from({ length: 5_000 }, (_, n) => {
      const lines = new Map<string, number>()
      const wanted = 1 + Math.floor(random() * 5)
      while (lines.size < wanted) lines.set(`p${1 + Math.floor(random() * 50)}`, 1 + Math.floor(random() * 3))
      return () => buy(caller, [...lines], `buyer-${n}@example.org`)
    })
    const begun = performance.now()
    const answers = await inFlight(journeys, connections)
    const counts = tally(answers)
    const books = await readBooks(shop.db)
    const { rows: uneven } = await shop.db.query(`
      select s.sku from skus s
      where s.held <> coalesce((select sum(l.held) from order_lines l where l.sku_id = s.id), 0)
        or s.held <> coalesce((select sum(m.held) from stock_moves m where m.sku_id = s.id), 0)
        or s.on_hand <> 200 or s.held > s.on_hand`)
    const { rows: torn } = await shop.db.query(`
      select o.id from orders o
      where o.total <> (select sum(net) from order_lines l where l.order_id = o.id)
        or (select count(*) from payments p where p.order_id = o.id and p.amount = o.to_pay) <> 1`)
    const surprises = answers.filter(({ status }) => status >= 500).length
    options.say(
      `${JSON.stringify(counts)}; ${books.orders} orders of ${books.lineUnits} units, ${books.held} held, ${books.moved} moved; ${uneven.length} SKUs uneven, ${torn.length} orders torn, ${surprises} failures shown, ${books.deadlocks - before} deadlocks in PostgreSQL; ${seconds(begun)}`,
    )
    return (
      books.orders === counts['ok'] &&
      books.held === books.lineUnits &&
      books.oversold + uneven.length + torn.length + surprises === 0
    )
  })
}

/** 200 identical submits: under one key, under other keys, from two tabs. One order and one payment of each. */
export function proveIdentical(options: SellingOptions): Promise<boolean> {
  return withShop(options, async (shop, caller) => {
    const ways: Record<string, (n: number) => string | undefined> = {
      'the same key': () => 'same',
      'other keys': (n) => `key-${n}`,
      'two tabs': (n) => `tab-${n % 2}`,
      'no key': () => undefined,
    }
    let holds = true
    for (const [way, keyOf] of Object.entries(ways)) {
      await fillShelves(shop.db, 1, 300)
      const [one] = await prepareCheckouts(shop.db, 1, () => ['p1'])
      const { slug, token } = one!
      const answers = await inFlight(
        Array.from({ length: 200 }, (_, n) => () => submit(caller, slug, token, keyOf(n))),
        connections,
      )
      const counts = tally(answers)
      const books = await readBooks(shop.db)
      const orders = new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data['order']))
      // Who comes while the first of its key is still at work may be told to wait, never that it failed.
      const told = (counts['ok'] ?? 0) + (counts['idempotency_in_progress'] ?? 0)
      holds &&=
        orders.size === 1 && told === 200 && books.orders === 1 && books.payments === 1 && books.held === 1
      options.say(
        `${way}: ${JSON.stringify(counts)} with ${orders.size} order number; ${books.orders} order, ${books.payments} payment, ${books.held} held`,
      )
    }
    return holds
  })
}

/** Coupons with limits of 1 and of 100 in all, and of one for each customer, under 1 000 tries at once. */
export function proveCoupons(options: SellingOptions): Promise<boolean> {
  return withShop(options, async (shop, caller) => {
    const cases = [
      { name: 'one use in all', limit: 1, perCustomer: 1, customers: 1_000, expected: 1 },
      { name: '100 uses in all', limit: 100, perCustomer: 1, customers: 1_000, expected: 100 },
      { name: 'one for each of 50 customers', limit: null, perCustomer: 1, customers: 50, expected: 50 },
      { name: 'three for one customer', limit: null, perCustomer: 3, customers: 1, expected: 3 },
    ]
    let holds = true
    for (const { name, limit, perCustomer, customers, expected } of cases) {
      await fillShelves(shop.db, 1, 2_000)
      await shop.db.query(
        `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
         values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
           '{"kind": "percent", "percent": 10}', false, $1, $2, false)`,
        [limit, perCustomer],
      )
      const all = await prepareCheckouts(shop.db, 1_000, () => ['p1'], {
        coupon: 'TEN',
        email: (n) => `buyer-${n % customers}@example.org`,
      })
      const reduced = price - Math.round(price / 10)
      const answers = await inFlight(
        shuffled(all, options.seed).map(
          ({ slug, token }) =>
            () =>
              submit(caller, slug, token, undefined, reduced),
        ),
        connections,
      )
      const counts = tally(answers)
      const books = await readBooks(shop.db)
      holds &&=
        counts['ok'] === expected &&
        books.orders === expected &&
        books.couponUses === expected &&
        books.couponsCounted === expected &&
        answers.every(({ status }) => status < 500)
      options.say(
        `${name}: ${JSON.stringify(counts)}; ${books.couponUses} uses, counted ${books.couponsCounted}, ${books.orders} orders`,
      )
    }
    return holds
  })
}

// One for all proofs of a run; `endAll` ends it.
let opened: Promise<RealShop> | null = null

async function withShop(
  { build, say }: SellingOptions,
  prove: (shop: RealShop, caller: Caller) => Promise<boolean>,
): Promise<boolean> {
  const shop = await (opened ??= openRealShop(nodes, build))
  const caller = openCaller(shop.ports, connections)
  try {
    const holds = await prove(shop, caller)
    say(holds ? 'It holds.' : 'It does NOT hold.')
    return holds
  } finally {
    caller.close()
  }
}

/** A shopper who is told that the shop is busy, or that the answer took too long, tries again, as it says. */
async function submit(
  caller: Caller,
  slug: string,
  token: string,
  key?: string,
  total = price,
): Promise<Answer> {
  const body = { slug, paymentMethod: 'manual', total, terms: true }
  const who = { token, ...(key === undefined ? {} : { key }) }
  return patiently(() => caller.call('/checkout/submit', body, who))
}

async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await call()
    if ((answer.status !== 503 && answer.status !== 504) || tries === 20) return answer
    await sleep(250)
  }
}

/** The whole way of one buyer, from an empty cart. */
async function buy(
  caller: Caller,
  lines: readonly (readonly [string, number])[],
  email: string,
): Promise<Answer> {
  let token: string | null = null
  for (const [sku, quantity] of lines) {
    const who = { token, key: `${email} ${sku}` }
    const added: Answer = await patiently(() => caller.call('/cart/add', { sku, quantity }, who))
    token = added.token ?? token
  }
  const begun = await patiently(() => caller.call('/checkout/create', {}, { token }))
  const slug = begun.data['slug']
  if (typeof slug !== 'string' || token === null) return begun
  const typed = { slug, contact: { email }, address: someAddress }
  const filled = await patiently(() => caller.call('/checkout/information', typed, { token }))
  const total = filled.data['total']
  return typeof total === 'number' ? submit(caller, slug, token, `${email} submit`, total) : filled
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seeded(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
