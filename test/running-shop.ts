import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { builtEnvironment } from '../scripts/bootstrap/build.mjs'
import { runningPostmaster } from '#platform/server/db/embedded/postmaster.ts'
import { openDesk, type Desk, type Told } from './operator/desk.ts'
import { makeUndurable } from './undurable.ts'

/*
 * The built shop as its own process, as a merchant runs it.
 */

export interface RunningShop {
  /** `http://localhost:PORT` */
  url: string
  port: number
  dataDir: string
  process: ChildProcess
  /** What it printed so far. */
  output(): string
  /** Ends it as an operator would, and waits. Throws if its PostgreSQL ran on, which nothing would find again. */
  stop(): Promise<void>
  /** Ends it without a warning: nothing of its own cleaning up runs. */
  kill(): Promise<void>
  /** Removes its data; stop it first. */
  remove(): Promise<void>
}

export interface ShopOptions {
  /** Filled with the demo shop when empty. */
  demo?: boolean
  /** An existing data folder; a new one when absent. */
  dataDir?: string
  /** An outside PostgreSQL instead of the embedded one. */
  databaseUrl?: string
  port?: number
  env?: Record<string, string>
}

export async function openShop(options: ShopOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? (await newDataDir(options))
  const port = options.port ?? (await freePort())
  const env = environment(dataDir, options)
  const child = spawn(process.execPath, ['build/server/server.js'], {
    env: { ...env, PORT: String(port), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let wasKilled = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  await untilOpen(child, () => output)
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    process: child,
    output: () => output,
    stop: async () => {
      await end(child, 'SIGTERM')
      if (!wasKilled) await expectNoDatabase(dataDir, child, output)
    },
    kill: () => {
      wasKilled = true
      return end(child, 'SIGKILL')
    },
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Loading the demo shop takes many seconds: it is done once (see demo-folder.ts), and each shop gets a copy. */
async function newDataDir({ demo, databaseUrl }: ShopOptions): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-e2e-'))
  const loaded = process.env['VIOLET_TEST_DEMO']
  if (demo !== true || databaseUrl !== undefined || loaded === undefined) return dataDir
  if (!existsSync(loaded)) await loadDemo(loaded)
  // PostgreSQL insists on the owner and the mode of its files.
  await promisify(execFile)('cp', ['-a', `${loaded}/.`, dataDir])
  await sharePictures(dataDir, sharedPictures(loaded))
  return dataDir
}

async function loadDemo(loaded: string): Promise<void> {
  const made = await mkdtemp(`${loaded}.`)
  await (await openShop({ demo: true, dataDir: made })).stop()
  await rm(join(made, 'media', 'derived'), { recursive: true, force: true })
  await makeUndurable(made)
  try {
    await rename(made, loaded)
  } catch (error) {
    // Another process has loaded it meanwhile.
    if (!existsSync(loaded)) throw error
    await rm(made, { recursive: true })
  }
}

/** The folder for the pictures of all copies: beside them, for a file is not moved to another file system. */
export function sharedPictures(loaded: string): string {
  return join(tmpdir(), `violet-pictures-${basename(loaded)}`)
}

/**
 * Making a picture in a width and format takes longest of all. All copies put what they made into one folder: a shop
 * moves a picture there when it is whole.
 */
async function sharePictures(dataDir: string, folder: string): Promise<void> {
  await Promise.all([folder, join(dataDir, 'media')].map((path) => mkdir(path, { recursive: true })))
  await symlink(folder, join(dataDir, 'media', 'derived'))
}

/** Runs `violet …` against the data of a shop; resolves with its exit code and output. */
export async function violet(args: string[], options: ShopOptions & { dataDir: string }): Promise<Told> {
  const child = startViolet(args, options)
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

/** A desk for commands on the data of a shop: all but the first take a tenth of the time that `violet` does. */
export function openViolet({ dataDir }: Pick<RunningShop, 'dataDir'>): Desk {
  return openDesk('build/server/violet.js', environment(dataDir, {}))
}

export function startViolet(args: string[], options: ShopOptions & { dataDir: string }): ChildProcess {
  return spawn(process.execPath, ['build/server/violet.js', ...args], {
    env: environment(options.dataDir, options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function environment(dataDir: string, options: ShopOptions): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return {
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...builtEnvironment(),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO: options.demo === true ? 'on' : 'off',
    // Its orders would be counted among those that tests place.
    DEMO_CUSTOMER: 'off',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  }
}

/** Milliseconds. To load the demo shop takes 20 s of a processor, which check and other tests may want as well. */
const longestStart = 150_000

async function untilOpen(child: ChildProcess, output: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail(`did not open within ${longestStart / 1000} s`), longestStart)
    const left = (code: number | null): void => fail(`left with ${code}`)
    const look = (): void => {
      if (/is open at http/.test(output())) settle(resolve)
    }
    const settle = (then: () => void): void => {
      clearTimeout(timer)
      child.off('exit', left)
      child.stdout!.off('data', look)
      then()
    }
    const fail = (why: string): void => {
      settle(() => {
        child.kill('SIGKILL')
        reject(new Error(`the shop ${why}:\n${output()}`))
      })
    }
    child.once('exit', left)
    child.stdout!.on('data', look)
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function expectNoDatabase(dataDir: string, child: ChildProcess, output: string): Promise<void> {
  const left = await runningPostmaster(join(dataDir, 'pg'))
  if (left === null) return
  process.kill(left.pid, 'SIGQUIT')
  const how = child.signalCode ?? `code ${child.exitCode}`
  throw new Error(`the shop ended with ${how}, and its PostgreSQL ran on:\n${output}`)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
