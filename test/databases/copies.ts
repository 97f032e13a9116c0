import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { keepWarm, type Warm } from './warm.ts'
import { wipe, wiping } from './wipe.ts'

/*
 * Copies of the run's template. One that a test gives back is emptied and given to the next, with the connections that
 * know it already, unless more than rows has changed.
 */

export interface Copy {
  name: string
  url: string
  warm: Warm
  /** For pools whose statements may take any time: commands open one each. */
  patient: Warm
  /** Of the superuser, while it can be emptied. */
  wiper: pg.Client | null
}

/** Bytes that deleted rows may take: beyond that PostgreSQL would plan otherwise than over a new copy. */
const mostLeft = 2_000_000

const free: Copy[] = []

export async function takeCopy(): Promise<Copy> {
  return free.pop() ?? (await newCopy())
}

async function newCopy(): Promise<Copy> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await admin(`create database ${name} template violet_template strategy file_copy`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  const copy = { name, url: address.href, warm: keepWarm(), patient: keepWarm(), wiper: null }
  lent.set(copy.url, copy)
  return copy
}

/** By their addresses. */
const lent = new Map<string, Copy>()

/** From here on each pool of this process that is opened by the address of a copy has its connections. */
function servePools(): void {
  const { Pool } = pg
  class WarmPool extends Pool {
    constructor(options?: pg.PoolConfig) {
      super(options)
      const copy = lent.get(options?.connectionString ?? '')
      if (options?.statement_timeout === 0) copy?.patient.serve(this)
      else copy?.warm.serve(this)
    }
  }
  Object.assign(pg, { Pool: WarmPool })
}

servePools()

/** Nothing of the test may use it any more. */
export async function giveBack(copy: Copy): Promise<void> {
  if (await empty(copy).catch(() => false)) return void free.push(copy)
  lent.delete(copy.url)
  await copy.warm.end()
  await copy.patient.end()
  await copy.wiper?.end().catch(() => {})
  await dropDatabase(copy.name)
}

/** Whether it is as it was. */
async function empty(copy: Copy): Promise<boolean> {
  const [url, was] = [inject('wipingUrl'), inject('wiped')]
  if (url === null || was === null) return false
  await copy.warm.clean()
  await copy.patient.clean()
  copy.wiper ??= await wiperOf(url, copy.name)
  await copy.wiper.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1)`,
    [[...copy.warm.pids(), ...copy.patient.pids()]],
  )
  const { catalogs, size } = await wipe(copy.wiper)
  return catalogs === was.catalogs && size < was.size + mostLeft
}

async function wiperOf(url: string, name: string): Promise<pg.Client> {
  const address = new URL(url)
  address.pathname = `/${name}`
  const client = new pg.Client({ connectionString: address.href, ...wiping })
  client.on('error', () => {})
  await client.connect()
  unref(client)
  return client
}

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * By force, which ends the connections that a killed process left behind. It is refused while
 * autovacuum is at work there, for that is the superuser's process; a plain drop ends that one.
 */
async function dropDatabase(name: string): Promise<void> {
  try {
    await admin(`drop database ${name} with (force)`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    await admin(`drop database ${name}`)
  }
}

/** The connection that makes and drops databases: one for all files of this process, and it ends with the process. */
let clerk: Promise<pg.Client> | null = null
/** It does one thing after the other; what failed is its caller's. */
let last: Promise<unknown> = Promise.resolve()

async function admin(sql: string): Promise<void> {
  const client = await (clerk ??= connected())
  const done = last.then(() => client.query(sql))
  last = done.catch(() => {})
  await done
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  unref(client)
  return client
}

/** Its type does not know of it. */
function unref(client: pg.Client): void {
  ;(client as pg.Client & { unref(): void }).unref()
}
