import { ConfigError, readConfig, type Config } from '#platform/server/config.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { DataDirBusy, openEmbedded, type EmbeddedPostgres } from '#platform/server/db/embedded.ts'
import { makeDataFolder, makePrivateFolder } from '#platform/server/files/private-folder.ts'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { readAssets } from '#platform/server/assets.ts'
import { createApp } from './app.ts'
import { clientSources } from './client-sources.ts'
import { demoLeftovers } from '#transfer/demo/settings.ts'
import { loadDemoIntoEmpty } from './demo-into-empty.ts'

/** Milliseconds for open requests to end before the process leaves anyway. */
const patience = 30_000

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError || error instanceof DataDirBusy) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `Violet could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig()
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  await makeDataFolder(config.dataDir)
  await makePrivateFolder(config.mediaDir)

  const embedded =
    config.databaseUrl === null ? await openEmbedded({ dataDir: config.dataDir, log: say }) : null
  // Asked by `npm start` when it gives up on a server that died again and again: its database runs on without it.
  if (process.argv.includes('--end-database')) {
    await embedded?.stop()
    process.exit(0)
  }
  try {
    await open(config, config.databaseUrl ?? embedded!.url, embedded, say)
  } catch (error) {
    // A shop that does not open must not leave its database running.
    await embedded?.stop()
    throw error
  }
}

async function open(
  config: Config,
  url: string,
  embedded: EmbeddedPostgres | null,
  say: (line: string) => void,
): Promise<void> {
  const log = openLog(config.logLevel)
  await migrate({ url, directory: 'db/migrations', log: say })
  const db = openDatabase({ url, pool: config.databasePool, log })
  if (config.demo) await loadDemoIntoEmpty({ db, mediaDir: config.mediaDir, now: new Date(), say })

  const assets = readAssets('build/client', clientSources)
  const clientDir = `${process.cwd()}/build/client`
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl: url,
    assets,
    clientDir,
    version: import.meta.env.VIOLET_VERSION,
    jobs: true,
  })
  await warnOfDemo(db, log)
  const address = await app.server.listen({ port: config.port, host: config.host })
  app.setOrigin(publicUrl(address))

  let leaving = false
  const leave = async (signal: string): Promise<void> => {
    if (leaving) return
    leaving = true
    say(`${signal}: closing the shop`)
    tellStarter('leaving')
    // oxlint-disable-next-line house/guarded-listener -- the program is to end
    setTimeout(() => process.exit(1), patience).unref()
    await app.close()
    await db.close()
    await embedded?.stop()
    process.exit(0)
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    // oxlint-disable-next-line house/guarded-listener -- the program is to end
    process.on(signal, () => void leave(signal))

  // Said last: the first reader may end the shop at once, and without the listeners its PostgreSQL would run on.
  say(`Violet is open at ${config.publicUrl ?? publicUrl(address)}`)
  tellStarter('open')
}

/** What the demo brought is made up: nobody should transfer money to its account. */
async function warnOfDemo(db: Database, log: ReturnType<typeof openLog>): Promise<void> {
  const settings = await demoLeftovers(db, (await loadConfig(db)).document)
  if (settings.length > 0) log.warn({ settings }, "settings are still the demo's (violet config check)")
}

/** `npm start` brings the shop back when it ends unexpectedly (scripts/bootstrap/keep.mjs): it has to know what is expected. */
function tellStarter(what: 'open' | 'leaving'): void {
  // One that is gone meanwhile need not know; without the callback that would be an error event.
  process.send?.(what, undefined, undefined, () => {})
}

function publicUrl(url: string): string {
  return url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, '//localhost')
}
