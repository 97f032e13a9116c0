import pg from 'pg'
import { fillDelivered, type Delivered } from './delivered-orders.ts'
import { median, milliseconds, percentile, perSecond, type Row } from './figures.ts'
import { generator, postCall } from './generator.ts'
import type { Ask, Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { ask, serverCore, startScript } from './process.ts'
import type { ReturnCommitJob, ReturnCommits } from './return-commits.ts'
import type { Shop } from './shop.ts'

export const applications: Measure = {
  name: 'returns',
  title: 'Applying for returns',
  method:
    '16 clients. Each `/return/apply` asks for one unit of an order of its own that has arrived, with an idempotency key: the ' +
    'refund calculated anew and compared, units counted, return, line, events of both and the answer written, in one durable ' +
    'commit. The limit is a loop over `pg` on the same core and with as many connections that writes rows of the same contents ' +
    'into tables of the same shape in one statement; the two take turns within each round.',
  run,
}

const path = '/return/apply'
const clients = 16
/** Milliseconds. */
const warmUp = 500
const window = 3_000
/** As the server's DATABASE_POOL when nobody sets it. */
const pool = 10
/** Orders for each round: more than it asks about. */
const prepared = 4_000

/** Applications per second. */
const target = 200

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 })
  try {
    const delivered = await fillDelivered(db, prepared * rounds)
    const total = await previewed(shop, delivered)
    const writer = startScript('return-commits.ts', serverCore)
    const loads: Load[] = []
    const commits: ReturnCommits[] = []
    for (let round = 0; round < rounds; round++) {
      const orders = delivered.orders.slice(round * prepared, (round + 1) * prepared)
      loads.push(await driveRound(shop, db, { ...delivered, orders }, total))
      const { rows } = await db.query<{ quote: unknown }>(
        'select quote from returns order by id desc limit 1',
      )
      const job: ReturnCommitJob = {
        ...{ url: shop.databaseUrl, connections: pool, clients, warmUp, window, quote: rows[0]!.quote },
        lines: delivered.orders.map(({ line }) => line),
      }
      commits.push(await ask<ReturnCommits>(writer, job))
      say(
        `round ${round + 1}: ${perSecond(loads.at(-1)!.rate)}, bare commits ${perSecond(commits.at(-1)!.rate)}`,
      )
    }
    writer.disconnect()
    const rate = median(loads.map((load) => load.rate))
    const described = (times: readonly number[][]): string =>
      `half within ${milliseconds(median(times.map((some) => percentile(some, 50))))}, ` +
      `99 % within ${milliseconds(median(times.map((some) => percentile(some, 99))))}`
    return [
      {
        what: `\`${path}\``,
        limit: `bare commits ${perSecond(median(commits.map((one) => one.rate)))}, ${described(commits.map(({ times }) => times))}`,
        figure: `${perSecond(rate)}, ${described(loads.map(({ times }) => times[path]!))}`,
        ratio: median(loads.map((load, round) => load.rate / commits[round]!.rate)).toFixed(2),
        target: `≥ ${target}/s`,
        ok: rate >= target,
      },
    ]
  } finally {
    await db.end()
  }
}

function wishFor({ number, line }: Delivered['orders'][number]): object {
  const lines = [{ line, quantity: 1 }]
  return { order: number, type: 'return_and_refund', reason: 'changed_mind', refundTo: 'original', lines }
}

/** What one unit gives back, in minor units: the shop says so, and every order is the same. */
async function previewed(shop: Shop, { token, orders }: Delivered): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${shop.port}/api/web/return/preview`, {
    method: 'POST',
    headers: {
      host: `localhost:${shop.port}`,
      'content-type': 'application/json',
      cookie: `violet_cart=${token}`,
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(wishFor(orders[0]!)),
  })
  const answer = (await response.json()) as { data?: { total?: unknown } }
  const total = answer.data?.total
  if (typeof total !== 'number') throw new Error(`the preview says ${JSON.stringify(answer)}`)
  return total
}

async function driveRound(
  shop: Shop,
  db: pg.Pool,
  { token, orders }: Delivered,
  total: number,
): Promise<Load> {
  const requests: Ask[] = orders.map((order) =>
    postCall(shop.port, path, { ...wishFor(order), total }, { writes: true, cookie: `violet_cart=${token}` }),
  )
  const before = await countReturns(db)
  const load = await generator().run({
    port: shop.port,
    connections: clients,
    requests,
    until: { warmUp, window },
  })
  const made = (await countReturns(db)) - before
  // The warm-up's returns are in the table and not in the count; an order that comes round again makes none.
  if (made < load.answers)
    throw new Error(`${load.answers} calls were answered and ${made} returns were made`)
  return load
}

async function countReturns(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from returns')
  return Number(rows[0]!.count)
}
