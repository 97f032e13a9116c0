import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
// Amounts are numbers, as the shop reads them, and no texts.
import '#platform/server/db/db.ts'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { atEnd } from '../../bench/cleanup.ts'
import { start, stop, waitForLine } from '../../bench/process.ts'
import { shopEnvironment } from '../../bench/shop.ts'

/*
 * A built shop with the PostgreSQL that it brings itself, to be killed and opened again.
 */

export interface MortalShop {
  origin: string
  /** A look into its books from outside. Its queries fail while PostgreSQL is away: see `surely`. */
  db: pg.Pool
  /** Kills the server (kill -9) and opens it again; milliseconds until it is open. PostgreSQL goes on. */
  killServer(): Promise<number>
  /** Kills PostgreSQL, or one of the processes that answer, which is as bad; milliseconds until it answers. */
  killDatabase(victim: 'postmaster' | 'backend'): Promise<number>
  /** Stops all of PostgreSQL (SIGSTOP): it keeps every connection and answers none. `goOn` lets it go on. */
  stallDatabase(): Promise<{ goOn(): void }>
  /** The server's process. */
  pid(): number
  /** The last lines that the servers wrote. */
  said(): string
  end(): Promise<void>
}

/** Milliseconds in which it has to be there again. */
const patience = 60_000

/**
 * @param build the folder that `npm run build` filled @param sales the shop's settings
 * @param own an empty folder for its data, and variables beside its own
 */
export async function openMortalShop(
  build: string,
  port: number,
  sales: object,
  own: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<MortalShop> {
  const dataDir = own.dataDir ?? (await mkdtemp(join(tmpdir(), 'violet-killed-')))
  atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  // A run that is interrupted while the server is dead leaves PostgreSQL to nobody.
  atEnd(() => endDatabase(dataDir))
  const env = shopEnvironment({
    DATA_DIR: dataDir,
    DEMO: 'off',
    DEMO_GATEWAY: 'on',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...own.env,
  })
  const origin = `http://127.0.0.1:${port}`
  let said = ''
  const open = async (): Promise<ChildProcess> => {
    const child = start(process.execPath, [join(build, 'server/server.js')], { core: null, env })
    const hear = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-20_000))
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    await waitForLine(child, /Violet is open at/, patience)
    return child
  }
  let server = await open()
  const settings = join(dataDir, 'shop.json')
  await writeFile(settings, JSON.stringify({ sales }))
  await promisify(execFile)(process.execPath, [join(build, 'server/violet.js'), 'config', 'set', settings], {
    env,
  })
  const db = new pg.Pool({ connectionString: (await connectEmbedded(dataDir))!.url, max: 3 })
  db.on('error', () => {})
  db.on('connect', (client) => client.on('error', () => {}))

  const untilReady = async (begun: number): Promise<number> => {
    for (;;) {
      const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      )
      const taken = performance.now() - begun
      if (isReady) return taken
      if (taken > patience) throw new Error(`the shop did not come back in ${patience} ms; it said:\n${said}`)
      await sleep(50)
    }
  }
  return {
    origin,
    db,
    async killServer() {
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
      const begun = performance.now()
      server = await open()
      return untilReady(begun)
    },
    async killDatabase(victim) {
      const pid = victim === 'postmaster' ? await postmasterOf(dataDir) : await someBackend(db)
      const begun = performance.now()
      process.kill(pid, 'SIGKILL')
      // What was asked just before may still be answered.
      await sleep(20)
      return untilReady(begun)
    },
    async stallDatabase() {
      const stopped = await stopAll(await postmasterOf(dataDir))
      // Stopped for good it could not even be ended.
      const goOn = (): void => {
        for (const pid of stopped.splice(0)) signal(pid, 'SIGCONT')
      }
      atEnd(async () => goOn())
      return { goOn }
    },
    pid: () => server.pid!,
    said: () => said,
    async end() {
      await db.end()
      await stop(server)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Stops a process, then those that it has started. Their ids. */
async function stopAll(parent: number): Promise<number[]> {
  const stopped = [parent]
  signal(parent, 'SIGSTOP')
  // Read when it starts no others any more.
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  for (const line of stdout.split('\n')) {
    const [pid = 0, from] = line.trim().split(/\s+/).map(Number)
    if (from !== parent) continue
    signal(pid, 'SIGSTOP')
    stopped.push(pid)
  }
  return stopped
}

/** One that has ended meanwhile needs none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Throws when none runs. */
async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')[0])
}

async function endDatabase(dataDir: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const pid = await postmasterOf(dataDir).catch(() => null)
    if (pid === null) return
    try {
      if (tries === 0) process.kill(pid, 'SIGINT')
    } catch {
      // The file was left behind by one that is dead.
      return
    }
    await sleep(200)
  }
}

async function someBackend(db: pg.Pool): Promise<number> {
  const { rows } = await surely(() =>
    db.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'violet' order by state = 'idle', random() limit 1`,
    ),
  )
  return rows[0]!.pid
}

/** Asks again while PostgreSQL is away. Only for what may be done twice. */
export async function surely<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + patience; ;) {
    try {
      return await ask()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      const isAnswer = /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P|25P0[34])/.test(code)
      if (isAnswer || performance.now() > until) throw error
      await sleep(100)
    }
  }
}
