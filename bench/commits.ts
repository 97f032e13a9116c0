/*
 * The limit of a call that writes: rows of the same size, written by `pg` alone in one statement and one durable
 * commit, over as many connections as the shop has. A process of its own, on the core where the shop runs.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { openNotifier } from '#platform/server/db/notifier.ts'

export interface CommitJob {
  url: string
  connections: number
  /** How many write at the same time. */
  clients: number
  /** Milliseconds. */
  warmUp: number
  window: number
  /** What the shop stores as the answer to the call, of a cart. */
  answer: unknown
  cookieBytes: number
  /** Null: a cart with one line. */
  order: OrderSample | null
  /**
   * Each commit also announces itself, by a row as the shop writes it for its nodes: who LISTENs is woken by the same
   * statement, or after the commit as the shop does it. Absent: nothing is announced.
   */
  announce?: 'inside' | 'after'
}

/** An order of the shop's, to write as many bytes as it has. */
export interface OrderSample {
  contact: unknown
  address: unknown
  shipping: unknown
  quote: unknown
  total: number
  lines: readonly unknown[]
}

export interface Commits {
  rate: number
  /** Milliseconds. */
  times: number[]
  /** Bytes of write-ahead log per commit. */
  logBytes: number
  /** Notifications that one listener heard in a second. */
  heard: number
}

process.once('disconnect', () => process.exit())

process.on('message', (job: CommitJob) => {
  drive(job).then(
    (commits) => process.send!(commits),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

const tables = `
  create table if not exists bench_orders (like orders including all);
  create table if not exists bench_order_lines (like order_lines including all);
  create table if not exists bench_order_events (like order_events including all);
  create table if not exists bench_moves (like stock_moves including all);
  create table if not exists bench_payments (like payments including all);
  create table if not exists bench_skus (like skus including all);
  insert into bench_skus overriding system value select * from skus on conflict do nothing;
  create table if not exists bench_carts (like carts including all);
  create table if not exists bench_lines (like cart_lines including all);
  create table if not exists bench_keys (like idempotency_keys including all);
  create table if not exists bench_changes (like cache_changes including all)`

const channel = 'violet_bench'

const cart = `
  with cart as (insert into bench_carts (token_hash, created_at, updated_at) values ($1, $2, $2) returning id),
  line as (insert into bench_lines (cart_id, sku_id, quantity, added_at) select id, $3, 1, $2 from cart)`
const key = `
  insert into bench_keys (key_hash, path, request_hash, answer, cookies, created_at) values ($4, '/cart/add', $5, $6, $7, $2)`
const change = `insert into bench_changes (tags, hard) values (array['product:' || ($3::bigint)::text], true)`

function writeCart(announce: CommitJob['announce']): string {
  if (announce === undefined) return `${cart} ${key}`
  const told = announce === 'inside' ? `pg_notify('${channel}', '')` : '1'
  return `${cart}, change as (${change}), kept as (${key}) select ${told}`
}

const writeOrder = `
  with placed as (
    insert into bench_orders (number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping, payment_method,
      quote, total, hold_until, placed_at)
    values ($1, $2, $3, 'en', 'USD', 'buyer@example.org', $4, $5, $5, $6, 'manual', $7, $8, $9, $9) returning id
  ), lines as (
    insert into bench_order_lines (order_id, position, sku_id, product_id, sku, slug, title, choice, picture, quantity, amount, net, tax, held)
    select placed.id, l.position, s.id, s.product_id, l.sku, l.slug, l.title, l.choice, l.picture, l.quantity, l.amount, l.net, l.tax, l.held
    from placed, jsonb_to_recordset($10::jsonb) l(position int, sku text, slug text, title text, choice text, picture jsonb, quantity int, amount bigint, net bigint, tax bigint, held int)
    join bench_skus s on s.id = ($11::bigint[])[l.position + 1]
  ), moves as (
    insert into bench_moves (sku_id, order_id, kind, on_hand, held, at) select sku.id, placed.id, 'hold', 0, 1, $9 from placed, unnest($11::bigint[]) sku(id)
  ), event as (
    insert into bench_order_events (order_id, kind, actor, at) select id, 'placed', 'customer', $9 from placed
  ), payment as (
    insert into bench_payments (order_id, method, provider, reference, amount, currency, created_at, updated_at)
    select id, 'manual', 'manual', 'manual-' || id, $8, 'USD', $9, $9 from placed
  )
  update bench_skus set held = held + 1 where id = any($11::bigint[])`

function valuesOf(job: CommitJob, answer: string): unknown[] {
  const skuId = (): number => 1 + Math.floor(Math.random() * 30_000)
  const now = new Date()
  const { order } = job
  if (order === null)
    return [
      randomBytes(32),
      now,
      skuId(),
      randomBytes(32),
      randomBytes(32),
      answer,
      randomBytes(job.cookieBytes),
    ]
  const { contact, address, shipping, quote, total, lines } = order
  const json = [contact, address, shipping, quote].map((value) => JSON.stringify(value))
  return [
    randomBytes(8).toString('hex'),
    Math.floor(Math.random() * 2 ** 48),
    randomBytes(32),
    ...json,
    total,
    now,
    JSON.stringify(lines),
    lines.map(skuId),
  ]
}

async function drive(job: CommitJob): Promise<Commits> {
  const pool = new pg.Pool({ connectionString: job.url, max: job.connections })
  const notifier = openNotifier({ url: job.url, log: pino({ level: 'silent' }) })
  const listener = new pg.Client({ connectionString: job.url })
  let heard = 0
  listener.on('notification', () => void heard++)
  try {
    await listener.connect()
    await listener.query(`listen ${channel}`)
    await pool.query(tables)
    const answer = JSON.stringify(job.answer)
    let times: number[] = []
    let over = false
    const client = async (): Promise<void> => {
      while (!over) {
        const begun = performance.now()
        const text = job.order === null ? writeCart(job.announce) : writeOrder
        await pool.query({ name: 'write', text, values: valuesOf(job, answer) })
        times.push(performance.now() - begun)
        if (job.announce === 'after') notifier.notify(channel, '')
      }
    }
    const clients = Array.from({ length: job.clients }, client)
    await sleep(job.warmUp)
    const before = await logPosition(pool)
    times = []
    heard = 0
    const begun = performance.now()
    await sleep(job.window)
    const seconds = (performance.now() - begun) / 1000
    const done = times.slice()
    const heardPerSecond = heard / seconds
    over = true
    await Promise.all(clients)
    return {
      rate: done.length / seconds,
      times: done,
      logBytes: ((await logPosition(pool)) - before) / times.length,
      heard: heardPerSecond,
    }
  } finally {
    await pool.query(
      'drop table if exists bench_carts, bench_lines, bench_keys, bench_orders, bench_order_lines, bench_order_events, bench_moves, bench_payments, bench_skus, bench_changes',
    )
    await pool.end()
    await notifier.close()
    await listener.end()
  }
}

async function logPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`,
  )
  return Number(rows[0]!.bytes)
}
