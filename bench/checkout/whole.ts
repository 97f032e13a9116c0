import pg from 'pg'
import { prepareCheckouts } from '../checkouts.ts'
import { kilobytes, median, milliseconds, percentile, perSecond, type Row } from '../figures.ts'
import { generator, postCall } from '../generator.ts'
import type { Load } from '../load.ts'
import type { Bench, Measure } from '../measure.ts'
import { ask, loadCore, startScript, withCpu } from '../process.ts'
import { stockedProducts, type StockedShop } from '../shop.ts'
import type { Walk, WalkJob } from './walk.ts'

export const wholeCheckouts: Measure = {
  name: 'checkouts',
  title: 'Whole checkouts',
  method:
    'In the shop with 10 000 products, guests from new browsers: two additions to the cart, the beginning of a ' +
    'checkout, contact and address, shipping, payment, the order: seven calls, each with an idempotency key. “With ' +
    'pages” they also open the cart, both steps of the checkout and the thanks. Processor time is of one order. Below: ' +
    'additions to carts that exist, of one line and of ten.',
  run,
}

const ways: readonly {
  what: string
  clients: number
  pages: boolean
  orders: number
  target: number | null
}[] = [
  { what: 'Whole checkouts, one client', clients: 1, pages: false, orders: 150, target: 80 },
  { what: 'Whole checkouts, 16 clients', clients: 16, pages: false, orders: 500, target: 150 },
  { what: 'Whole checkouts with pages, 16 clients', clients: 16, pages: true, orders: 300, target: null },
]

const additions: readonly { lines: number; clients: number; target: number | null }[] = [
  { lines: 1, clients: 16, target: 1_500 },
  { lines: 1, clients: 64, target: 1_500 },
  { lines: 10, clients: 16, target: null },
]

interface Spent<T> {
  value: T
  /** Seconds. */
  server: number
  database: number
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const walker = startScript('checkout/walk.ts', loadCore)
  const walks: Spent<Walk>[][] = ways.map(() => [])
  const adds: Spent<Load>[][] = additions.map(() => [])
  const walk = (job: Pick<WalkJob, 'clients' | 'pages' | 'orders'>): Promise<Walk> =>
    ask<Walk>(walker, { ...job, port: shop.port, skus } satisfies WalkJob)
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 })
  try {
    // PostgreSQL plans for tables as large as it has seen them, and nobody's shop is empty for long.
    await walk({ clients: 16, pages: true, orders: 300 })
    await db.query('analyze')
    for (let round = 0; round < rounds; round++) {
      for (const [n, { what, clients, pages, orders }] of ways.entries()) {
        const spent = await spentBy(shop, () => walk({ clients, pages, orders }))
        walks[n]!.push(spent)
        say(
          `round ${round + 1}: ${what} ${perSecond(spent.value.rate)}, generator ${spent.value.busy.toFixed(2)}`,
        )
      }
      for (const [n, { lines, clients }] of additions.entries()) {
        const requests = await toExisting(shop, db, lines)
        const job = { port: shop.port, connections: clients, requests, until: { answers: requests.length } }
        const spent = await spentBy(shop, () => generator().run(job))
        adds[n]!.push(spent)
        say(`round ${round + 1}: ${clients} clients, carts of ${lines}: ${perSecond(spent.value.rate)}`)
      }
    }
  } finally {
    await db.end()
  }
  return [
    ...ways.map(({ what, target, orders }, n): Row => {
      const rate = median(walks[n]!.map(({ value }) => value.rate))
      return { what, limit: '', figure: ofWalks(walks[n]!, orders), ratio: '', ...judged(rate, target) }
    }),
    ...additions.map(({ lines, clients, target }, n): Row => {
      const rate = median(adds[n]!.map(({ value }) => value.rate))
      const what = `\`/cart/add\` to a cart of ${lines}, ${clients} clients`
      return { what, limit: '', figure: ofAdds(adds[n]!), ratio: '', ...judged(rate, target) }
    }),
  ]
}

/** A figure of walks of so many orders each. */
function ofWalks(walks: readonly Spent<Walk>[], orders: number): string {
  const rate = median(walks.map(({ value }) => value.rate))
  const bytes = median(walks.map(({ value }) => value.bytes))
  return `${perSecond(rate)}, ${processorTime(walks, orders)}, answers of ${kilobytes(bytes)}`
}

function ofAdds(adds: readonly Spent<Load>[]): string {
  const rate = median(adds.map(({ value }) => value.rate))
  const p99 = median(adds.map(({ value }) => percentile(value.times['/cart/add']!, 99)))
  return `${perSecond(rate)}, 99 % within ${milliseconds(p99)}, ${processorTime(adds, adds[0]!.value.answers)}`
}

function processorTime(all: readonly Spent<unknown>[], each: number): string {
  const of = (which: 'server' | 'database'): string =>
    milliseconds((median(all.map((spent) => spent[which])) * 1000) / each)
  return `${of('server')} server and ${of('database')} PostgreSQL`
}

const skus = Array.from({ length: 4_000 }, (_, n) => `B${(n * 4_999) % stockedProducts}-${n % 3}`)

/** Additions to carts with so many lines, each of another browser. */
async function toExisting(shop: StockedShop, db: pg.Pool, lines: number) {
  const carts = await prepareCheckouts(db, 2_000, (n) =>
    Array.from({ length: lines }, (_, line) => skus[(n * 11 + line) % skus.length]!),
  )
  await db.query('analyze carts, cart_lines')
  return carts.map(({ token }, n) =>
    postCall(
      shop.port,
      '/cart/add',
      { sku: skus[(n * 11 + 10) % skus.length]!, quantity: 1 },
      { writes: true, cookie: `violet_cart=${token}` },
    ),
  )
}

async function spentBy<T>(shop: StockedShop, work: () => Promise<T>): Promise<Spent<T>> {
  const inDatabase = await withCpu(shop.databasePid, () => withCpu(shop.pid, work))
  const { value, cpu } = inDatabase.value
  return { value, server: cpu ?? Number.NaN, database: inDatabase.cpu ?? Number.NaN }
}

function judged(rate: number, target: number | null): Pick<Row, 'target' | 'ok'> {
  return target === null
    ? { target: '', ok: null }
    : { target: `≥ ${target.toLocaleString('en')}/s`, ok: rate >= target }
}
