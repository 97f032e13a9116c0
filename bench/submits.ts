import pg from 'pg'
import { prepareCheckouts } from './checkouts.ts'
import type { CommitJob, Commits, OrderSample } from './commits.ts'
import { median, milliseconds, percentile, perSecond, type Row } from './figures.ts'
import { generator, postCall } from './generator.ts'
import type { Ask, Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { ask, serverCore, startScript } from './process.ts'
import { stockedProducts, type StockedShop } from './shop.ts'

export const submits: Measure = {
  name: 'submit',
  title: 'Placing orders',
  method:
    '16 clients in the shop with 10 000 products. Each `/checkout/submit` makes an order of two lines out of a checkout of its ' +
    'own: priced anew, units held, order, lines, event, moves of stock and payment written, the cart ' +
    'emptied, in one durable commit. The limit is a loop over `pg` on the same core and with as many connections that writes ' +
    'rows of the same contents into tables of the same shape in one statement; the two take turns within each round.',
  run,
}

const clients = 16
/** Milliseconds. */
const warmUp = 500
const window = 3_000
/** As the server's DATABASE_POOL when nobody sets it. */
const pool = 10
/** More than any round submits. */
const prepared = 6_000

/** Orders per second, and milliseconds for 99 of 100. */
const target = { rate: 250, p99: 250, ratio: 0.25 }

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 })
  try {
    await fill(shop, db)
    const order = await sampleOf(db)
    const writer = startScript('commits.ts', serverCore)
    const job: CommitJob = {
      url: shop.databaseUrl,
      connections: pool,
      clients,
      warmUp,
      window,
      answer: null,
      cookieBytes: 0,
      order,
    }
    const loads: Load[] = []
    const commits: Commits[] = []
    for (let round = 0; round < rounds; round++) {
      for (const first of round % 2 === 0 ? ['submit', 'commit'] : ['commit', 'submit']) {
        if (first === 'submit') loads.push(await driveRound(shop, db))
        else commits.push(await ask<Commits>(writer, job))
      }
      const [load, commit] = [loads.at(-1)!, commits.at(-1)!]
      say(
        `round ${round + 1}: ${perSecond(load.rate)}, bare commits ${perSecond(commit.rate)} (${Math.round(commit.logBytes)} bytes of log each)`,
      )
    }
    const rate = median(loads.map((load) => load.rate))
    const p99 = median(loads.map((load) => percentile(load.times[path]!, 99)))
    const ratio = median(loads.map((load, round) => load.rate / commits[round]!.rate))
    const bare = commits.map((commit) => [commit.rate, commit.times] as const)
    return [
      {
        what: `\`${path}\``,
        limit: `bare commits ${described(bare)}`,
        figure: described(loads.map((load) => [load.rate, load.times[path]!] as const)),
        ratio: ratio.toFixed(2),
        target: `≥ ${target.rate}/s, 99 % ≤ ${target.p99} ms, ratio ≥ ${target.ratio}`,
        ok: rate >= target.rate && p99 <= target.p99 && ratio >= target.ratio,
      },
    ]
  } finally {
    await db.end()
  }
}

const path = '/checkout/submit'

/** Some orders first: PostgreSQL plans for tables as large as it has seen them, and nobody's shop is empty for long. */
async function fill(shop: StockedShop, db: pg.Pool): Promise<void> {
  await generator().run({
    port: shop.port,
    connections: clients,
    requests: await requests(shop, db, 1_000),
    until: { answers: 1_000 },
  })
}

async function driveRound(shop: StockedShop, db: pg.Pool): Promise<Load> {
  const before = await countOrders(db)
  const load = await generator().run({
    port: shop.port,
    connections: clients,
    requests: await requests(shop, db, prepared),
    until: { warmUp, window },
  })
  const made = (await countOrders(db)) - before
  // The warm-up's orders are in the table and not in the count; a checkout that comes round again makes none.
  if (made < load.answers) throw new Error(`${load.answers} calls were answered and ${made} orders were made`)
  return load
}

async function requests(shop: StockedShop, db: pg.Pool, count: number): Promise<Ask[]> {
  const skusOf = (n: number): string[] => [
    `B${(n * 4_999) % stockedProducts}-${n % 3}`,
    `B${(n * 7_919 + 1) % stockedProducts}-${(n + 1) % 3}`,
  ]
  const { rows } = await db.query<{ sku: string; amount: string }>(
    `select s.sku, p.amount from skus s join sku_prices p on p.sku_id = s.id and p.currency = 'USD'`,
  )
  const amounts = new Map(rows.map(({ sku, amount }) => [sku, Number(amount)]))
  const all = await prepareCheckouts(db, count, skusOf)
  await db.query('analyze')
  return all.map(({ slug, token }, n) => {
    const total = skusOf(n).reduce((sum, sku) => sum + amounts.get(sku)!, 0)
    const body = { slug, paymentMethod: 'manual', total, terms: true }
    return postCall(shop.port, path, body, { writes: true, cookie: `violet_cart=${token}` })
  })
}

async function countOrders(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from orders')
  return Number(rows[0]!.count)
}

/** An order as the shop writes it, so that the limit can write as much. */
async function sampleOf(db: pg.Pool): Promise<OrderSample> {
  const { rows } = await db.query<OrderSample>(`
    select o.contact, o.address, o.shipping, o.quote, o.total::int,
      (select jsonb_agg(to_jsonb(l) order by l.position) from order_lines l where l.order_id = o.id) as lines
    from orders o order by o.id desc limit 1`)
  const [sample] = rows
  if (sample === undefined) throw new Error(`${path} made no order`)
  return sample
}

function described(rounds: readonly (readonly [rate: number, times: number[]])[]): string {
  const middle = (percent: number): string =>
    milliseconds(median(rounds.map(([, times]) => percentile(times, percent))))
  return `${perSecond(median(rounds.map(([rate]) => rate)))}, half within ${middle(50)}, 99 % within ${middle(99)}`
}
