import pg from 'pg'
import type { CommitJob, Commits } from './commits.ts'
import { getOnce } from './exchange.ts'
import { median, milliseconds, percentile, perSecond, type Row } from './figures.ts'
import { generator, postCall } from './generator.ts'
import type { Ask, Load } from './load.ts'
import type { Bench, Measure } from './measure.ts'
import { ask, serverCore, startScript } from './process.ts'
import { stockedProducts, type StockedShop } from './shop.ts'

export const calls: Measure = {
  name: 'calls',
  title: 'Calls',
  method:
    '16 clients in the shop with 10 000 products. `/product/list` asks for each category in turn, in three orders. ' +
    'Each `/cart/add` comes from a new visitor with an idempotency key, as the shop’s own scripts send it: a cart, a ' +
    'line and the kept answer in one durable commit. The limit is a loop over `pg` on the same core and with as many ' +
    'connections that writes rows of the same size in one statement; the two take turns within each round.',
  run,
}

const clients = 16
/** Milliseconds. */
export const warmUp = 500
export const window = 3_000
export const addPath = '/cart/add'
/** Calls per second, and milliseconds for 99 of 100. */
const target = { rate: 1_500, p99: 80 }
/** As the server's DATABASE_POOL when nobody sets it. */
export const pool = 10

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.stocked()
  const kept = await keptAnswer(shop)
  const lists: Load[] = []
  const adds: (Load & { logBytes: number })[] = []
  const commits: Commits[] = []
  const writer = startScript('commits.ts', serverCore)
  const job: CommitJob = {
    url: shop.databaseUrl,
    connections: pool,
    clients,
    warmUp,
    window,
    order: null,
    ...kept,
  }
  for (let round = 0; round < rounds; round++) {
    lists.push(await drive(shop, listRequests(shop)))
    for (const first of round % 2 === 0 ? ['add', 'commit'] : ['commit', 'add']) {
      if (first === 'add') adds.push(await driveAdds(shop, clients))
      else commits.push(await ask<Commits>(writer, job))
    }
    const [list, add, commit] = [lists.at(-1)!, adds.at(-1)!, commits.at(-1)!]
    say(
      `round ${round + 1}: list ${perSecond(list.rate)}, add ${perSecond(add.rate)} (${Math.round(add.logBytes)} bytes of log each), ` +
        `bare commits ${perSecond(commit.rate)} (${Math.round(commit.logBytes)} bytes)`,
    )
  }
  const rate = median(adds.map((add) => add.rate))
  const p99 = median(adds.map(({ times }) => percentile(times[addPath]!, 99)))
  const ratio = median(adds.map(({ rate }, round) => rate / commits[round]!.rate))
  return [
    {
      what: '`/product/list`',
      limit: '',
      figure: described(lists.map((load) => [load.rate, load.times['/product/list']!])),
      ratio: '',
      target: '',
      ok: null,
    },
    {
      what: `\`${addPath}\``,
      limit: `bare commits ${described(commits.map(({ rate, times }) => [rate, times]))}`,
      figure: described(adds.map((load) => [load.rate, load.times[addPath]!])),
      ratio: ratio.toFixed(2),
      target: `≥ ${target.rate.toLocaleString('en')}/s, 99 % ≤ ${target.p99} ms`,
      ok: rate >= target.rate && p99 <= target.p99,
    },
  ]
}

function drive(shop: StockedShop, requests: Ask[], connections = clients): Promise<Load> {
  return generator().run({
    port: shop.port,
    connections,
    requests,
    until: { warmUp, window },
  })
}

function listRequests({ port, shape }: StockedShop): Ask[] {
  return ['featured', 'price-asc', 'new'].flatMap((sort) =>
    shape.leaves.map((category) => postCall(port, '/product/list', { category, sort }, { writes: false })),
  )
}

function addRequests({ port }: StockedShop): Ask[] {
  return Array.from({ length: 2_000 }, (_, n) => {
    const sku = `B${(n * 4_999) % stockedProducts}-${n % 3}`
    return postCall(port, addPath, { sku, quantity: 1 }, { writes: true })
  })
}

/** Additions by so many new visitors at the same time. */
export function driveAdds(shop: StockedShop, visitors: number): Promise<Load & { logBytes: number }> {
  return withLog(shop, () => drive(shop, addRequests(shop), visitors))
}

/** What one call leaves behind under its key, so that the limit can write as much. */
export async function keptAnswer(shop: StockedShop): Promise<Pick<CommitJob, 'answer' | 'cookieBytes'>> {
  await getOnce(shop.port, '/healthz')
  await generator().run({
    port: shop.port,
    connections: clients,
    requests: addRequests(shop).slice(0, 1_000),
    until: { answers: 1_000 },
  })
  // PostgreSQL plans for tables as large as it has seen them, and nobody's shop is empty for long.
  await query(shop, 'analyze')
  const [row] = await query<{ answer: unknown; bytes: number }>(
    shop,
    `select answer, length(cookies) as bytes from idempotency_keys where path = '/cart/add' order by created_at desc limit 1`,
  )
  if (row === undefined) throw new Error('/cart/add kept nothing under its idempotency key')
  return { answer: row.answer, cookieBytes: row.bytes }
}

/** Also how many bytes of write-ahead log each answer cost. */
async function withLog(shop: StockedShop, work: () => Promise<Load>): Promise<Load & { logBytes: number }> {
  const [before] = await query<{ carts: string; log: string }>(shop, position)
  const load = await work()
  const [after] = await query<{ carts: string; log: string }>(shop, position)
  const carts = Number(after!.carts) - Number(before!.carts)
  // The warm-up's carts are in the table and not in the count.
  if (carts < load.answers)
    throw new Error(`${load.answers} calls were answered and ${carts} carts were made`)
  return { ...load, logBytes: (Number(after!.log) - Number(before!.log)) / carts }
}

const position = `select (select count(*) from carts)::text as carts, (pg_current_wal_insert_lsn() - '0/0')::text as log`

async function query<R extends pg.QueryResultRow>(shop: StockedShop, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

export function described(rounds: [rate: number, times: number[]][]): string {
  const middle = (percent: number): string =>
    milliseconds(median(rounds.map(([, times]) => percentile(times, percent))))
  return `${perSecond(median(rounds.map(([rate]) => rate)))}, half within ${middle(50)}, 99 % within ${middle(99)}`
}
