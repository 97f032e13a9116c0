import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runningPostmaster } from '#platform/server/db/embedded/postmaster.ts'
import { freePort } from '#test/running-shop.ts'

/*
 * `npm start` with the real server and its own PostgreSQL; what the starter does in each case is told by
 * scripts/bootstrap/keep.test.ts.
 */

let dataDir: string
let port: number
let starter: ChildProcess
let said: string
let ended: Promise<unknown[]>

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'violet-e2e-'))
  port = await freePort()
})

afterEach(async () => {
  // The server ends with its starter, and the database with the server.
  starter.kill('SIGTERM')
  await ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

function start(): void {
  const { PATH, HOME, TMPDIR } = process.env
  const own = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'fatal' }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH, HOME, TMPDIR, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  starter = child
  ended = once(child, 'close')
  said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
}

async function databasePid(): Promise<number | null> {
  return (await runningPostmaster(join(dataDir, 'pg')))?.pid ?? null
}

it('a server that is killed is back, with the database that it left running, and both end when told', async () => {
  start()
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Violet is open at')
  const server = execFileSync('ps', ['-o', 'pid=', '--ppid', String(starter.pid)], { encoding: 'utf8' })
  const database = await databasePid()
  process.kill(Number(server), 'SIGKILL')
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Violet is back after [\d.]+ s\./)
  expect(said).toContain('Violet ended unexpectedly (SIGKILL); starting it again …')
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  expect(await databasePid()).toBe(database)
  starter.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  expect(await databasePid()).toBeNull()
}, 180_000)

it('a taken port is told once, and the database does not stay behind', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  start()
  const [code] = await ended
  other.close()
  expect(code).toBe(1)
  expect(said.split('\n')).toContain(
    `Violet could not start: port ${port} is taken: end the program that listens there, or set PORT to another number`,
  )
  expect(said).not.toMatch(/^ {4}at /m)
  expect(said).not.toContain('starting it again')
  expect(await databasePid()).toBeNull()
}, 180_000)
