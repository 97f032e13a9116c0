import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { ConfigError, readConfig, type Config } from '#platform/server/config.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { noteOrigin } from '#features/shop/queries.ts'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { DataDirBusy, openEmbedded, type EmbeddedPostgres } from '#platform/server/db/embedded.ts'
import { makeDataFolder, makePrivateFolder } from '#platform/server/files/private-folder.ts'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { readAssets } from '#platform/server/assets.ts'
import { startFault } from '#platform/server/start/start-faults.ts'
import { createApp, type App } from './app.ts'
import { clientSources } from './client-sources.ts'
import { isDemoOnly } from '#transfer/demo/queries.ts'
import { demoLeftovers } from '#transfer/demo/settings.ts'
import { configGaps } from './config-gaps.ts'
import { openBehindDemo } from './demo-into-empty.ts'

/** Milliseconds for open requests to end before the process leaves anyway. */
const patience = 30_000

/** What is open so far, and has to be closed in this order. */
const opened: { app: Promise<App> | null; db: Database | null; embedded: EmbeddedPostgres | null } = {
  app: null,
  db: null,
  embedded: null,
}
let isLeaving = false
/** Null until they are read. */
let settings: Config | null = null

try {
  await main()
} catch (error) {
  // A start that is cut short fails by what was taken away from it.
  if (!isLeaving) {
    await closeAll().catch(() => {})
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  }
}

/** One line that says what to do. Where an unknown error comes from is for those who look for it. */
function failureText(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirBusy) return error.message
  const known = settings === null ? null : startFault(error, settings)
  if (known !== null) return `Violet could not start: ${known}`
  if (!(error instanceof Error)) return `Violet could not start: ${String(error)}`
  const isDebug = settings?.logLevel === 'debug' || settings?.logLevel === 'trace'
  return isDebug
    ? `Violet could not start: ${error.stack ?? error.message}`
    : `Violet could not start: ${error.message} (LOG_LEVEL=debug says where)`
}

async function main(): Promise<void> {
  const config = readConfig()
  settings = config
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  await makeDataFolder(config.dataDir)
  await makePrivateFolder(config.mediaDir)

  if (config.databaseUrl === null) opened.embedded = await openEmbedded({ dataDir: config.dataDir, log: say })
  // Asked by `npm start` when it gives up on a server that died again and again: its database runs on without it.
  if (process.argv.includes('--end-database')) {
    await opened.embedded?.stop()
    process.exit(0)
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // oxlint-disable-next-line house/guarded-listener -- the program is to end
    process.on(signal, () => void leave(signal, say))
  await tryPort(config)
  await open(config, config.databaseUrl ?? opened.embedded!.url, say)
}

/** Throws what listening would throw: before the database is filled, which may take a while. */
async function tryPort({ port, host }: Config): Promise<void> {
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

async function open(config: Config, url: string, say: (line: string) => void): Promise<void> {
  const log = openLog(config.logLevel)
  await migrate({ url, directory: 'db/migrations', log: say })
  const db = openDatabase({ url, pool: config.databasePool, log })
  opened.db = db
  const app = await openBehindDemo({ config, db, now: new Date(), say }, () => openApp(config, url, db, log))
  if (app === null) return
  await warnOfDemo(db, log)
  await warnOfGaps(db, config, log)
  if (isLeaving) return
  const address = await app.server.listen({ port: config.port, host: config.host })
  app.setOrigin(publicUrl(address))
  const origin = config.publicUrl ?? publicUrl(address)
  await noteOrigin(db, origin, new Date())
  // Said last: the first reader may end the shop at once.
  say(`Violet is open at ${origin}`)
  tellStarter('open')
}

/** Null where the program is about to end. */
function openApp(config: Config, databaseUrl: string, db: Database, log: Logger): Promise<App | null> {
  if (isLeaving) return Promise.resolve(null)
  opened.app = createApp({
    config,
    log,
    db,
    databaseUrl,
    assets: readAssets('build/client', clientSources),
    clientDir: `${process.cwd()}/build/client`,
    version: import.meta.env.VIOLET_VERSION,
    jobs: true,
  })
  return opened.app
}

async function leave(signal: string, say: (line: string) => void): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  say(`${signal}: closing the shop`)
  tellStarter('leaving')
  // oxlint-disable-next-line house/guarded-listener -- the program is to end
  setTimeout(() => process.exit(1), patience).unref()
  await closeAll()
  process.exit(0)
}

async function closeAll(): Promise<void> {
  const { app, db, embedded } = opened
  // What is half open is opened first: its work would go on over a database that is gone.
  await (await app?.catch(() => null))?.close()
  const closed = db?.close()
  // An import under way, as of the demo, would have to be waited for: it ends with its connection, and is rolled back.
  if (app !== null) await closed
  await embedded?.stop()
  if (embedded !== null) await closed?.catch(() => {})
}

/** What the demo brought is made up: nobody should transfer money to its account. */
async function warnOfDemo(db: Database, log: ReturnType<typeof openLog>): Promise<void> {
  const settings = await demoLeftovers(db, (await loadConfig(db)).document)
  if (settings.length > 0) log.warn({ settings }, "settings are still the demo's (violet config check)")
}

/** What a shop needs before its first order, and does not have. The demo shop sells nothing. */
async function warnOfGaps(db: Database, config: Config, log: ReturnType<typeof openLog>): Promise<void> {
  if (await isDemoOnly(db)) return
  const gaps = await configGaps(db, (await loadConfig(db)).document, config)
  if (gaps.length > 0) log.warn({ gaps }, 'the shop lacks something for its settings (violet config check)')
}

/** `npm start` brings the shop back when it ends unexpectedly (scripts/bootstrap/keep.mjs): it has to know what is expected. */
function tellStarter(what: 'open' | 'leaving'): void {
  // One that is gone meanwhile need not know; without the callback that would be an error event.
  process.send?.(what, undefined, undefined, () => {})
}

function publicUrl(url: string): string {
  return url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, '//localhost')
}
