import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectEmbedded, DataDirBusy } from '../embedded.ts'
import { readPidFile, runningPostmaster } from './postmaster.ts'
import { makeScratch, query, type Scratch } from './scratch.ts'

const isRoot = process.getuid?.() === 0

let scratch: Scratch

// Tests of one describe share a folder, and find it closed; a cluster takes a second to make.
function shareScratch(): void {
  beforeAll(async () => {
    scratch = await makeScratch()
    await scratch.start()
  })
  beforeEach(() => scratch.rest())
  afterAll(() => scratch.clear())
}

// A folder with nothing in it for each test.
function ownScratch(): void {
  beforeEach(async () => {
    scratch = await makeScratch()
  })
  afterEach(() => scratch.clear())
}

describe('while it is held', () => {
  shareScratch()

  test('a server that is killed comes back at the same address with its rows', async () => {
    const server = await scratch.start()
    await query(server.url, 'drop table if exists kept; create table kept as select 42 as answer')
    const before = await readPidFile(scratch.pgDir)
    process.kill(before?.pid ?? 0, 'SIGKILL')
    await scratch.until(() => scratch.lines.includes('PostgreSQL is back'))
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await expect(scratch.start()).rejects.toThrow(DataDirBusy)
    await server.stop()
    expect(await runningPostmaster(scratch.pgDir)).toBeNull()
  })

  test('a lock that is cut is taken again', async () => {
    const server = await scratch.start()
    await query(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'violet-owner %'`,
    )
    await scratch.until(() => scratch.lines.includes('PostgreSQL is back'))
    await expect(scratch.start()).rejects.toThrow(DataDirBusy)
  })

  test('stopping twice, or with open transactions, ends it once', async () => {
    const server = await scratch.start()
    const client = new pg.Client({ connectionString: server.url })
    const dropped = new Promise<Error>((resolve) => client.on('error', resolve))
    await client.connect()
    await client.query('begin')
    await client.query('create table lost (n int)')
    await Promise.all([server.stop(), server.stop()])
    expect((await dropped).message).toMatch(/terminat/)
    const again = await scratch.start()
    expect(await query(again.url, `select to_regclass('lost') as lost`)).toEqual([{ lost: null }])
  })
})

describe('where a socket cannot be used', () => {
  ownScratch()

  test('a long path: a port of 127.0.0.1, the same after a crash', async () => {
    scratch.dataDir = join(scratch.folder, 'a-long-name'.repeat(12), 'data')
    const server = await scratch.start()
    expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/violet$/)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await connectEmbedded(scratch.dataDir))?.url).toBe(server.url)
    await expect(query(server.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
    process.kill((await readPidFile(scratch.pgDir))?.pid ?? 0, 'SIGKILL')
    await scratch.until(() => scratch.lines.includes('PostgreSQL is back'))
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a file system that takes none: a port too', async () => {
    await (await scratch.start()).stop()
    await mkdir(join(scratch.pgDir, '.s.PGSQL.5432'))
    const server = await scratch.start()
    expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/violet$/)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('as root', () => {
  shareScratch()

  test('the server runs as a user without rights', async () => {
    await scratch.start()
    const { pid } = (await readPidFile(scratch.pgDir)) ?? { pid: 0 }
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t(?!0\t)\d+/m)
    expect(status).toMatch(/^CapEff:\t0000000000000000$/m)
  })

  test('the owner of the files is kept, be it nobody', async () => {
    const first = await scratch.start()
    await query(first.url, 'drop table if exists kept; create table kept as select 42 as answer')
    await first.stop()
    await scratch.giveTo(65534, 65534)
    const second = await scratch.start()
    expect((await stat(join(scratch.pgDir, 'postmaster.pid'))).uid).toBe(65534)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('files that root put back from a copy are handed over', async () => {
    await (await scratch.start()).stop()
    await scratch.giveTo(0, 0)
    const server = await scratch.start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a data folder below a private one works', async () => {
    await mkdir(join(scratch.folder, 'private'), { mode: 0o700 })
    scratch.dataDir = join(scratch.folder, 'private/data')
    const first = await scratch.start()
    await query(first.url, 'drop table if exists kept; create table kept as select 42 as answer')
    await first.stop()
    const second = await scratch.start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})
