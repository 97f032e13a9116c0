import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDatabase } from '#platform/server/db/db.ts'
import { createProgram } from './program.ts'
import { shopPlace } from './shop.ts'
import { Failure } from './terminal.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-no-shop-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** The failure of a command. */
async function failureOf(...args: string[]): Promise<string> {
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
  throw new Error(`violet ${args.join(' ')} did not fail`)
}

it.each([
  ['orders', 'list'],
  ['stock', 'set', 'cup', '3'],
  ['config', 'get'],
  ['config', 'check'],
  ['export', '--what', 'content'],
  ['backup', 'shop.backup'],
  ['import', 'products.csv', '--dry-run'],
  ['demo', 'remove', '--yes'],
  ['customers', 'list'],
])('violet %s %s makes no shop where there is none, and says where it looked', async (...args) => {
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  expect(await failureOf(...args.filter((arg) => typeof arg === 'string'))).toBe(
    `there is no shop in ${join(folder, 'data')}; name the folder of another by DATA_DIR=/path before the command, or make one by \`npm start\``,
  )
  expect(await readdir(folder)).toEqual([])
})

it('takes an empty database of an outside PostgreSQL for no shop, and leaves it empty', async () => {
  const { db, url } = await freshDatabase()
  const name = `nothing_${process.pid}_${Date.now()}`
  await db.pool.query(`create database ${name}`)
  const empty = new URL(url)
  empty.pathname = `/${name}`
  vi.stubEnv('DATABASE_URL', empty.href)
  vi.stubEnv('DATA_DIR', folder)
  const failure = await failureOf('orders', 'list')
  expect(failure).toMatch(
    new RegExp(`^there is no shop in the database .*/${name}; name another by DATABASE_URL`),
  )
  expect(failure).not.toContain(empty.password === '' ? 'postgres:' : empty.password)
  const asked = openDatabase({ url: empty.href, pool: 1, log: pino({ level: 'silent' }) })
  const { rows } = await asked.pool.query(
    `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
  )
  await asked.close()
  await db.pool.query(`drop database ${name}`)
  expect(rows).toEqual([{ tables: 0 }])
})

it('knows where it worked, for errors', async () => {
  const { url } = await freshDatabase()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', folder)
  expect(await failureOf('orders', 'show', 'K7M2N-9QXD4')).toBe('the shop has no order "K7M2N-9QXD4"')
  expect(shopPlace()).toBe(`the database ${new URL(url).host}${new URL(url).pathname}`)
})

it.each([
  ['orders', 'list'],
  ['import', 'goods.csv'],
  ['redirects', 'list'],
])('violet %s %s says in one line why it cannot open the shop', async (...args) => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', 'postgres://shop:secret@127.0.0.1:1/shop')
  expect(await failureOf(...args.filter((arg) => typeof arg === 'string'))).toBe(
    'DATABASE_URL: nothing answers at 127.0.0.1:1: start PostgreSQL there, or correct the address',
  )
})

it('says in one line that the data folder is none', async () => {
  const file = join(folder, 'data')
  await writeFile(file, '')
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATA_DIR', file)
  expect(await failureOf('import', 'goods.csv')).toBe(
    `DATA_DIR ${file} is a file, or below one: set DATA_DIR to a folder`,
  )
  expect(await failureOf('orders', 'list')).toContain(`there is no shop in ${file}`)
})

it('says in one line that the database is not there', async () => {
  const url = new URL((await freshDatabase()).url)
  url.pathname = '/no_such_shop'
  vi.stubEnv('DATABASE_URL', url.href)
  vi.stubEnv('DATA_DIR', folder)
  expect(await failureOf('orders', 'list')).toBe(
    `DATABASE_URL: PostgreSQL at ${url.host} has no database no_such_shop: make it (createdb no_such_shop), or correct the name`,
  )
})
