import { spawn, type ChildProcess } from 'node:child_process'
import { chown, lchown, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEmbedded, DataDirBusy, openEmbedded, type EmbeddedPostgres } from './embedded.ts'
import { readPidFile, runningPostmaster } from './embedded/postmaster.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let dataDir: string
let open: EmbeddedPostgres[]
let children: ChildProcess[]
let lines: string[]

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'violet-pg-')))
  // As root the server runs as another user, who has to get in here.
  await import('node:fs/promises').then((fs) => fs.chmod(folder, 0o755))
  dataDir = join(folder, 'data')
  open = []
  children = []
  lines = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of open) await server.stop()
  const orphan = await runningPostmaster(join(dataDir, 'pg'))
  if (orphan !== null) process.kill(orphan.pid, 'SIGQUIT')
  while ((await runningPostmaster(join(dataDir, 'pg'))) !== null) await sleep(20)
  await rm(folder, { recursive: true, force: true })
})

describe('a first start', () => {
  test('makes a UTF-8 cluster with checksums, fsync and a role that is no superuser, under 3 s', async () => {
    const begun = performance.now()
    const server = await start()
    expect(performance.now() - begun).toBeLessThan(3000)
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
    const { url } = await start()
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
    const { url } = await start()
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
    await expect(query(url.replace(/:[^:@]+@/, ':@'), 'select 1')).rejects.toThrow(/password/)
    const secret = await stat(join(dataDir, 'pg/violet.password'))
    expect(secret.mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'pg'))).mode & 0o777).toBe(0o700)
    expect(url).toContain((await readFile(join(dataDir, 'pg/violet.password'), 'utf8')).trim())
  })

  test('that was cut short is cleared away by the next', async () => {
    const leftover = join(dataDir, `pg.new-${await deadPid()}-00`)
    await mkdir(join(leftover, 'cluster/base'), { recursive: true })
    await writeFile(join(leftover, 'cluster/PG_VERSION'), '18\n')
    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).sort()).toEqual(['pg', 'pg.log'])
  })

  test('killed at any moment leaves a folder that opens', async () => {
    for (const ms of [150, 300, 450, 600, 750]) {
      const child = node(opener)
      await sleep(ms)
      await kill(child)
    }
    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('refuses a folder that holds something else, and leaves it alone', async () => {
    await mkdir(join(dataDir, 'pg'), { recursive: true })
    await writeFile(join(dataDir, 'pg/photo.txt'), 'mine')
    await expect(start()).rejects.toThrow(/in the way/)
    expect(await readdir(dataDir)).toEqual(['pg'])
    expect(await readdir(join(dataDir, 'pg'))).toEqual(['photo.txt'])
  })

  test('refuses the folder of another PostgreSQL version in plain words', async () => {
    await mkdir(join(dataDir, 'pg'), { recursive: true })
    await writeFile(join(dataDir, 'pg/PG_VERSION'), '16\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 16/)
  })
})

describe('a later start', () => {
  test('keeps the rows, under 1 s', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await runningPostmaster(join(dataDir, 'pg'))).toBeNull()
    const begun = performance.now()
    const second = await start()
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('adopts the server that a killed process left running', async () => {
    const child = node(opener)
    await line(child)
    const orphan = await readPidFile(join(dataDir, 'pg'))
    const left = await connectEmbedded(dataDir)
    await query(left?.url ?? '', 'create table kept as select 42 as answer')
    await kill(child)
    expect(await readPidFile(join(dataDir, 'pg'))).toEqual(orphan)
    const server = await start()
    expect(server.adopted).toBe(true)
    expect(await readPidFile(join(dataDir, 'pg'))).toEqual(orphan)
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await server.stop()
    expect(await runningPostmaster(join(dataDir, 'pg'))).toBeNull()
  })

  test('recovers acknowledged rows after the server and its owner were both killed', async () => {
    const child = node(opener)
    await line(child)
    const left = await connectEmbedded(dataDir)
    await query(left?.url ?? '', 'create table kept as select g as n from generate_series(1, 5000) g')
    const postmaster = await readPidFile(join(dataDir, 'pg'))
    await kill(child)
    process.kill(postmaster?.pid ?? 0, 'SIGKILL')
    const server = await start()
    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 5000 }])
  })

  test.each(['another program', 'a process of the same user', 'no process'])(
    'is not fooled by a pid file whose number belongs to %s',
    async (what) => {
      const first = await start()
      await query(first.url, 'create table kept as select 42 as answer')
      const text = await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')
      await first.stop()
      const owner = await stat(join(dataDir, 'pg'))
      const bystander = spawn('sleep', ['60'], what === 'a process of the same user' ? { uid: owner.uid, gid: owner.gid } : {})
      children.push(bystander)
      const pid = what === 'no process' ? await deadPid() : bystander.pid
      const stale = text.replace(/^\d+/, String(pid))
      await writeFile(join(dataDir, 'pg/postmaster.pid'), stale)
      await writeFile(join(dataDir, 'pg/.s.PGSQL.5432.lock'), stale)
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await chown(join(dataDir, 'pg', name), owner.uid, owner.gid)
      expect(await connectEmbedded(dataDir)).toBeNull()
      const second = await start()
      expect(second.adopted).toBe(false)
      expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
      expect(bystander.exitCode).toBeNull()
    },
  )
})

describe('two programs on one folder', () => {
  test('the second is refused with the number of the first, which goes on undisturbed', async () => {
    const child = node(opener)
    await line(child)
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataDirBusy)
    expect(refusal).toMatchObject({ pid: child.pid, dataDir })
    const running = await connectEmbedded(dataDir)
    expect(await query(running?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('also within one process', async () => {
    await start()
    await expect(start()).rejects.toThrow(DataDirBusy)
  })

  test('of two first starts at the same moment exactly one gets it', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DataDirBusy)
    }
    expect((await readdir(dataDir)).sort()).toEqual(['pg', 'pg.log'])
  })

  test('a command line program connects to the running server and leaves it running', async () => {
    expect(await connectEmbedded(dataDir)).toBeNull()
    const server = await start()
    const found = await connectEmbedded(dataDir)
    expect(found?.url).toBe(server.url)
    await server.stop()
    expect(await connectEmbedded(dataDir)).toBeNull()
  })
})

describe('while it is held', () => {
  test('a server that is killed comes back at the same address with its rows', async () => {
    const server = await start()
    await query(server.url, 'create table kept as select 42 as answer')
    const before = await readPidFile(join(dataDir, 'pg'))
    process.kill(before?.pid ?? 0, 'SIGKILL')
    await until(() => lines.includes('PostgreSQL is back'))
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await expect(start()).rejects.toThrow(DataDirBusy)
    await server.stop()
    expect(await runningPostmaster(join(dataDir, 'pg'))).toBeNull()
  })

  test('a lock that is cut is taken again', async () => {
    const server = await start()
    await query(
      server.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'violet-owner %'`,
    )
    await until(() => lines.includes('PostgreSQL is back'))
    await expect(start()).rejects.toThrow(DataDirBusy)
  })

  test('stopping twice, or with open transactions, ends it once', async () => {
    const server = await start()
    const client = new pg.Client({ connectionString: server.url })
    const dropped = new Promise<Error>((resolve) => client.once('error', resolve))
    await client.connect()
    await client.query('begin')
    await client.query('create table lost (n int)')
    await Promise.all([server.stop(), server.stop()])
    expect((await dropped).message).toMatch(/terminat/)
    const again = await start()
    expect(await query(again.url, `select to_regclass('lost') as lost`)).toEqual([{ lost: null }])
  })
})

describe('where a socket cannot be used', () => {
  test('a long path: a port of 127.0.0.1, the same after a crash', async () => {
    dataDir = join(folder, 'a-long-name'.repeat(12), 'data')
    const server = await start()
    expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/violet$/)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await connectEmbedded(dataDir))?.url).toBe(server.url)
    await expect(query(server.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/)
    process.kill((await readPidFile(join(dataDir, 'pg')))?.pid ?? 0, 'SIGKILL')
    await until(() => lines.includes('PostgreSQL is back'))
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a file system that takes none: a port too', async () => {
    await (await start()).stop()
    await mkdir(join(dataDir, 'pg/.s.PGSQL.5432'))
    const server = await start()
    expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/violet$/)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)('as root', () => {
  test('the server runs as a user without rights', async () => {
    await start()
    const { pid } = (await readPidFile(join(dataDir, 'pg'))) ?? { pid: 0 }
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t(?!0\t)\d+/m)
    expect(status).toMatch(/^CapEff:\t0000000000000000$/m)
  })

  test('the owner of the files is kept, be it nobody', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    await giveTo(65534, 65534)
    const second = await start()
    expect((await stat(join(dataDir, 'pg/postmaster.pid'))).uid).toBe(65534)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('files that root put back from a copy are handed over', async () => {
    await (await start()).stop()
    await giveTo(0, 0)
    const server = await start()
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a data folder below a private one works', async () => {
    await mkdir(join(folder, 'private'), { mode: 0o700 })
    dataDir = join(folder, 'private/data')
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await openEmbedded({ dataDir, log: (text) => lines.push(text) })
  open.push(server)
  return server
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

// Opens the folder and stays, as `npm start` does.
const opener = `
  const { openEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
  await openEmbedded({ dataDir: process.argv[1], log: () => {} })
  console.log('open')
  setInterval(() => {}, 1000)
`

function node(script: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

function line(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk)))
    child.once('exit', (code) => reject(new Error(`ended with ${code} and said nothing`)))
  })
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

async function deadPid(): Promise<number> {
  const child = spawn('true')
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries++) {
    if (tries > 500) throw new Error(`not within 10 s; the log says: ${lines.join(' / ')}`)
    await sleep(20)
  }
}

async function giveTo(uid: number, gid: number): Promise<void> {
  const pgDir = join(dataDir, 'pg')
  for (const entry of await readdir(pgDir, { recursive: true })) await lchown(join(pgDir, entry), uid, gid)
  await chown(pgDir, uid, gid)
}
