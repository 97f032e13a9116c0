import {
  change,
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
import { seeded } from './seeded.ts'

/*
 * `npm run prove -- oversell | conserve | identical | coupons [--seeds N] [--seed N] [--planted]`: many buyers at once
 * against real servers. Nothing is sold twice, nothing is lost, nobody is told of a deadlock. Two nodes share the
 * database, so that no lock in one program's memory can be what holds it.
 *
 * At its end each proof runs again at a small size, in a shop as it is and in one with a planted bug: a trigger of
 * PostgreSQL beneath the shop, which the proof has to find. `--planted` plants the bug before the whole proof, which
 * then fails.
 *
 * Source: the four first rows of the scorecard of concurrency attacks on shops (ACIDRain, SIGMOD 2017; WooCommerce
 * #13505, Saleor #543, Medusa #16502).
 * Size: `whole` of each; 100 calls are in flight at once, over as many seeds as are asked for.
 * Limits: one machine, two nodes, one PostgreSQL; clients and servers share its processors.
 */

export interface SellingOptions {
  seeds: number
  seed: number
  build: string
  /** Plants the bug first: the proof has to fail. */
  isPlanted: boolean
  say: (line: string) => void
}

const nodes = 2
const connections = 100
const price = 1001

interface Size {
  /** Buyers, submits or tries. */
  many: number
  /** Units, or products. */
  few: number
  seeds: number
}

/** One promise of selling. */
export interface Selling {
  whole: Omit<Size, 'seeds'>
  /** In which the planted bug is found all the same. */
  small: Size
  /** SQL of the bug, and the SQL that takes it away. */
  plant: string
  mend: string
  holds: (shop: Pick<RealShop, 'db'>, caller: Caller, size: Size, options: Told) => Promise<boolean>
}

type Told = Pick<SellingOptions, 'seed' | 'say'>

/** 10 000 submits on 100 units: exactly 100 orders. */
export const oversell: Selling = {
  whole: { many: 10_000, few: 100 },
  small: { many: 30, few: 5, seeds: 1 },
  ...trigger('skus', 'update', 'new.held = old.held', 'The shelf forgets what is held.'),
  async holds(shop, caller, { many, few, seeds }, { seed, say }) {
    let holds = true
    for (let round = 0; round < seeds; round++) {
      await fillShelves(shop.db, 1, few)
      const all = shuffled(await prepareCheckouts(shop.db, many, () => ['p1']), seed + round)
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
        counts['ok'] === few &&
        counts['checkout_out_of_stock'] === many - few &&
        books.orders === few &&
        books.held === few &&
        books.moved === few &&
        books.oversold === 0
      say(
        `seed ${seed + round}: ${JSON.stringify(counts)}; ${books.orders} orders, ${books.held} held, ${books.oversold} oversold; ${seconds(begun)}`,
      )
    }
    return holds
  },
}

/** 5 000 buyers, each from an empty cart to the order, with mixed carts of 50 products: stock is conserved. */
export const conserve: Selling = {
  whole: { many: 5_000, few: 50 },
  small: { many: 20, few: 5, seeds: 1 },
  ...trigger(
    'stock_moves',
    'insert',
    'if new.id % 10 = 0 then return null; end if',
    'Each tenth move is not written down.',
  ),
  async holds(shop, caller, { many, few }, { seed, say }) {
    await fillShelves(shop.db, few, 200)
    const { deadlocks: before } = await readBooks(shop.db)
    const random = seeded(seed)
    const journeys = Array.from({ length: many }, (_, n) => {
      const lines = new Map<string, number>()
      const wanted = 1 + Math.floor(random() * 5)
      while (lines.size < wanted)
        lines.set(`p${1 + Math.floor(random() * few)}`, 1 + Math.floor(random() * 3))
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
    say(
      `${JSON.stringify(counts)}; ${books.orders} orders of ${books.lineUnits} units, ${books.held} held, ${books.moved} moved; ${uneven.length} SKUs uneven, ${torn.length} orders torn, ${surprises} failures shown, ${books.deadlocks - before} deadlocks in PostgreSQL; ${seconds(begun)}`,
    )
    return (
      books.orders === counts['ok'] &&
      books.held === books.lineUnits &&
      books.oversold + uneven.length + torn.length + surprises === 0
    )
  },
}

const forgets = trigger('checkouts', 'update', 'new.order_id = null', 'Nobody notes that it became an order.')

/** 200 identical submits: under one key, under other keys, from two tabs. One order and one payment of each. */
export const identical: Selling = {
  whole: { many: 200, few: 1 },
  small: { many: 10, few: 1, seeds: 1 },
  plant: `${forgets.plant}; alter table orders drop constraint orders_checkout_id_key`,
  mend: `${forgets.mend}; truncate orders cascade;
    alter table orders add constraint orders_checkout_id_key unique (checkout_id)`,
  async holds(shop, caller, { many }, { say }) {
    const ways: Record<string, (n: number) => string | undefined> = {
      'the same key': () => 'same',
      'other keys': (n) => `key-${n}`,
      'two tabs': (n) => `tab-${n % 2}`,
      'no key': () => undefined,
    }
    let holds = true
    for (const [way, keyOf] of Object.entries(ways)) {
      await fillShelves(shop.db, 1, many + 100)
      const [one] = await prepareCheckouts(shop.db, 1, () => ['p1'])
      const { slug, token } = one!
      const answers = await inFlight(
        Array.from({ length: many }, (_, n) => () => submit(caller, slug, token, keyOf(n))),
        connections,
      )
      const counts = tally(answers)
      const books = await readBooks(shop.db)
      const orders = new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data['order']))
      // Who comes while the first of its key is still at work may be told to wait, never that it failed.
      const told = (counts['ok'] ?? 0) + (counts['idempotency_in_progress'] ?? 0)
      holds &&=
        orders.size === 1 && told === many && books.orders === 1 && books.payments === 1 && books.held === 1
      say(
        `${way}: ${JSON.stringify(counts)} with ${orders.size} order number; ${books.orders} order, ${books.payments} payment, ${books.held} held`,
      )
    }
    return holds
  },
}

/** Coupons with limits of 1 and of 100 in all, and of one for each customer, under 1 000 tries at once. */
export const coupons: Selling = {
  whole: { many: 1_000, few: 100 },
  small: { many: 20, few: 4, seeds: 1 },
  ...trigger('coupons', 'update', 'new.used_count = old.used_count', 'Its uses are not counted.'),
  async holds(shop, caller, { many, few }, { seed, say }) {
    const half = few / 2
    const cases = [
      { name: 'one use in all', limit: 1, perCustomer: 1, customers: many, expected: 1 },
      { name: `${few} uses in all`, limit: few, perCustomer: 1, customers: many, expected: few },
      {
        name: `one for each of ${half} customers`,
        limit: null,
        perCustomer: 1,
        customers: half,
        expected: half,
      },
      { name: 'three for one customer', limit: null, perCustomer: 3, customers: 1, expected: 3 },
    ]
    let holds = true
    for (const { name, limit, perCustomer, customers, expected } of cases) {
      await fillShelves(shop.db, 1, 2 * many)
      await shop.db.query(
        `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
         values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
           '{"kind": "percent", "percent": 10}', false, $1, $2, false)`,
        [limit, perCustomer],
      )
      const all = await prepareCheckouts(shop.db, many, () => ['p1'], {
        coupon: 'TEN',
        email: (n) => `buyer-${n % customers}@example.org`,
      })
      const reduced = price - Math.round(price / 10)
      const answers = await inFlight(
        shuffled(all, seed).map(
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
      say(
        `${name}: ${JSON.stringify(counts)}; ${books.couponUses} uses, counted ${books.couponsCounted}, ${books.orders} orders`,
      )
    }
    return holds
  },
}

/** A bug that PostgreSQL makes beneath the shop. @param what in PL/pgSQL @param means in words, kept with it */
function trigger(
  table: string,
  event: 'insert' | 'update',
  what: string,
  means: string,
): Pick<Selling, 'plant' | 'mend'> {
  return {
    plant: `create or replace function planted_bug() returns trigger language plpgsql as $$ begin ${what}; return new; end $$;
      comment on function planted_bug is '${means}';
      create or replace trigger planted_bug before ${event} on ${table} for each row execute function planted_bug()`,
    mend: `drop function planted_bug cascade`,
  }
}

/** Runs a promise at its whole size, and whether it finds its planted bug. */
export function proveSelling(selling: Selling, options: SellingOptions): Promise<boolean> {
  return withShop(options, async (shop, caller) => {
    const { seeds, isPlanted, say } = options
    if (isPlanted) await change(shop.db, selling.plant)
    const holds = await selling.holds(shop, caller, { ...selling.whole, seeds }, options)
    if (isPlanted) {
      await change(shop.db, selling.mend)
      return holds
    }
    const isFound = await findsPlanted(selling, shop, caller)
    say(isFound ? 'the planted bug was found' : 'THE PLANTED BUG WAS NOT FOUND')
    return holds && isFound
  })
}

/** Whether the promise holds at its small size, and no longer does with its bug. */
export async function findsPlanted(
  selling: Selling,
  shop: Pick<RealShop, 'db'>,
  caller: Caller,
): Promise<boolean> {
  const small = (): Promise<boolean> => selling.holds(shop, caller, selling.small, { seed: 1, say: () => {} })
  const isWell = await small()
  await change(shop.db, selling.plant)
  const isIll = !(await small())
  await change(shop.db, selling.mend)
  return isWell && isIll
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
