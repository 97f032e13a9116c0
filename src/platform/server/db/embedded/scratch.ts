import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, chown, lchown, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded, type EmbeddedPostgres } from '../embedded.ts'
import { runningPostmaster } from './postmaster.ts'

/** A data folder for one test, with everything that runs on it. Only tests use this file. */
export interface Scratch {
  folder: string
  dataDir: string
  readonly pgDir: string
  /** The supervisor's log lines. */
  lines: string[]
  children: ChildProcess[]
  start(): Promise<EmbeddedPostgres>
  /** A Node process of its own that opens the folder, says so in a line, and stays. */
  openInChild(): ChildProcess
  until(done: () => boolean): Promise<void>
  /** Changes the owner of the cluster's files. */
  giveTo(uid: number, gid: number): Promise<void>
  /** Ends all that runs on the folder. */
  rest(): Promise<void>
  /** Ends it and removes the folder. */
  clear(): Promise<void>
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'violet-pg-')))
  // Under root the server runs as another user, who has to get in here.
  await chmod(folder, 0o755)
  const opened: EmbeddedPostgres[] = []

  const scratch: Scratch = {
    folder,
    dataDir: join(folder, 'data'),
    get pgDir() {
      return join(scratch.dataDir, 'pg')
    },
    lines: [],
    children: [],

    async start() {
      const server = await openEmbedded({ dataDir: scratch.dataDir, log: (line) => scratch.lines.push(line) })
      opened.push(server)
      return server
    },

    openInChild() {
      const child = spawn(process.execPath, ['--input-type=module', '-e', opener, scratch.dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      scratch.children.push(child)
      return child
    },

    async until(done) {
      for (let tries = 0; !done(); tries++) {
        if (tries > 500) throw new Error(`not within 10 s; the log says: ${scratch.lines.join(' / ')}`)
        await sleep(20)
      }
    },

    async giveTo(uid, gid) {
      for (const entry of await readdir(scratch.pgDir, { recursive: true })) {
        await lchown(join(scratch.pgDir, entry), uid, gid)
      }
      await chown(scratch.pgDir, uid, gid)
    },

    async rest() {
      await Promise.all(scratch.children.splice(0).map(kill))
      for (const server of opened.splice(0)) await server.stop()
      const orphan = await runningPostmaster(scratch.pgDir)
      if (orphan !== null) process.kill(orphan.pid, 'SIGQUIT')
      while ((await runningPostmaster(scratch.pgDir)) !== null) await sleep(20)
      scratch.lines.length = 0
    },

    async clear() {
      await scratch.rest()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return scratch
}

const opener = `
  const { openEmbedded } = await import(${JSON.stringify(new URL('../embedded.ts', import.meta.url).href)})
  await openEmbedded({ dataDir: process.argv[1], log: () => {} })
  console.log('open')
  setInterval(() => {}, 1000)
`

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk)))
    child.once('exit', (code) => reject(new Error(`ended with ${code} and said nothing`)))
  })
}

/** A number that belonged to a process a moment ago. */
export async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
