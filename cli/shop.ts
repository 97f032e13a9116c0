import { resolve } from 'node:path'
import pino from 'pino'
import { readConfig, type Config } from '#platform/server/config.ts'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { connectEmbedded, hasEmbedded, openEmbedded } from '#platform/server/db/embedded.ts'
import { isMigrated, migrate } from '#platform/server/db/migrate.ts'
import { makeDataFolder, makePrivateFolder } from '#platform/server/files/private-folder.ts'
import { startFault } from '#platform/server/start/start-faults.ts'
import { Failure, say } from './terminal.ts'

/** The shop that the commands work on: the same configuration and the same database as the server's. */
export interface Shop {
  config: Config
  db: Database
  /** Connection string. */
  url: string
}

const migrations = 'db/migrations'

/**
 * Opens the shop, migrated, for as long as the work takes. A shop that is open for visitors is worked on while it
 * is, and hears of what was changed before this resolves; a closed one has its PostgreSQL started and stopped again.
 */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig()
  if (!(await opening(config, () => isThere(config)))) throw new Failure(noShop(config))
  return withShopOrNew(work)
}

/** The same, made where there is none: only for commands that fill it. Others would answer from an empty one. */
export async function withShopOrNew<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  return withDatabase(async ({ config, url }) => {
    await opening(config, () => migrate({ url, directory: migrations, log: say }))
    const log = pino({ level: 'warn' }, pino.destination(2))
    const db = openDatabase({ url, pool: Math.max(6, config.databasePool), log, statementTimeout: 0 })
    sendGathered = db.notifier.flush
    try {
      return await work({ config, db, url })
    } finally {
      sendGathered = null
      await db.close()
    }
  })
}

/** An error on the way to the shop, in one line that says what to do. */
async function opening<T>(config: Config, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const known = startFault(error, config)
    throw known === null ? error : new Failure(known)
  }
}

/** The database alone, as it is, made where there is none: restore. */
export async function withDatabase<T>(
  work: (database: { config: Config; url: string }) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  place = placeOf(config)
  await opening(config, async () => {
    await makeDataFolder(config.dataDir)
    await makePrivateFolder(config.mediaDir)
  })
  if (config.databaseUrl !== null) return work({ config, url: config.databaseUrl })
  const running = await opening(config, () => connectEmbedded(config.dataDir))
  if (running !== null) return work({ config, url: running.url })

  const own = await opening(config, () => openEmbedded({ dataDir: config.dataDir, log: say }))
  stopOwn = own.stop
  const leave = (): void => void leaveNow(130)
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
  try {
    return await work({ config, url: own.url })
  } finally {
    process.off('SIGINT', leave)
    process.off('SIGTERM', leave)
    stopOwn = null
    await own.stop()
  }
}

/** The shop's place, once a command has looked there. */
let place: string | null = null

/** Where a command has looked for its shop: an error that says so is soon understood. Null before it has. */
export function shopPlace(): string | null {
  return place
}

function placeOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === null || !URL.canParse(databaseUrl)) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

async function isThere({ databaseUrl, dataDir }: Config): Promise<boolean> {
  return databaseUrl === null ? hasEmbedded(dataDir) : isMigrated(databaseUrl)
}

function noShop(config: Config): string {
  const name =
    config.databaseUrl === null
      ? 'name the folder of another by DATA_DIR=/path before the command'
      : 'name another by DATABASE_URL'
  return `there is no shop in ${placeOf(config)}; ${name}, or make one by \`npm start\``
}

/** Stops the PostgreSQL that this program started for itself; null while there is none. */
let stopOwn: (() => Promise<void>) | null = null

/** Tells the nodes of what is committed already; null while no shop is open. */
let sendGathered: (() => Promise<void>) | null = null

/** Ends the program before its work is done, and with it the PostgreSQL that it started. */
export async function leaveNow(exitCode: number): Promise<void> {
  await sendGathered?.().catch(() => {})
  await stopOwn?.().catch(() => {})
  process.exit(exitCode)
}

/** Brings a database to one migration: for a backup that was made at it. */
export function migrateTo(url: string): (to: string) => Promise<string[]> {
  return (to) => migrate({ url, directory: migrations, log: say, to })
}

/** A path as the operator means it: from the folder where the program was called, which need not be the shop's. */
export function operatorPath(path: string): string {
  return resolve(readConfig().operatorDir, path)
}
