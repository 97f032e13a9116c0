import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, PostgresPool } from 'kysely'
import { Kysely as KyselyInstance, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'
import { openNotifier, type Notifier } from './notifier.ts'
import { PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.gen.ts'

/**
 * The database handle that everything outside `queries` (a file or a folder) holds. It is opaque: only `rows(db)` opens
 * it, and only `queries` may import `rows`, so SQL cannot leak into an action.
 */
export interface Db {
  readonly [handle]: Kysely<DB>
}

/** A handle inside a transaction: queries that lock or write require it. */
export interface Tx extends Db {
  readonly [inTransaction]: true
  /** Runs after the commit, never when the transaction is rolled back. */
  afterCommit(task: () => void | Promise<void>): void
  /** Wakes everybody who LISTENs to the channel, after the commit, and never when the transaction is rolled back. */
  wake(channel: string): void
  /**
   * Sends a statement without waiting for its answer, so that the next statement, at last the commit, follows it
   * directly. Resolves when it is sent. If it fails, the transaction is rolled back and its error is thrown.
   */
  along(statement: Promise<unknown>): Promise<void>
  /** Commits what was written although the action is going to refuse: without it a refusal undoes everything. */
  keepAnyway(): void
  /** Until the transaction ends, its statements may take as long as they like: for work that no visitor waits for. */
  withoutTimeLimit(): Promise<void>
}

export interface Database extends Db {
  /**
   * One transaction. It is rolled back by an exception, and by a refusal: when `work` returns a `No`, nothing that it
   * wrote stays and no `afterCommit` task runs, unless it called `tx.keepAnyway()`. Serialisation failures and
   * deadlocks are tried again. Statements that are begun together (`Promise.all`) travel together, in that order: one
   * round trip for all of them.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Resolves when nobody waits for a connection, and after 100 ms in any case. For work that no visitor waits for,
   * before it takes a connection: visitors go first, and it still gets on.
   */
  untilSpare(): Promise<void>
  /** Gathers what is to be sent to everybody who LISTENs. */
  readonly notifier: Notifier
  /** A plain connection of the pool, for COPY and LISTEN. */
  readonly pool: pg.Pool
  /** Resolves when the transactions under way have ended and what they wake is woken. */
  close(): Promise<void>
}

export const handle: unique symbol = Symbol('kysely')
const inTransaction: unique symbol = Symbol('transaction')

// int8 fits a double up to 2^53: ids and minor units stay numbers. What could pass that is refused, not rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`)
  return value
})
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export interface DatabaseOptions {
  url: string
  /** Connections. */
  pool: number
  log: Logger
  /** Milliseconds; 0 for none (imports, migrations). */
  statementTimeout?: number
}

/** Milliseconds that work lets visitors go first, and between two looks whether they still wait. */
const mostYielding = 100
const look = 5

/** Milliseconds beyond a statement's own limit in which PostgreSQL has to say so. */
const silence = 500

export function openDatabase(options: DatabaseOptions): Database {
  const { statementTimeout = 5_000 } = options
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.pool,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'violet',
    statement_timeout: statementTimeout,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  // The message alone: the error carries its whole client, password included.
  const lost = ({ message }: Error): void => {
    if (!pool.ending) options.log.warn({ reason: message }, 'an idle database connection was lost')
  }
  pool.on('error', guarded(options.log, 'the end of a database connection', lost))
  // One that breaks while it is in use fails its statement; unheard, the event would end the program.
  const connected = (client: pg.PoolClient): void => {
    client.on('error', () => {})
    if (client instanceof PreparingClient)
      client.patience = statementTimeout === 0 ? 0 : statementTimeout + silence
  }
  pool.on('connect', guarded(options.log, 'a new database connection', connected))
  const kysely = new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }) })
  const notifier = openNotifier({ url: options.url, log: options.log })
  return {
    [handle]: kysely,
    pool,
    notifier,
    transact: (work) => transact(pool, notifier, work, options.log),
    untilSpare: async () => {
      for (let waited = 0; pool.waitingCount > 0 && waited < mostYielding; waited += look) await sleep(look)
    },
    // Kysely ends the pool only when it has asked for something itself.
    close: async () => {
      await kysely.destroy()
      if (!pool.ending) await pool.end()
      await notifier.close()
    },
  }
}

async function transact<T>(
  pool: pg.Pool,
  notifier: Notifier,
  work: (tx: Tx) => Promise<T>,
  log: Logger,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const tasks: (() => void | Promise<void>)[] = []
    const woken = new Set<string>()
    const after = {
      afterCommit: (task: () => void | Promise<void>) => void tasks.push(task),
      wake: (channel: string) => void woken.add(channel),
    }
    try {
      const { value, isCommitted } = await runTransaction(pool, work, after)
      if (!isCommitted) return value
      // First: a task may take its time.
      for (const channel of woken) notifier.notify(channel, '')
      for (const task of tasks) await runAfterCommit(task, log)
      return value
    } catch (error) {
      if (attempt >= 5 || !mayTryAgain(error)) throw error
      log.debug({ err: error }, 'a transaction is tried again')
    }
  }
}

// A transaction's statements select by keys, so one generic plan fits all. By default PostgreSQL plans a statement
// with a list of keys again each time, which takes five times as long as running it.
const begin = 'begin; set local plan_cache_mode = force_generic_plan'

/**
 * The transaction has a connection of its own and pipelines: `begin` travels with the first statement, and the commit
 * directly follows the last.
 */
async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  after: Pick<Tx, 'afterCommit' | 'wake'>,
): Promise<{ value: T; isCommitted: boolean }> {
  const client = (await pool.connect()) as pg.PoolClient & PreparingClient & { pipeline: boolean }
  const { patience } = client
  client.pipeline = true
  const along: Promise<unknown>[] = []
  const wire = newWire(client)
  let isBroken = false
  let keepsRefused = false
  try {
    // If BEGIN fails, the first statement fails too.
    wire.send(begin).catch(() => {})
    const value = await work({
      [handle]: wire.kysely,
      [inTransaction]: true,
      ...after,
      along: async (statement) => {
        along.push(statement)
        // Kysely sends a moment after the call.
        await Promise.race([wire.sent(), statement]).catch(() => {})
      },
      keepAnyway: () => void (keepsRefused = true),
      withoutTimeLimit: async () => {
        client.patience = 0
        await wire.send('set local statement_timeout = 0')
      },
    })
    if (isRefusal(value) && !keepsRefused) {
      await wire.send('rollback').catch(() => (isBroken = true))
      await Promise.allSettled(along)
      return { value, isCommitted: false }
    }
    const { command } = await wire.send('commit')
    await Promise.all(along)
    // PostgreSQL answers ROLLBACK if an earlier statement failed, even if its error was not awaited.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed')
    return { value, isCommitted: true }
  } catch (error) {
    await wire.send('rollback').catch(() => (isBroken = true))
    throw await causeOf(error, along)
  } finally {
    wire.close()
    client.pipeline = false
    client.patience = patience
    client.release(isBroken)
  }
}

/** The statement behind one that failed is refused because of it: the error of the first is thrown. */
async function causeOf(error: unknown, along: readonly Promise<unknown>[]): Promise<unknown> {
  if (!isAborted(error)) return error
  const settled = await Promise.allSettled(along)
  const first = settled.find((one) => one.status === 'rejected' && !isAborted(one.reason))
  return first?.status === 'rejected' ? first.reason : error
}

/** `in_failed_sql_transaction` */
function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02'
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false
}

/** Kysely on one connection, without its own lock on it. */
function newWire(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const waiting: (() => void)[] = []
  let isOpen = true
  let isGathering = false

  const send = (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    // Corks the socket: everything sent in this turn of the event loop becomes one write.
    if (!isGathering) {
      isGathering = true
      stream.cork()
      process.nextTick(() => {
        isGathering = false
        stream.uncork()
      })
    }
    return values === undefined ? client.query(text) : client.query(text, values)
  }
  const own = {
    query: (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      if (!isOpen) throw new Error('the transaction is over: a statement was not waited for')
      for (const done of waiting.splice(0)) done()
      return send(text, values)
    },
    release: () => {},
  }
  const pool = { connect: async () => own, end: async () => {} } as unknown as PostgresPool
  return {
    send,
    kysely: new KyselyInstance<DB>({ dialect: new PostgresDialect({ pool }) }),
    /** Resolves when the next statement is sent. */
    sent: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    close: () => void (isOpen = false),
  }
}

async function runAfterCommit(task: () => void | Promise<void>, log: Logger): Promise<void> {
  try {
    await task()
  } catch (error) {
    // The data is committed: the caller must hear of success.
    log.error({ err: error }, 'an after-commit task failed')
  }
}

function mayTryAgain(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === '40001' || code === '40P01'
}
