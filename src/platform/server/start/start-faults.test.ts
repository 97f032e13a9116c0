import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig, type Config } from '../config.ts'
import { isMigrated } from '../db/migrate.ts'
import { makeDataFolder } from '../files/private-folder.ts'
import { startFault } from './start-faults.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'violet-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const where = { dataDir: '/srv/shop', databaseUrl: null, port: 5661, host: '127.0.0.1' }

/** What is said of what the step throws. */
async function faultOf(step: Promise<unknown>, more: Partial<Config>): Promise<string | null> {
  const error: unknown = await step.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return startFault(error, { ...where, ...more })
}

/** As Node and PostgreSQL throw it. */
function errorOf(fields: object): Error {
  return Object.assign(new Error('refused'), fields)
}

describe('the port', () => {
  it('is told when it is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const second = createServer()
    const failed = once(second, 'error')
    second.listen(port, '127.0.0.1')
    expect(startFault((await failed)[0], { ...where, port })).toBe(
      `port ${port} is taken: end the program that listens there, or set PORT to another number`,
    )
  })

  it.each([
    [
      { code: 'EACCES', syscall: 'listen' },
      { port: 80 },
      'port 80 is for the administrator of this machine: set PORT to a number from 1024',
    ],
    [
      { code: 'EADDRNOTAVAIL', syscall: 'listen' },
      { host: '192.0.2.1' },
      'HOST 192.0.2.1 is no address of this machine: set HOST to one that is',
    ],
    [
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere' },
      { host: 'nowhere' },
      'there is no host nowhere: set HOST to an address of this machine',
    ],
  ])('%o is told', (fields, more, said) => {
    expect(startFault(errorOf(fields), { ...where, ...more })).toBe(said)
  })
})

describe('the database', () => {
  it('is told when nothing answers there', async () => {
    const databaseUrl = 'postgres://shop:secret@127.0.0.1:1/shop'
    expect(await faultOf(isMigrated(databaseUrl), { databaseUrl })).toBe(
      'DATABASE_URL: nothing answers at 127.0.0.1:1: start PostgreSQL there, or correct the address',
    )
  })

  it.each(['postgres://shop:secret@127.0.0.1:1/goods%', 'postgres://50%off:secret@127.0.0.1:1/goods'])(
    '%s is told to have a stray %',
    async (databaseUrl) => {
      expect(await faultOf(isMigrated(databaseUrl), { databaseUrl })).toBe(
        'DATABASE_URL: it has a % that begins no character: write %25 for it',
      )
    },
  )

  it.each([
    [{ code: '28P01' }, 'PostgreSQL at db:5432 refuses the user shop: check the name and the password'],
    [{ code: '42501' }, 'the user shop may not make tables in the database goods: make that user its owner'],
    [{ code: 'ENOTFOUND', hostname: 'db' }, 'there is no host db: correct the address'],
    [
      { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
      'PostgreSQL at db:5432 wants a password, and there is none in it',
    ],
  ])('%o is told without the password', (fields, said) => {
    const databaseUrl = 'postgres://shop:secret@db:5432/goods'
    const told = startFault(errorOf(fields), { ...where, databaseUrl })
    expect(told).toBe(`DATABASE_URL: ${said}`)
    expect(
      startFault(new Error('migration failed', { cause: errorOf(fields) }), { ...where, databaseUrl }),
    ).toBe(told)
  })
})

describe('the data folder', () => {
  it('is told when it is a file, or below one', async () => {
    const file = join(folder, 'data')
    await writeFile(file, '')
    for (const dataDir of [file, join(file, 'below')])
      expect(await faultOf(makeDataFolder(dataDir), { dataDir })).toBe(
        `DATA_DIR ${dataDir} is a file, or below one: set DATA_DIR to a folder`,
      )
  })

  it.each([
    [
      { code: 'EROFS', path: '/srv/shop/pg' },
      'DATA_DIR /srv/shop is on a disk that is read-only: set DATA_DIR to a folder elsewhere',
    ],
    [
      { code: 'EACCES', path: '/srv/shop' },
      'DATA_DIR /srv/shop may not be written to: start as its owner, or set DATA_DIR to another folder',
    ],
    [
      { code: 'ENOSPC' },
      'the disk of DATA_DIR /srv/shop is full: make room, or set DATA_DIR to a folder elsewhere',
    ],
    [
      { message: 'initdb: error: could not write: No space left on device' },
      'the disk of DATA_DIR /srv/shop is full: make room, or set DATA_DIR to a folder elsewhere',
    ],
  ])('%o is told', (fields, said) => {
    expect(startFault(errorOf(fields), where)).toBe(said)
  })

  it('is not blamed for files of the program, nor for what nobody knows', () => {
    expect(startFault(errorOf({ code: 'EACCES', path: '/opt/violet/build' }), where)).toBeNull()
    expect(startFault(new TypeError('x is not a function'), where)).toBeNull()
    expect(startFault('nothing', where)).toBeNull()
  })
})

it.each([
  ['PORT', 'shop', 'should be a whole number from 0 to 65535'],
  ['PORT', '70000', 'should be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'should be a whole number from 0 to 65535'],
  ['DATABASE_POOL', '1', 'should be a whole number from 2 to 200'],
  ['DEMO', 'yes', 'should be one of on, off'],
  ['LOG_LEVEL', 'loud', 'should be one of fatal, error, warn, info, debug, trace, silent'],
  ['PUBLIC_URL', 'shop.example', 'should be as https://shop.example'],
  ['DATABASE_URL', 'mysql://x', 'should be as postgres://user:password@host:5432/database'],
])('%s=%s is refused in plain words', (name, value, said) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The environment is not usable:\n  ${name}: ${said}`)
})
