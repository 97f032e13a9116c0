import { spawn } from 'node:child_process'
import { chown, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectEmbedded, DataDirBusy } from './embedded.ts'
import { readPidFile, runningPostmaster } from './embedded/postmaster.ts'
import { deadPid, firstLine, kill, makeScratch, query, type Scratch } from './embedded/scratch.ts'

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

describe('a cluster', () => {
  shareScratch()

  test('has UTF-8, checksums, fsync and a role that is no superuser', async () => {
    const server = await scratch.start()
    expect(server.adopted).toBe(false)
    const [row] = await query(
      server.url,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_user as role,
              (select rolsuper from pg_roles where rolname = current_user) as super,
              current_setting('server_version_num')::int >= 180000 as modern`,
    )
    expect(row).toEqual({
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      role: 'violet',
      super: false,
      modern: true,
    })
  })

  test('sees letters in Chinese, and sorts by language rather than by byte', async () => {
    const { url } = await scratch.start()
    await query(url, 'create extension pg_trgm')
    const [row] = await query(
      url,
      `select cardinality(show_trgm('蓝牙耳机')) as chinese,
              (select array_agg(w order by w) from unnest(array['Zebra', 'émile', 'apple', 'Emil']) w) as sorted`,
    )
    expect(row?.['chinese']).toBeGreaterThan(0)
    expect(row?.['sorted']).toEqual(['apple', 'Emil', 'émile', 'Zebra'])
  })

  test('lets in nobody without the password, which only the owner can read', async () => {
    const { url } = await scratch.start()
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
    await expect(query(url.replace(/:[^:@]+@/, ':@'), 'select 1')).rejects.toThrow(/password/)
    const secret = await stat(join(scratch.pgDir, 'violet.password'))
    expect(secret.mode & 0o777).toBe(0o600)
    expect((await stat(scratch.pgDir)).mode & 0o777).toBe(0o700)
    // Under root, PostgreSQL's own user passes through.
    const passing = process.getuid?.() === 0 ? 0o711 : 0o700
    expect((await stat(scratch.dataDir)).mode & 0o777).toBe(passing)
    expect(url).toContain((await readFile(join(scratch.pgDir, 'violet.password'), 'utf8')).trim())
  })
})

describe('a first start', () => {
  ownScratch()

  test('that was cut short is cleared away by the next', async () => {
    const leftover = join(scratch.dataDir, `pg.new-${await deadPid()}-00`)
    await mkdir(join(leftover, 'cluster/base'), { recursive: true })
    await writeFile(join(leftover, 'cluster/PG_VERSION'), '18\n')
    const server = await scratch.start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(scratch.dataDir)).sort()).toEqual(['pg', 'pg.log'])
  })

  test('killed at any moment leaves a folder that opens', async () => {
    for (const ms of [150, 300, 450, 600, 750]) {
      const child = scratch.openInChild()
      await sleep(ms)
      await kill(child)
    }
    const server = await scratch.start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses a folder that holds something else, and leaves it alone', async () => {
    await mkdir(scratch.pgDir, { recursive: true })
    await writeFile(join(scratch.pgDir, 'photo.txt'), 'mine')
    await expect(scratch.start()).rejects.toThrow(/in the way/)
    expect(await readdir(scratch.dataDir)).toEqual(['pg'])
    expect(await readdir(scratch.pgDir)).toEqual(['photo.txt'])
  })

  test('refuses the folder of another PostgreSQL version in plain words', async () => {
    await mkdir(scratch.pgDir, { recursive: true })
    await writeFile(join(scratch.pgDir, 'PG_VERSION'), '16\n')
    await expect(scratch.start()).rejects.toThrow(/made by PostgreSQL 16/)
  })

  test('at the same moment as another: exactly one gets it', async () => {
    const outcomes = await Promise.allSettled([scratch.start(), scratch.start(), scratch.start()])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DataDirBusy)
    }
    expect((await readdir(scratch.dataDir)).sort()).toEqual(['pg', 'pg.log'])
  })
})

describe('a later start', () => {
  shareScratch()

  test('keeps the rows', async () => {
    const first = await scratch.start()
    await query(first.url, 'drop table if exists kept; create table kept as select 42 as answer')
    await first.stop()
    expect(await runningPostmaster(scratch.pgDir)).toBeNull()
    const second = await scratch.start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('adopts the server that a killed process left running', async () => {
    const child = scratch.openInChild()
    await firstLine(child)
    const orphan = await readPidFile(scratch.pgDir)
    const left = await connectEmbedded(scratch.dataDir)
    await query(left?.url ?? '', 'drop table if exists kept; create table kept as select 42 as answer')
    await kill(child)
    expect(await readPidFile(scratch.pgDir)).toEqual(orphan)
    const server = await scratch.start()
    expect(server.adopted).toBe(true)
    expect(await readPidFile(scratch.pgDir)).toEqual(orphan)
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await server.stop()
    expect(await runningPostmaster(scratch.pgDir)).toBeNull()
  })

  test('recovers acknowledged rows after the server and its owner were both killed', async () => {
    const child = scratch.openInChild()
    await firstLine(child)
    const left = await connectEmbedded(scratch.dataDir)
    await query(
      left?.url ?? '',
      'drop table if exists kept; create table kept as select g as n from generate_series(1, 5000) g',
    )
    const postmaster = await readPidFile(scratch.pgDir)
    await kill(child)
    process.kill(postmaster?.pid ?? 0, 'SIGKILL')
    const server = await scratch.start()
    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 5000 }])
  })

  test.each(['another program', 'a process of the same user', 'no process'])(
    'is not fooled by a pid file whose number belongs to %s',
    async (what) => {
      const first = await scratch.start()
      await query(first.url, 'drop table if exists kept; create table kept as select 42 as answer')
      const text = await readFile(join(scratch.pgDir, 'postmaster.pid'), 'utf8')
      await first.stop()
      const owner = await stat(scratch.pgDir)
      const bystander = spawn(
        'sleep',
        ['60'],
        what === 'a process of the same user' ? { uid: owner.uid, gid: owner.gid } : {},
      )
      scratch.children.push(bystander)
      const pid = what === 'no process' ? await deadPid() : bystander.pid
      const stale = text.replace(/^\d+/, String(pid))
      await writeFile(join(scratch.pgDir, 'postmaster.pid'), stale)
      await writeFile(join(scratch.pgDir, '.s.PGSQL.5432.lock'), stale)
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
        await chown(join(scratch.pgDir, name), owner.uid, owner.gid)
      expect(await connectEmbedded(scratch.dataDir)).toBeNull()
      const second = await scratch.start()
      expect(second.adopted).toBe(false)
      expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
      expect(bystander.exitCode).toBeNull()
    },
  )
})

describe('two programs on one folder', () => {
  shareScratch()

  test('the second is refused with the number of the first, which goes on undisturbed', async () => {
    const child = scratch.openInChild()
    await firstLine(child)
    const refusal = await scratch.start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataDirBusy)
    expect(refusal).toMatchObject({ pid: child.pid, dataDir: scratch.dataDir })
    const running = await connectEmbedded(scratch.dataDir)
    expect(await query(running?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('also within one process', async () => {
    await scratch.start()
    await expect(scratch.start()).rejects.toThrow(DataDirBusy)
  })

  test('a command line program connects to the running server and leaves it running', async () => {
    expect(await connectEmbedded(scratch.dataDir)).toBeNull()
    const server = await scratch.start()
    const found = await connectEmbedded(scratch.dataDir)
    expect(found?.url).toBe(server.url)
    await server.stop()
    expect(await connectEmbedded(scratch.dataDir)).toBeNull()
  })
})
