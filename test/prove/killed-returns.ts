import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { start, waitForLine } from '../../bench/process.ts'
import { checkHistory } from './history/history.ts'
import { fillShop, workAt } from './history/history-load.ts'
import { arrivedOrder } from './history/history-returns-load.ts'
import { readHistory } from './history/history-rows.ts'
import { faultsIn, returnFaults, unsettled } from './killed-books.ts'
import { bringBack, nothingAsked, type Asked, type Goods } from './killed-returners.ts'
import { nothingTold } from './killed-shoppers.ts'
import { openMortalShop, type MortalShop } from './killed-shop.ts'
import { seeded, type Random } from './seeded.ts'

/*
 * `npm run prove -- returns-killed [--kills N] [--database-kills N] [--port N] [--seed N]`: shoppers ask for returns and
 * exchanges, name parcels and change their mind, an operator decides, the bank pays back, while server, operator and
 * PostgreSQL are killed (kill -9) at points that chance chooses. No return that was acknowledged is missing, nothing is
 * given back twice, the bank's books are the shop's, and two minutes after the last kill nothing is stuck.
 */

export interface KilledOptions {
  /** Of the server and of the operator, by turns that chance chooses. */
  kills: number
  databaseKills: number
  seed: number
  build: string
  port: number
  say: (line: string) => void
}

const patience = 120_000
const shoppers = 6

const sales = {
  payment: [
    { code: 'card', provider: 'demo', name: { en: 'Card' } },
    { code: 'transfer', provider: 'manual', name: { en: 'Transfer' } },
  ],
  returns: {
    creditBonusPercent: '10',
    fee: { USD: 300 },
    address: { consignee: 'Violet', lines: ['Torstraße 1', '10119 Berlin'] },
  },
}

export async function proveReturnsKilled(options: KilledOptions): Promise<boolean> {
  const { kills, databaseKills, seed, build, port, say } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-killed-'))
  // Each shopper comes from a network of its own: what one may ask for is limited, and tested elsewhere.
  const mortal = await openMortalShop(build, port, sales, { dataDir, env: { TRUST_PROXY: '127.0.0.1' } })
  const { url } = (await connectEmbedded(dataDir))!
  const db = openDatabase({ url, pool: 8, log: pino({ level: 'silent' }) })
  const settings = join(dataDir, 'operator.json')
  await writeFile(settings, JSON.stringify({ sales }))
  const operator = new Operator(url, seed, settings)
  try {
    await fillShop(db, 100_000)
    const before = (await readHistory(mortal.db)).skus
    const asked = nothingAsked()
    let isOver = false
    const goods: Goods[] = []
    await operator.begin()
    const crowd = Promise.all([
      sell(db, goods, () => isOver),
      ...Array.from({ length: shoppers }, (_, index) =>
        returning(mortal.origin, goods, seeded(seed * 1_000 + index), asked, () => isOver),
      ),
    ])
    // Waited for at the end: until then its failure is nobody's.
    crowd.catch(() => {})
    const random = seeded(seed)
    for (const [index, death] of deathsOf(kills, databaseKills, random).entries()) {
      await sleep(100 + random() * 900)
      if (death === 'operator') await operator.kill()
      else await (death === 'server' ? mortal.killServer() : mortal.killDatabase(death))
      if ((index + 1) % 10 === 0) say(`${index + 1} kills: ${asked.applied.size} returns`)
    }
    const last = Date.now()
    isOver = true
    await crowd
    await operator.end()
    while ((await unsettled(mortal.db, 0)).length > 0 && Date.now() < last + patience) await sleep(1_000)
    const settledAfter = Math.round((Date.now() - last) / 1000)
    return await report(mortal, { before, asked, kills, databaseKills, settledAfter, say })
  } finally {
    await operator.end()
    await db.close()
    await mortal.end()
  }
}

async function report(
  mortal: MortalShop,
  told: {
    before: Parameters<typeof checkHistory>[1]
    asked: Asked
    kills: number
    databaseKills: number
    settledAfter: number
    say: (line: string) => void
  },
): Promise<boolean> {
  const { before, asked, kills, databaseKills, settledAfter, say } = told
  const open = await unsettled(mortal.db, patience / 1000)
  const history = await readHistory(mortal.db)
  const violations = checkHistory(history, before)
  const faults = [
    ...open.map((line) => `stuck for two minutes: ${line}`),
    ...asked.faults,
    ...(await faultsIn(mortal.db, nothingTold())),
    ...(await returnFaults(mortal.db, [...asked.applied], [...asked.cancelled])),
    ...violations.map(({ rule, subject, text }) => `${rule}: ${subject}: ${text}`),
  ]
  const ends = Map.groupBy(history.returns, ({ type, status }) => `${type} ${status}`)
  const tally = [...ends]
    .map(([name, rows]): [string, number] => [name, rows.length])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  say(
    `${kills} kills of server and operator, ${databaseKills} of PostgreSQL; ${asked.broken} broken calls, refused ${JSON.stringify(asked.refused)}`,
  )
  say(
    `${asked.applied.size} returns acknowledged, ${asked.cancelled.size} taken back; ${JSON.stringify(Object.fromEntries(tally))}`,
  )
  say(
    `${history.returns.length} returns, ${history.refunds.length} refunds, ${history.credit.length} entries of store credit, ${history.moves.length} moves of stock: ${violations.length} violations; in order after ${settledAfter} s`,
  )
  for (const fault of faults.slice(0, 40)) say(fault)
  say(`${faults.length} faults`)
  if (faults.length > 0) say(mortal.said())
  return faults.length === 0 && asked.applied.size > 0 && history.refunds.length > 0
}

/** Whoever decides about returns: a process that dies and comes back. */
class Operator {
  readonly #arguments: [url: string, seed: number, settings: string]
  #child: ChildProcess | null = null

  constructor(url: string, seed: number, settings: string) {
    this.#arguments = [url, seed, settings]
  }

  async begin(): Promise<void> {
    const [url, seed, settings] = this.#arguments
    const script = join(import.meta.dirname, 'returns-operator.ts')
    this.#arguments[1] = seed + 1
    this.#child = start(process.execPath, [script, url, String(seed), settings], { core: null })
    this.#child.stderr?.pipe(process.stderr)
    await waitForLine(this.#child, /at work/, 60_000)
  }

  async kill(): Promise<void> {
    await this.end()
    await this.begin()
  }

  async end(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}

/** Goods arrive at shoppers' as long as some wait for them. */
async function sell(db: Database, goods: Goods[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (goods.length > 20) {
      await sleep(50)
      continue
    }
    try {
      const { order, line } = await arrivedOrder(db, workAt(db, new Date()))
      goods.push({ order: order.number, token: order.token, line })
    } catch {
      // PostgreSQL is away; an order that came half as far is one of those that nobody returns.
      await sleep(100)
    }
  }
}

async function returning(
  origin: string,
  goods: Goods[],
  random: Random,
  asked: Asked,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const bought = goods.shift()
    if (bought === undefined) await sleep(50)
    else await bringBack(origin, bought, random, asked)
  }
}

type Death = 'server' | 'operator' | 'postmaster' | 'backend'

function deathsOf(kills: number, databaseKills: number, random: Random): Death[] {
  const deaths: Death[] = [
    ...Array.from({ length: kills }, (_, n): Death => (n % 2 === 0 ? 'server' : 'operator')),
    ...Array.from({ length: databaseKills }, (_, n): Death => (n % 2 === 0 ? 'postmaster' : 'backend')),
  ]
  return deaths
    .map((death) => ({ death, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ death }) => death)
}
