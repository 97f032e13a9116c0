import { Agent, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { atEnd } from '../../bench/cleanup.ts'
import { start, waitForLine } from '../../bench/process.ts'
import { shopEnvironment } from '../../bench/shop.ts'

/*
 * Servers as they are built, each a process of its own, on one PostgreSQL: what is proven of them is proven of the
 * shop that merchants run. Filled by SQL, bought in over HTTP.
 */

export interface RealShop {
  /** One address for each node. */
  ports: readonly number[]
  db: pg.Pool
}

/** Ended by `endAll`. @param build the folder that `npm run build` filled */
export async function openRealShop(nodes: number, build: string): Promise<RealShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-prove-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const database = await openEmbedded({ dataDir, log: () => {} })
  atEnd(() => database.stop())
  const env = shopEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.url, DEMO: 'off' })
  const ports: number[] = []
  for (let node = 0; node < nodes; node++) {
    const child = start(process.execPath, [join(build, 'server/server.js')], { core: null, env })
    const [, port] = await waitForLine(child, /Violet is open at http:\/\/[^\s/]+:(\d+)/, 120_000)
    ports.push(Number(port))
    child.stdout?.resume()
    child.stderr?.pipe(process.stderr)
  }
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  atEnd(() => db.end())
  return { ports, db }
}

/** `count` products of one SKU each: `p1` and so on, for 10.01 and so on. */
export async function fillShelves(db: pg.Pool, count: number, onHand: number): Promise<void> {
  await change(
    db,
    'truncate products, carts, checkouts, orders, payments, stock_moves, coupons restart identity cascade',
  )
  await db.query(
    `with made as (
       insert into products (slug, hash, in_stock) select 'p' || n, '', true from generate_series(1, $1::int) n order by n returning id, slug
     ), texts as (
       insert into product_texts (product_id, locale, title) select id, 'en', 'Product ' || slug from made
     ), made_skus as (
       insert into skus (product_id, sku, position, on_hand) select id, slug, 1, $2::int from made order by id returning id
     )
     insert into sku_prices (sku_id, currency, amount) select id, 'USD', 1000 + id from made_skus`,
    [count, onHand],
  )
}

/** Locks whole tables while the shop reads them, in an order of its own. */
export async function change(db: pg.Pool, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.query(sql)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock || attempt === 10) throw error
    }
  }
}

// PostgreSQL's `deadlock_detected`.
const deadlock = '40P01'

export interface Answer {
  status: number
  code: number
  data: { problem?: string; [name: string]: unknown }
  /** The cart's cookie, when the answer set one. */
  token: string | null
}

/** Calls of visitors, over connections that are kept. */
export function openCaller(ports: readonly number[], connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let turn = 0
  return {
    /** Each call goes to the next node. */
    call: (path: string, body: object, who: { token: string | null; key?: string }): Promise<Answer> =>
      post(agent, ports[turn++ % ports.length]!, path, body, who),
    close: () => agent.destroy(),
  }
}

export type Caller = ReturnType<typeof openCaller>

function post(
  agent: Agent,
  port: number,
  path: string,
  body: object,
  { token, key }: { token: string | null; key?: string },
): Promise<Answer> {
  const text = JSON.stringify(body)
  const headers = {
    host: `localhost:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'sec-fetch-site': 'same-origin',
    ...(token === null ? {} : { cookie: `violet_cart=${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: `/api/web${path}`, method: 'POST', agent, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { code, data } = JSON.parse(Buffer.concat(chunks).toString()) as Pick<Answer, 'code' | 'data'>
          const cookies = (response.headers['set-cookie'] ?? []).join('; ')
          const set = /violet_cart=([\w-]{43})/.exec(cookies)?.[1] ?? null
          resolve({ status: response.statusCode!, code, data, token: set })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })
}

/** Runs all tasks, so many at a time. */
export async function inFlight<T>(tasks: readonly (() => Promise<T>)[], most: number): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < tasks.length; at = next++) answers[at] = await tasks[at]!()
  }
  await Promise.all(Array.from({ length: Math.min(most, tasks.length) }, worker))
  return answers
}

/** How often each answer came: `ok`, or the name of the problem. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code, data, status } of answers) {
    const name = code === 0 ? 'ok' : (data.problem ?? `status ${status}`)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** What the books say, beside what was answered. */
export interface Books {
  orders: number
  payments: number
  held: number
  lineUnits: number
  moved: number
  oversold: number
  couponUses: number
  couponsCounted: number
  deadlocks: number
}

export async function readBooks(db: pg.Pool): Promise<Books> {
  const { rows } = await db.query<Record<keyof Books, string>>(`
    select (select count(*) from orders) as orders, (select count(*) from payments) as payments,
      (select coalesce(sum(held), 0) from skus) as held, (select coalesce(sum(held), 0) from order_lines) as "lineUnits",
      (select coalesce(sum(held), 0) from stock_moves) as moved,
      (select count(*) from skus where held > on_hand) as oversold,
      (select count(*) from coupon_uses) as "couponUses", (select coalesce(sum(used_count), 0) from coupons) as "couponsCounted",
      (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`)
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Books
}
