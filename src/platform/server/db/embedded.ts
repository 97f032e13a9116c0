import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeDataFolder } from '../files/private-folder.ts'
import { appRole, clusterDir, ensureCluster, readPassword } from './embedded/cluster.ts'
import { rotateLog } from './embedded/log-file.ts'
import { chooseOsUser } from './embedded/os-user.ts'
import {
  chooseAddress,
  clearStalePidFile,
  runningPostmaster,
  signalPostmaster,
  startPostmaster,
  waitUntilGone,
  type Server,
} from './embedded/postmaster.ts'
import { findPrograms } from './embedded/programs.ts'

/** The PostgreSQL of this data folder, held by this process until `stop`. */
export interface EmbeddedPostgres {
  /** Connection string, password included: never log it. It stays the same when the server is restarted. */
  url: string
  /** True when the server was found running: the process that had started it is gone. */
  adopted: boolean
  /** Ends the server (open transactions are rolled back) and waits until it is gone. */
  stop(): Promise<void>
}

/** Another Violet is running on this data folder; `pid` is null when it could not be told. */
export class DataDirBusy extends Error {
  readonly pid: number | null
  readonly dataDir: string

  constructor(pid: number | null, dataDir: string) {
    super(`another Violet ${pid === null ? '' : `(process ${pid}) `}is running on ${dataDir}`)
    this.name = 'DataDirBusy'
    this.pid = pid
    this.dataDir = dataDir
  }
}

/**
 * Brings up the PostgreSQL under `dataDir/pg`, or adopts the one that a killed process left running, and holds
 * it: until `stop` or the end of this process no other can open it. Should the server die, it is started again.
 * Throws DataDirBusy, or an Error whose message tells the operator what to do.
 */
export async function openEmbedded(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const site = await prepareSite(resolve(options.dataDir), options.log)
  const held = await hold(site, null)
  if (held.adopted) site.log('took over the PostgreSQL that was left running')
  return supervise(site, held)
}

/**
 * The connection string of the PostgreSQL that another process runs on `dataDir`, without taking it over; null
 * when none runs. Waits for one that is just starting.
 */
export async function connectEmbedded(dataDir: string): Promise<{ url: string } | null> {
  const pgDir = clusterDir(resolve(dataDir))
  const password = await readPassword(pgDir)
  if (password === null) return null
  for (;;) {
    const running = await runningPostmaster(pgDir)
    if (running === null || running.status === 'stopping') return null
    const url = connectionString(pgDir, password, running)
    const client = await tryConnect(url)
    if (client !== null) {
      await client.end()
      return { url }
    }
    await sleep(50)
  }
}

/** Whether a database was ever made in `dataDir`. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  return (await readPassword(clusterDir(resolve(dataDir)))) !== null
}

interface Site extends Server {
  dataDir: string
  password: string
  log: (line: string) => void
}

async function prepareSite(dataDir: string, log: (line: string) => void): Promise<Site> {
  try {
    await makeDataFolder(dataDir)
    const pgDir = clusterDir(dataDir)
    const programs = await findPrograms()
    const user = await chooseOsUser(dataDir, pgDir, programs)
    if ((await ensureCluster(dataDir, programs, user)) === 'made') log(`made a new database in ${pgDir}`)
    const password = await readPassword(pgDir)
    if (password === null) throw new Error(`${pgDir} has lost its password file.`)
    return { dataDir, pgDir, password, programs, user, log }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new Error(`Violet may not use ${path ?? dataDir}: start it as the owner of ${dataDir}.`, {
      cause: error,
    })
  }
}

interface Held {
  lock: pg.Client
  url: string
  port: number | null
  adopted: boolean
}

/** A running server, and the lock that makes it ours. `port` is wanted again where no socket can be used. */
async function hold(site: Site, port: number | null): Promise<Held> {
  const begun = Date.now()
  let started = false
  let wait = 10
  for (; ; await sleep((wait = Math.min(wait * 2, 200)))) {
    const running = await runningPostmaster(site.pgDir)
    if (running === null) {
      started = await start(site, port, begun)
      continue
    }
    const url = connectionString(site.pgDir, site.password, running)
    const lock = running.status === 'stopping' ? null : await tryConnect(url)
    if (lock === null) {
      if (running.status === 'ready' && Date.now() - begun > patience) {
        throw new Error(
          `PostgreSQL (process ${running.pid}) runs on ${site.pgDir} but does not answer: end it and start again.`,
        )
      }
      continue
    }
    if (await tryLock(lock))
      return { lock, url, port: running.socket ? null : running.port, adopted: !started }
    const holder = await lockHolder(lock)
    await lock.end()
    // A killed holder's lock is free as soon as the server has noticed; one that is just closing needs a moment.
    if (Date.now() - begun > 3000) throw new DataDirBusy(holder, site.dataDir)
  }
}

/** False while processes of the previous run are still ending and block the start. */
async function start(site: Site, port: number | null, begun: number): Promise<boolean> {
  await clearStalePidFile(site.pgDir)
  const logFile = join(site.dataDir, 'pg.log')
  await rotateLog(logFile)
  const address = await chooseAddress(site.pgDir, port)
  try {
    await startPostmaster(site, address, logFile)
  } catch (error) {
    const reason = String(error)
    if (reason.includes('still in use') && Date.now() - begun < patience) return false
    // Some file systems (shared folders of virtual machines) hold files but no sockets.
    if (!address.socket || !reason.includes('Unix-domain socket')) throw error
    await startPostmaster(site, await chooseAddress(null, port), logFile)
  }
  return true
}

function connectionString(pgDir: string, password: string, at: { socket: boolean; port: number }): string {
  const base = `postgres://${appRole}:${password}@127.0.0.1:${at.port}/${appRole}`
  return at.socket ? `${base}?host=${encodeURIComponent(pgDir)}` : base
}

/** Null when the server is not (or no longer) ready for connections. */
async function tryConnect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${lockName} ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P03', '57P01'].includes(code)) return null
    throw new Error(`PostgreSQL is running but refuses us: ${(error as Error).message}`, { cause: error })
  }
}

// How long, in ms, a server may be silent after it reported ready, and children of a dead server may linger.
const patience = 30_000

const lockName = 'violet-owner'
// 'viol' in ASCII. The locks of migrations and jobs use other numbers.
const lockClass = 0x76696f6c

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, 1) as locked', [
    lockClass,
  ])
  return rows[0]?.locked === true
}

async function lockHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = $1 and l.objid = 1 and l.granted`,
    [lockClass],
  )
  const pid = Number(rows[0]?.name.split(' ')[1])
  return pid > 0 ? pid : null
}

function supervise(site: Site, held: Held): EmbeddedPostgres {
  let { lock } = held
  let owned = true
  let recovery: Promise<void> | null = null
  let stopping: Promise<void> | null = null

  const watch = () =>
    // oxlint-disable-next-line house/guarded-listener -- an async function throws into its promise alone
    lock.once('end', () => {
      if (stopping === null) recovery = recover()
    })

  const recover = async () => {
    site.log('lost the connection to PostgreSQL, bringing it back')
    for (let wait = 100; stopping === null; wait = Math.min(wait * 2, 5000)) {
      try {
        const again = await hold(site, held.port)
        lock = again.lock
        watch()
        return site.log(again.url === held.url ? 'PostgreSQL is back' : 'PostgreSQL moved: restart Violet')
      } catch (error) {
        site.log((error as Error).message)
        owned = !(error instanceof DataDirBusy)
        if (!owned) return
        await sleep(wait)
      }
    }
  }

  const shutDown = async () => {
    await recovery
    if (owned) {
      // The lock ends with the server. Released earlier, another Violet would adopt a server that is about to end.
      await signalPostmaster(site, 'fast')
      if (!(await waitUntilGone(site.pgDir, 30_000))) {
        site.log('PostgreSQL takes long to end, cutting it short')
        await signalPostmaster(site, 'immediate')
        await waitUntilGone(site.pgDir, 10_000)
      }
    }
    await lock.end()
  }

  watch()
  return { url: held.url, adopted: held.adopted, stop: () => (stopping ??= shutDown()) }
}
