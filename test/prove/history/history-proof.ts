import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { openDatabase } from '#platform/server/db/db.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { checkHistory, type Violation } from './history.ts'
import { fillShop, playDay } from './history-load.ts'
import { readHistory, type History, type SkuStock } from './history-rows.ts'
import { seeded } from '../seeded.ts'

/*
 * `npm run prove -- history [--orders N] [--seed N]`: a made-up day of a shop, 16 people at once, and then the books.
 * `npm run prove -- history --database URL`: the books of a shop as it stands, or after another load.
 */

export async function proveHistory(options: {
  orders: number
  seed: number
  /** Connection string of a database to be read as it is; null: one is made. */
  database: string | null
  say: (line: string) => void
}): Promise<boolean> {
  const { database, say } = options
  if (database === null) return proveOwnDay(options)
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  try {
    return report(await readHistory(pool), null, say)
  } finally {
    await pool.end()
  }
}

async function proveOwnDay({ orders, seed, say }: Parameters<typeof proveHistory>[0]): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-prove-'))
  const server = await openEmbedded({ dataDir, log: () => {} })
  await migrate({ url: server.url, directory: 'db/migrations' })
  const db = openDatabase({ url: server.url, pool: 16, log: pino({ level: 'silent' }) })
  try {
    const { coupon } = await fillShop(db, Math.ceil(orders / 3))
    const before = (await readHistory(db.pool)).skus
    say(JSON.stringify(await playDay(db, { orders, atOnce: 16, coupon, random: seeded(seed) })))
    return report(await readHistory(db.pool), before, say)
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(history: History, before: readonly SkuStock[] | null, say: (line: string) => void): boolean {
  const violations = checkHistory(history, before)
  for (const violation of violations.slice(0, 40)) say(lineOf(violation))
  const { orders, events, moves, payments, refunds } = history
  say(
    `${orders.length} orders, ${events.length} events, ${moves.length} moves of stock, ${payments.length} payments, ${refunds.length} refunds: ${violations.length} violations`,
  )
  return violations.length === 0
}

function lineOf({ rule, subject, text }: Violation): string {
  return `${rule}: ${subject}: ${text}`
}
