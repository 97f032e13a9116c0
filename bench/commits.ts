/*
 * The limit of a call that writes: rows of the same size, written by `pg` alone in one statement and one durable
 * commit, over as many connections as the shop has. A process of its own, on the core where the shop runs.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface CommitJob {
  url: string
  connections: number
  /** How many write at the same time. */
  clients: number
  /** Milliseconds. */
  warmUp: number
  window: number
  /** What the shop stores as the answer to the call. */
  answer: unknown
  cookieBytes: number
}

export interface Commits {
  rate: number
  /** Milliseconds. */
  times: number[]
  /** Bytes of write-ahead log per commit. */
  logBytes: number
}

process.once('disconnect', () => process.exit())

process.on('message', (job: CommitJob) => {
  drive(job).then(
    (commits) => process.send!(commits),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

const tables = `
  create table if not exists bench_carts (like carts including all);
  create table if not exists bench_lines (like cart_lines including all);
  create table if not exists bench_keys (like idempotency_keys including all)`

const write = `
  with cart as (insert into bench_carts (token_hash, created_at, updated_at) values ($1, $2, $2) returning id),
  line as (insert into bench_lines (cart_id, sku_id, quantity, added_at) select id, $3, 1, $2 from cart)
  insert into bench_keys (key_hash, path, request_hash, answer, cookies, created_at) values ($4, '/cart/add', $5, $6, $7, $2)`

async function drive(job: CommitJob): Promise<Commits> {
  const pool = new pg.Pool({ connectionString: job.url, max: job.connections })
  try {
    await pool.query(tables)
    const answer = JSON.stringify(job.answer)
    let times: number[] = []
    let over = false
    const client = async (): Promise<void> => {
      while (!over) {
        const begun = performance.now()
        const values = [
          randomBytes(32),
          new Date(),
          1 + Math.floor(Math.random() * 30_000),
          randomBytes(32),
          randomBytes(32),
          answer,
          randomBytes(job.cookieBytes),
        ]
        await pool.query({ name: 'write', text: write, values })
        times.push(performance.now() - begun)
      }
    }
    const clients = Array.from({ length: job.clients }, client)
    await sleep(job.warmUp)
    const before = await logPosition(pool)
    times = []
    const begun = performance.now()
    await sleep(job.window)
    const seconds = (performance.now() - begun) / 1000
    const done = times.slice()
    over = true
    await Promise.all(clients)
    return {
      rate: done.length / seconds,
      times: done,
      logBytes: ((await logPosition(pool)) - before) / times.length,
    }
  } finally {
    await pool.query('drop table if exists bench_carts, bench_lines, bench_keys')
    await pool.end()
  }
}

async function logPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`,
  )
  return Number(rows[0]!.bytes)
}
