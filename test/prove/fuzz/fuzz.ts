import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openShop, type RunningShop } from '../../running-shop.ts'
import { atEnd } from '../../../bench/cleanup.ts'
import type { CallPath, Case, Ground } from './fuzz-bodies.ts'
import { fuzzCase, ordinaryCase } from './fuzz-cases.ts'
import { play } from './fuzz-socket.ts'
import { beginUploads, uploadOne } from './fuzz-uploads.ts'
import { seeded } from '../seeded.ts'

/*
 * `npm run prove -- fuzz [--cases N] [--seeds N] [--seed N]`: strangers send nonsense down bare sockets to the shop as
 * it is built. The program does not end, no answer is a 5xx but "in a moment" (503, 504), and visitors of cached pages
 * do not wait longer than three times what they wait beside as many ordinary visitors. Hundreds of uploads that do not
 * end neither fill its memory nor keep others from theirs. Then the same is sent to a shop
 * with a planted listener that throws: its death must be found.
 */

export interface FuzzOptions {
  /** For each seed. */
  cases: number
  seed: number
  seeds: number
  say: (line: string) => void
}

/** Cases between two looks whether the shop is well. */
const batch = 250
/** Connections at once. */
const atOnce = 24
/** The 99th percentile of cached pages beside nonsense, against that beside ordinary visitors. */
const mostSlower = 3
/** Megabytes by which unfinished uploads may let the server grow: eight photographs, and what it grows by anyway. */
const mostGrowth = 150

export async function proveFuzz({ cases, seed, seeds, say }: FuzzOptions): Promise<boolean> {
  const shop = await openFuzzedShop()
  atEnd(() => endShop(shop))
  const ground = await groundOf(shop)
  const quiet = await beside(shop, () => send(shop, makeAll(seed, 2_000, ground, ordinaryCase)))
  let holds = true
  for (let one = seed; one < seed + seeds; one++) {
    const sent = await beside(shop, () => fuzz(shop, ground, one, cases))
    const slower = sent.p99 / quiet.p99
    const { deaths, faults, answers } = sent.outcome
    say(
      `seed ${one}: ${answers} answers to ${cases} cases, ${deaths} deaths, ${faults.length} faults; cached pages p99 ${sent.p99.toFixed(1)} ms, ${slower.toFixed(1)} times as beside ordinary visitors`,
    )
    for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
    if (deaths > 0 || faults.length > 0 || slower > mostSlower) holds = false
    if (deaths > 0) return false
  }
  if (!(await survivesUploads(shop, say))) holds = false
  const found = await findsPlantedDeath(seed)
  say(found ? 'the planted listener was found' : 'THE PLANTED LISTENER WAS NOT FOUND')
  return holds && found
}

/** Three rounds of unfinished uploads, from one network, from some and from very many; then one that ends. */
async function survivesUploads(shop: RunningShop, say: FuzzOptions['say']): Promise<boolean> {
  let holds = true
  for (const networks of [1, 3, 200]) {
    const ipOf = (n: number): string => `203.0.113.${n % networks}`
    const { held, refused, grown, end } = await beginUploads(shop, 200, ipOf)
    const health = await fetch(`${shop.url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    )
    await end()
    let after = await uploadOne(shop, '198.51.100.1')
    // The shop hears of closed connections one after the other.
    for (
      const until = performance.now() + 10_000;
      after === 503 && performance.now() < until;
      await sleep(50)
    )
      after = await uploadOne(shop, '198.51.100.1')
    say(
      `200 unfinished uploads of ${networks} networks: ${held} read, ${refused} refused, ${Math.round(grown)} MB more; health ${health}, an upload afterwards ${after}`,
    )
    if (grown > mostGrowth || held + refused !== 200 || health !== 200 || after !== 200) holds = false
    if (isOver(shop)) return false
  }
  return holds
}

export interface FuzzOutcome {
  deaths: number
  /** How many answers were read. */
  answers: number
  faults: string[]
}

/** Sends the cases of a seed; ends early where the shop does. */
export async function fuzz(
  shop: RunningShop,
  ground: Ground,
  seed: number,
  cases: number,
): Promise<FuzzOutcome> {
  return send(shop, makeAll(seed, cases, ground, fuzzCase))
}

/** Whether the fuzzer sees a shop die whose listener throws at a request line that is no address. */
export async function findsPlantedDeath(seed: number): Promise<boolean> {
  const plant = new URL('../planted-listener.mjs', import.meta.url).href
  const shop = await openFuzzedShop({ NODE_OPTIONS: `--import ${plant}` })
  try {
    const { deaths } = await fuzz(shop, await groundOf(shop), seed, 1_000)
    return deaths === 1
  } finally {
    await endShop(shop)
  }
}

async function endShop(shop: RunningShop): Promise<void> {
  // The next to open the folder takes over the database of one that died, and ends it.
  if (isOver(shop)) await (await openShop({ dataDir: shop.dataDir })).stop()
  else await shop.stop()
  await shop.remove()
}

export function openFuzzedShop(env: Record<string, string> = {}): Promise<RunningShop> {
  return openShop({ demo: true, env: { LOG_LEVEL: 'fatal', TRUST_PROXY: '127.0.0.1', ...env } })
}

/** What there is to be asked, from the shop's own description. */
export async function groundOf({ url, port }: RunningShop): Promise<Ground> {
  const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<
      string,
      { post?: { requestBody?: { content: Record<string, { schema?: { properties?: object } }> } } }
    >
  }
  const calls = Object.entries(api.paths).flatMap(([path, { post }]): CallPath[] => {
    const schema = post?.requestBody?.content['application/json']?.schema
    return schema === undefined ? [] : [{ path, fields: Object.keys(schema.properties ?? {}) }]
  })
  if (calls.length < 10) throw new Error(`only ${calls.length} calls are described`)
  return {
    host: `localhost:${port}`,
    calls,
    pages: ['/', '/category/tableware', '/product/perch-stool', '/zh'],
  }
}

function makeAll(seed: number, count: number, ground: Ground, make: typeof fuzzCase): Case[] {
  const random = seeded(seed)
  return Array.from({ length: count }, () => make(random, ground))
}

async function send(shop: RunningShop, cases: readonly Case[]): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = { deaths: 0, answers: 0, faults: [] }
  for (let from = 0; from < cases.length; from += batch) {
    const left = cases.slice(from, from + batch)
    const names = left.map(({ name }) => name)
    const worker = async (): Promise<void> => {
      for (let one = left.pop(); one !== undefined && !isOver(shop); one = left.pop()) {
        const statuses = await play(shop.port, one)
        outcome.answers += statuses.length
        for (const status of statuses)
          if (status >= 500 && status !== 503 && status !== 504)
            outcome.faults.push(`${status} to ${one.name}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    // An end is told of a little after the last connection has gone.
    const health = await fetch(`${shop.url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    )
    if (health === 0 && !isOver(shop)) await Promise.race([once(shop.process, 'exit'), sleep(10_000)])
    if (isOver(shop)) {
      outcome.deaths += 1
      outcome.faults.push(`the program ended within: ${names.join('\n    ')}`, shop.output().slice(-2_000))
      return outcome
    }
    if (health !== 200) outcome.faults.push(`/healthz is ${health} after case ${from + batch}`)
  }
  return outcome
}

function isOver({ process: child }: RunningShop): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Asks for a cached page again and again while something is done. */
async function beside<T>(
  { port }: RunningShop,
  work: () => Promise<T>,
): Promise<{ outcome: T; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let isDone = false
  const visitor = async (): Promise<void> => {
    while (!isDone) {
      const begun = performance.now()
      if (await asks(agent, port)) times.push(performance.now() - begun)
      await sleep(5)
    }
  }
  const visiting = visitor()
  try {
    const outcome = await work()
    isDone = true
    await visiting
    times.sort((a, b) => a - b)
    return { outcome, p99: times[Math.floor(times.length * 0.99)] ?? Infinity }
  } finally {
    isDone = true
    agent.destroy()
  }
}

function asks(agent: Agent, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ agent, port, host: '127.0.0.1', path: '/', headers: { host: `localhost:${port}` } }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200))
      answer.once('error', () => resolve(false))
    }).once('error', () => resolve(false))
  })
}
