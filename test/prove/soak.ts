import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareCheckouts } from '../../bench/checkouts.ts'
import { atEnd } from '../../bench/cleanup.ts'
import { ask, startScript, stop } from '../../bench/process.ts'
import { nothingTold, shop as buyAndPay, type Told } from './killed-shoppers.ts'
import { openMortalShop, type MortalShop } from './killed-shop.ts'
import { seeded, type Random } from './seeded.ts'
import { fillShelves } from './real-shop.ts'
import { growthOf, mean, type Point } from './slope.ts'

/*
 * `npm run prove -- soak [--minutes N] [--port N] [--seed N]`: people look, fill carts, order, pay at the demo gateway and
 * change their minds, without an end. Sixty times the server's garbage is collected and what is left is measured: its
 * memory, its handles and open files, its connections to PostgreSQL, what waits to be done, the rows of tables that are
 * pruned, and what a page takes, as a multiple of what an answer of a bare node:http takes in the same minute: a machine
 * that gets slower slows both. After a quarter of the time, in which caches fill, none of them grows by more than its
 * limit, read from the straight line that fits best. At its end a minute of a shop with a planted leak, which has to be
 * found.
 *
 * Source: scorecard row 31 of the project's study of reliability.
 * Size: an hour by default, six people at once with short pauses; `limits`.
 * Limits: what grows less than its limit in an hour is not seen; what is pruned after days is looked at for its growth
 * by visit, not for its end; one node.
 */

export interface SoakOptions {
  minutes: number
  seed: number
  build: string
  port: number
  say: (line: string) => void
}

const shoppers = 2
const lookers = 4
const products = 200

const sales = {
  payment: [
    { code: 'card', provider: 'demo', name: { en: 'Card' } },
    { code: 'transfer', provider: 'manual', name: { en: 'Transfer' } },
  ],
  cancelsByItself: true,
}

/** Tables whose rows are removed when their time is over. */
const pruned =
  'carts cart_lines checkouts idempotency_keys outbox_mails cache_changes listing_changes rate_counts live_tickets demo_notices visitor_pages search_stale'.split(
    ' ',
  )

interface Sample {
  /** Minutes since the beginning. */
  at: number
  /** Megabytes after a collection. */
  heap: number
  handles: number
  files: number
  connections: number
  /** Mails, notices, events and products that nobody has dealt with yet. */
  waiting: number
  /** In the tables that are pruned. */
  rows: number
  /** Pages and calls so far. */
  calls: number
  /** Of a page, the median since the sample before, in medians of a bare answer. */
  latency: number
  /** Milliseconds: the 99th percentile of a page, and the median of a bare answer. */
  p99: number
  bare: number
}

interface Limit {
  name: Exclude<keyof Sample, 'at' | 'rows' | 'calls' | 'p99' | 'bare'>
  unit: string
  /** By which it may grow, given its mean. */
  most: (mean: number) => number
}

const limits: readonly Limit[] = [
  { name: 'heap', unit: 'MB', most: (usual) => Math.max(8, usual * 0.1) },
  { name: 'handles', unit: '', most: () => 10 },
  { name: 'files', unit: '', most: () => 10 },
  { name: 'connections', unit: '', most: () => 3 },
  { name: 'waiting', unit: '', most: () => 50 },
  { name: 'latency', unit: 'bare answers', most: (usual) => Math.max(2, usual * 0.5) },
]

/** Rows of a call in the second half of the time, against the first. */
const mostFaster = 1.5

export async function proveSoak(options: SoakOptions): Promise<boolean> {
  const { minutes, say } = options
  const { samples, told, failed } = await soak(options)
  const measured = samples.filter(({ at }) => at >= minutes / 4)
  const faults = [...told.faults, ...judge(measured)]
  if (failed > 0) faults.push(`${failed} pages were not answered well`)
  const { calls } = samples.at(-1)!
  say(
    `${minutes} minutes: ${calls} pages and calls, ${told.placed.size} orders, ${told.thanked.size} thanked for; p99 ${mean(measured.map(({ p99 }) => p99)).toFixed(1)} ms, a bare answer ${mean(measured.map(({ bare }) => bare)).toFixed(1)} ms`,
  )
  for (const { name, unit, most } of limits) {
    const { growth, usual } = grown(measured, name)
    say(
      `${name}: ${usual.toFixed(1)} ${unit}, ${growth.toFixed(1)} more over ${(minutes * 0.75).toFixed(1)} minutes (limit ${most(usual).toFixed(1)})`,
    )
  }
  const [early, late] = rowsOfCalls(measured)
  say(
    `rows of pruned tables: ${early.toFixed(2)} a call, then ${late.toFixed(2)} (limit ${mostFaster} times as many)`,
  )
  for (const fault of faults.slice(0, 20)) say(fault)
  say(`${faults.length} faults`)
  const isFound = await findsLeak(options)
  say(isFound ? 'the planted leak was found' : 'THE PLANTED LEAK WAS NOT FOUND')
  return faults.length === 0 && isFound
}

/** What has grown by more than it may. */
function judge(samples: readonly Sample[]): string[] {
  const faults: string[] = []
  for (const { name, unit, most } of limits) {
    const { growth, usual } = grown(samples, name)
    if (growth > most(usual)) faults.push(`${name} has grown by ${growth.toFixed(1)} ${unit}`)
  }
  const [early, late] = rowsOfCalls(samples)
  if (late > early * mostFaster) faults.push('the tables that are pruned grow faster and faster')
  return faults
}

/** Whether a leak of eight kilobytes for each request is found, and as large as it is. */
async function findsLeak({ seed, build, port }: SoakOptions): Promise<boolean> {
  const plant = new URL('planted-leak.mjs', import.meta.url).href
  const { samples } = await soak({ minutes: 1, seed, build, port }, `--import ${plant}`)
  const measured = samples.filter(({ at }) => at >= 0.25)
  const calls = measured.at(-1)!.calls - measured[0]!.calls
  const { growth } = grown(measured, 'heap')
  return judge(measured).some((fault) => fault.startsWith('heap')) && growth > (calls * 4_000) / 1e6
}

function grown(samples: readonly Sample[], name: Limit['name']): { growth: number; usual: number } {
  const points: Point[] = samples.map((sample) => ({ at: sample.at, value: sample[name] }))
  return { growth: growthOf(points), usual: mean(points.map(({ value }) => value)) }
}

/** Rows that came with each call, in both halves of the time. */
function rowsOfCalls(samples: readonly Sample[]): [number, number] {
  const middle = samples[Math.floor(samples.length / 2)]!
  const share = (from: Sample, to: Sample): number =>
    (to.rows - from.rows) / Math.max(1, to.calls - from.calls)
  return [share(samples[0]!, middle), share(middle, samples.at(-1)!)]
}

interface Soaked {
  samples: Sample[]
  told: Told
  /** Pages that were answered by anything but what is right. */
  failed: number
}

async function soak(
  { minutes, seed, build, port }: Omit<SoakOptions, 'say'>,
  nodeOptions = '',
): Promise<Soaked> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-soak-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const probe = join(folder, 'probe.json')
  const shop = await openMortalShop(build, port, sales, {
    env: {
      NODE_OPTIONS: `--import ${new URL('soak-probe.mjs', import.meta.url).href} ${nodeOptions}`,
      SOAK_PROBE: probe,
    },
  })
  const bare = startScript('bare-server.ts', null)
  try {
    const pages = [{ path: '/', status: 200, headers: [], body: '' }]
    const { port: barePort } = await ask<{ port: number }>(bare, { pages })
    await fillShelves(shop.db, products, 10_000_000)
    const told = nothingTold()
    const look: Looking = {
      bare: `http://127.0.0.1:${barePort}/`,
      calls: 0,
      failed: 0,
      times: [],
      bareTimes: [],
    }
    let isOver = false
    const people = [
      ...Array.from({ length: shoppers }, (_, n) =>
        shopping(shop, seeded(seed * 100 + n), told, () => isOver),
      ),
      ...Array.from({ length: lookers }, (_, n) =>
        looking(shop.origin, seeded(seed * 200 + n), look, () => isOver),
      ),
    ]
    const crowd = Promise.all(people)
    // Waited for at the end: until then its failure is nobody's.
    crowd.catch(() => {})
    const samples: Sample[] = []
    const begun = performance.now()
    const every = Math.max(3_000, (minutes * 60_000) / 60)
    while (performance.now() - begun < minutes * 60_000) {
      await sleep(every)
      samples.push(await measure(shop, probe, look, (performance.now() - begun) / 60_000))
    }
    isOver = true
    await crowd
    return { samples, told, failed: look.failed }
  } finally {
    await stop(bare)
    await shop.end()
  }
}

async function measure({ pid, db }: MortalShop, probe: string, look: Looking, at: number): Promise<Sample> {
  const times = sorted(look.times)
  const bareTimes = sorted(look.bareTimes)
  const bare = bareTimes[Math.floor(bareTimes.length / 2)] ?? 1
  await rm(probe, { force: true })
  process.kill(pid(), 'SIGUSR2')
  let left: { heapUsed: number; handles: number } | null = null
  for (const until = performance.now() + 30_000; left === null; await sleep(20)) {
    left = await readFile(probe, 'utf8').then(
      (text) => JSON.parse(text) as { heapUsed: number; handles: number },
      () => null,
    )
    if (left === null && performance.now() > until) throw new Error('the probe does not answer')
  }
  const counts = pruned.map((table) => `(select count(*) from ${table})`)
  const { rows } = await db.query<{ connections: number; waiting: number; rows: number }>(
    `select (select count(*)::int from pg_stat_activity where application_name = 'violet') as connections,
       ((select count(*) from outbox_mails where state = 'waiting' and next_at < now())
        + (select count(*) from order_events where handled_at is null)
        + (select count(*) from demo_notices) + (select count(*) from search_stale))::int as waiting,
       (${counts.join(' + ')})::int as rows`,
  )
  return {
    at,
    heap: left.heapUsed / 1e6,
    handles: left.handles,
    files: (await readdir(`/proc/${pid()}/fd`)).length,
    ...rows[0]!,
    calls: look.calls,
    latency: (times[Math.floor(times.length / 2)] ?? 0) / bare,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    bare,
  }
}

/** The times since the last call, the shortest first. */
function sorted(times: number[]): number[] {
  return times.splice(0).toSorted((a, b) => a - b)
}

/** People who order, pay, and change their minds. */
async function shopping(
  { db, origin }: MortalShop,
  random: Random,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const email = (): string => `${randomBytes(6).toString('hex')}@example.org`
    const ready = await prepareCheckouts(db, 5, () => [`p${1 + Math.floor(random() * products)}`], { email })
    for (const visitor of ready) {
      if (isOver()) return
      await buyAndPay(origin, visitor, random, told)
      await sleep(100)
    }
  }
}

interface Looking {
  /** URL of the bare server. */
  bare: string
  calls: number
  failed: number
  /** Milliseconds of each page since the last sample. */
  times: number[]
  /** Milliseconds of the bare answer that was asked for after each of them. */
  bareTimes: number[]
}

/** People who look around, and now and then put something into a new cart. */
async function looking(origin: string, random: Random, look: Looking, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const n = 1 + Math.floor(random() * products)
    const chance = random()
    const begun = performance.now()
    const answer = await (chance < 0.15
      ? fetch(`${origin}/api/web/cart/add`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ sku: `p${n}`, quantity: 1 }),
        })
      : fetch(`${origin}${pageFor(chance, n)}`))
    await answer.arrayBuffer()
    look.calls += 1
    look.times.push(performance.now() - begun)
    if (!answer.ok) look.failed += 1
    const bareBegun = performance.now()
    await (await fetch(look.bare)).arrayBuffer()
    look.bareTimes.push(performance.now() - bareBegun)
    await sleep(20)
  }
}

function pageFor(chance: number, n: number): string {
  if (chance < 0.3) return '/'
  if (chance < 0.75) return `/product/p${n}`
  return chance < 0.9 ? `/search?q=product${n % 50}` : '/cart'
}
