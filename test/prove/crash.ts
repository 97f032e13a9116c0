import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { prepareCheckouts } from '../../bench/checkouts.ts'
import { atEnd } from '../../bench/cleanup.ts'
import { start, stop, waitForLine } from '../../bench/process.ts'
import { shopEnvironment } from '../../bench/shop.ts'
import { seeded, type Random } from './payment-histories.ts'
import { fillShelves } from './real-shop.ts'

/*
 * `npm run prove -- crash [--kills N] [--port N]`: shoppers buy and pay at the demo gateway while the server is killed
 * (kill -9) at points that chance chooses. Afterwards no order that was acknowledged is missing, nobody is charged
 * twice, the books are the gateway's, and two minutes later nothing is stuck.
 */

export interface CrashOptions {
  kills: number
  seed: number
  build: string
  port: number
  say: (line: string) => void
}

/** Milliseconds after the last kill in which everything has to be in order by itself. */
const patience = 120_000
const shoppers = 8
/** Minor units of one `p1`. */
const price = 1001
const units = 100_000

interface Seen {
  /** Numbers of orders that a shopper was told of, and of those that a shopper was thanked for. */
  placed: Set<string>
  thanked: Set<string>
  /** Calls that died under a shopper's hands. */
  broken: number
}

export async function proveCrash({ kills, seed, build, port, say }: CrashOptions): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-crash-'))
  const database = await openEmbedded({ dataDir, log: () => {} })
  atEnd(() => database.stop())
  const env = shopEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'off',
    DEMO_GATEWAY: 'on',
    PORT: String(port),
    LOG_LEVEL: 'error',
  })
  const open = async (): Promise<ChildProcess> => {
    const child = start(process.execPath, [join(build, 'server/server.js')], { core: null, env })
    await waitForLine(child, /Violet is open at/, 120_000)
    child.stdout?.resume()
    child.stderr?.pipe(process.stderr)
    return child
  }
  const db = new pg.Pool({ connectionString: database.url, max: 2 })
  let child = await open()
  try {
    const settings = join(dataDir, 'shop.json')
    const payment = [{ code: 'card', provider: 'demo', name: { en: 'Card' } }]
    await writeFile(settings, JSON.stringify({ sales: { payment, holdMinutes: 60 } }))
    const cli = [join(build, 'server/violet.js'), 'config', 'set', settings]
    await promisify(execFile)(process.execPath, cli, { env })
    await fillShelves(db, 1, units)

    const random = seeded(seed)
    const seen: Seen = { placed: new Set(), thanked: new Set(), broken: 0 }
    let isOver = false
    const crowd = Array.from({ length: shoppers }, async (_, index) => {
      const own = seeded(seed * 1_000 + index)
      while (!isOver)
        for (const visitor of await prepareCheckouts(db, 20, () => ['p1'])) {
          if (isOver) return
          await shop(`http://127.0.0.1:${port}`, visitor, own, seen)
        }
    })
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(100 + random() * 1_200)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      child = await open()
      if (kill % 10 === 0) say(`${kill} kills: ${seen.placed.size} orders, ${seen.thanked.size} paid`)
    }
    isOver = true
    await Promise.all(crowd)
    const until = Date.now() + patience
    while ((await unsettled(db)) > 0 && Date.now() < until) await sleep(2_000)
    const waited = Math.round((Date.now() - until + patience) / 1000)
    const faults = await compare(db, seen)
    say(
      `${kills} kills under ${seen.placed.size} orders and ${seen.broken} broken calls; in order after ${waited} s`,
    )
    for (const fault of faults) say(fault)
    say(`${faults.length} faults`)
    return faults.length === 0
  } finally {
    await db.end()
    await stop(child)
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One shopper: orders, goes to the bank, lets it answer, comes back. Calls that die are made again, or given up. */
async function shop(
  base: string,
  { token, slug }: { token: string; slug: string },
  random: Random,
  seen: Seen,
): Promise<void> {
  const cookie = `violet_cart=${token}`
  const again = async <T>(call: () => Promise<T>): Promise<T | null> => {
    for (let tries = 0; tries < 60; tries++) {
      try {
        return await call()
      } catch {
        seen.broken += 1
        // Some people leave when a page breaks.
        if (random() < 0.03) return null
        await sleep(100)
      }
    }
    return null
  }
  const number = await again(async () => {
    const answer = await fetch(`${base}/api/web/checkout/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ slug, paymentMethod: 'card', total: price, terms: true }),
    })
    const { code, data } = (await answer.json()) as {
      code: number
      data: { order?: string; problem?: string }
    }
    if (code !== 0) throw new Error(data.problem)
    return data.order!
  })
  if (number === null) return
  seen.placed.add(number)
  const page = await again(() => redirectOf(`${base}/payment/${number}`, { headers: { cookie } }))
  if (page === null || !page.includes('/demo-gateway/')) return
  const answer = pick(random)
  const back = await again(() =>
    redirectOf(new URL(page, base).href, { method: 'POST', body: new URLSearchParams({ answer }) }),
  )
  // The window is closed: the bank or the shop has to tell the other by itself.
  if (back === null || random() < 0.2) return
  const thanks = await again(() => redirectOf(`${base}${new URL(back).pathname}`, { headers: { cookie } }))
  if (thanks?.includes('/checkout/thankyou') === true && answer !== 'later') seen.thanked.add(number)
}

async function redirectOf(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'manual' })
  await answer.arrayBuffer()
  const to = answer.headers.get('location')
  if (answer.status !== 303 || to === null) throw new Error(`status ${answer.status}`)
  return to
}

function pick(random: Random): string {
  const chance = random()
  if (chance < 0.55) return 'approve'
  if (chance < 0.7) return 'silent'
  if (chance < 0.85) return 'twice'
  return chance < 0.9 ? 'later' : 'decline'
}

/** Charges that the gateway has decided and the shop does not know of yet. */
async function unsettled(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from demo_charges c join payments p on p.reference = c.reference
     where c.status = 'waiting' or (c.status = 'captured' and p.status <> 'captured') or c.refunded <> p.refunded
       or (c.status = 'declined' and p.status not in ('failed', 'cancelled'))`,
  )
  return rows[0]!.count
}

async function compare(db: pg.Pool, seen: Seen): Promise<string[]> {
  const faults: string[] = []
  const none = async (what: string, sql: string, values: unknown[] = []): Promise<void> => {
    const { rows } = await db.query(sql, values)
    if (rows.length > 0) faults.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  await none(
    'acknowledged orders that are missing',
    'select number from unnest($1::text[]) number where number not in (select number from orders)',
    [[...seen.placed]],
  )
  await none(
    'orders that were thanked for and are not paid',
    "select number from orders where number = any($1::text[]) and pay_status <> 'paid'",
    [[...seen.thanked]],
  )
  await none(
    'orders that keep more than they cost',
    `select o.number, sum(c.amount - c.refunded)::bigint as kept from orders o join payments p on p.order_id = o.id
       join demo_charges c on c.reference = p.reference and c.status = 'captured' group by o.id having sum(c.amount - c.refunded) > o.total`,
  )
  await none(
    'charges that no payment knows',
    `select reference from demo_charges c where status = 'captured' and not exists (select from payments p where p.reference = c.reference)`,
  )
  await none(
    'charges that are stuck',
    `select c.reference, c.status, p.status as known, o.pay_status from demo_charges c join payments p on p.reference = c.reference
       join orders o on o.id = p.order_id
     where c.status = 'waiting' or (c.status = 'captured') <> (p.status = 'captured') or c.refunded <> p.refunded
       or (c.status = 'captured' and c.refunded = 0 and o.pay_status <> 'paid')`,
  )
  await none(
    'orders whose sums are wrong',
    `select o.number from orders o left join payments p on p.order_id = o.id
     group by o.id having o.captured <> sum(p.captured) or o.refunded <> sum(p.refunded)`,
  )
  await none(
    'stock that does not add up',
    `select on_hand, held, sold, waiting from (
       select s.on_hand, s.held,
         (select count(*) from orders where stock_status = 'sold')::int as sold,
         (select count(*) from orders where stock_status = 'held')::int as waiting
       from skus s) stock where on_hand <> $1 - sold or held <> waiting`,
    [units],
  )
  return faults
}
