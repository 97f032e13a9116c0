import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkHistory } from './history/history.ts'
import { readHistory } from './history/history-rows.ts'
import { faultsIn, unsettled } from './killed-books.ts'
import { nothingTold, shop, type Told } from './killed-shoppers.ts'
import { openMortalShop, surely, type MortalShop } from './killed-shop.ts'
import { seeded, type Random } from './seeded.ts'
import { prepareCheckouts } from '../../bench/checkouts.ts'
import { durability, durable } from '../undurable.ts'
import { fillShelves } from './real-shop.ts'

/*
 * `npm run prove -- killed [--kills N] [--database-kills N] [--port N] [--seed N]`: shoppers buy and pay at the demo
 * gateway, with all its bad manners, while the server and its PostgreSQL are killed (kill -9) at points that chance
 * chooses. No order that was acknowledged is missing, nobody is charged twice, the books are the bank's, their
 * history breaks no rule, and two minutes after the last kill nothing is stuck.
 */

export interface KilledOptions {
  /** Of the server. */
  kills: number
  databaseKills: number
  seed: number
  build: string
  port: number
  say: (line: string) => void
}

/** Milliseconds after the last kill in which everything has to be in order by itself. */
const patience = 120_000
const shoppers = 8
/** Milliseconds at the most in which it is open again. */
const mostAway = 30_000

const sales = {
  payment: [
    { code: 'card', provider: 'demo', name: { en: 'Card' } },
    { code: 'transfer', provider: 'manual', name: { en: 'Transfer' } },
  ],
  holdMinutes: 5,
  cancelsByItself: true,
}

export async function proveKilled(options: KilledOptions): Promise<boolean> {
  const { kills, databaseKills, seed, build, port, say } = options
  const mortal = await openMortalShop(build, port, sales)
  try {
    await stock(mortal)
    const before = (await readHistory(mortal.db)).skus
    const random = seeded(seed)
    const told = nothingTold()
    const set = JSON.stringify(await durability(mortal.db))
    if (set !== JSON.stringify(durable)) told.faults.push(`PostgreSQL is not the shop's own: ${set}`)
    let isOver = false
    const crowd = Promise.all(
      Array.from({ length: shoppers }, (_, index) =>
        crowding(mortal, seeded(seed * 1_000 + index), told, () => isOver),
      ),
    )
    // Waited for at the end: until then its failure is nobody's.
    crowd.catch(() => {})
    const away: number[] = []
    const deaths = shuffled(kills, databaseKills, random)
    for (const [index, death] of deaths.entries()) {
      await sleep(100 + random() * 1_200)
      const taken = await (death === 'server' ? mortal.killServer() : mortal.killDatabase(death))
      away.push(taken)
      if (taken > mostAway)
        told.faults.push(`away for ${Math.round(taken)} ms after the death of the ${death}`)
      if ((index + 1) % 10 === 0)
        say(`${index + 1} kills: ${told.placed.size} orders, ${told.thanked.size} thanked for`)
    }
    const last = Date.now()
    isOver = true
    await crowd

    // Orders go on running out of time; what counts is how long each thing has been waiting by then.
    while ((await unsettled(mortal.db, 0)).length > 0 && Date.now() < last + patience) await sleep(1_000)
    const open = await unsettled(mortal.db, patience / 1000)
    const settledAfter = Math.round((Date.now() - last) / 1000)
    const history = await readHistory(mortal.db)
    const violations = checkHistory(history, before)
    const faults = [
      ...open.map((line) => `stuck for two minutes: ${line}`),
      ...(await faultsIn(mortal.db, told)),
      ...violations.map(({ rule, subject, text }) => `${rule}: ${subject}: ${text}`),
    ]
    const longest = Math.round(Math.max(0, ...away))
    say(
      `${kills} kills of the server, ${databaseKills} of PostgreSQL, away ${longest} ms at the most; ${told.broken} broken calls`,
    )
    say(
      `${told.placed.size} orders acknowledged, ${told.thanked.size} thanked for, ${told.cancelled.size} cancelled, refused ${JSON.stringify(told.refused)}`,
    )
    say(
      `${history.orders.length} orders, ${history.payments.length} payments, ${history.refunds.length} refunds, ${history.moves.length} moves of stock: ${violations.length} violations; in order after ${settledAfter} s`,
    )
    for (const fault of faults.slice(0, 40)) say(fault)
    say(`${faults.length} faults`)
    if (faults.length > 0) say(mortal.said())
    return faults.length === 0 && told.placed.size > 0
  } finally {
    await mortal.end()
  }
}

/** Five products, the last of them scarce, and a coupon for a hundred. */
async function stock({ db }: MortalShop): Promise<void> {
  await fillShelves(db, 5, 100_000)
  await db.query(`update skus set on_hand = 60 where sku = 'p5'`)
  await db.query(
    `insert into coupons (slug, code, conditions, benefit, claimable, use_limit, limit_per_customer, stackable)
     values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
       '{"kind": "percent", "percent": 10}', false, 100, 3, false)`,
  )
}

async function crowding(
  { db, origin }: MortalShop,
  random: Random,
  told: Told,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const wish = {
      email: () => `${randomBytes(6).toString('hex')}@example.org`,
      ...(random() < 0.3 ? { coupon: 'TEN' } : {}),
    }
    const wanted = Array.from({ length: 5 }, () => someOf(random))
    for (const visitor of await surely(() => prepareCheckouts(db, 5, (n) => wanted[n]!, wish))) {
      if (isOver()) return
      await shop(origin, visitor, random, told)
    }
  }
}

/** One to three of the five, in any order. */
function someOf(random: Random): string[] {
  const skus = new Set<string>()
  const wanted = 1 + Math.floor(random() * 3)
  while (skus.size < wanted) skus.add(`p${1 + Math.floor(random() * 5)}`)
  return [...skus]
}

type Death = 'server' | 'postmaster' | 'backend'

/** Who dies when. Of PostgreSQL, by turns the whole and one of its processes. */
function shuffled(kills: number, databaseKills: number, random: Random): Death[] {
  const deaths: Death[] = [
    ...Array.from({ length: kills }, () => 'server' as const),
    ...Array.from({ length: databaseKills }, (_, n) => (n % 2 === 0 ? 'postmaster' : 'backend')),
  ]
  return deaths
    .map((death) => ({ death, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ death }) => death)
}
