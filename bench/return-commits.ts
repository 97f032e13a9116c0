/*
 * The limit of an application for a return: rows of the same contents, written by `pg` alone in one statement and one
 * durable commit, over as many connections as the shop has. A process of its own, on the core where the shop runs.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface ReturnCommitJob {
  url: string
  connections: number
  /** How many write at the same time. */
  clients: number
  /** Milliseconds. */
  warmUp: number
  window: number
  /** Of a return that the shop made. */
  quote: unknown
  /** Of lines that are not yet asked for: at least as many as are written. */
  lines: readonly number[]
}

export interface ReturnCommits {
  rate: number
  /** Milliseconds. */
  times: number[]
}

process.once('disconnect', () => process.exit())

process.on('message', (job: ReturnCommitJob) => {
  drive(job).then(
    (commits) => process.send!(commits),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

const names = ['orders', 'order_lines', 'order_events', 'returns', 'return_lines', 'return_events']
const copies = [...names, 'idempotency_keys'].map((name) => `bench_${name}`)

const tables = [
  ...[...names, 'idempotency_keys'].map(
    (name) => `create table if not exists bench_${name} (like ${name} including all)`,
  ),
  `insert into bench_orders (id, number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping, payment_method,
       quote, total, placed_at) overriding system value
     select id, number, checkout_id, owner_hash, locale, currency, email, contact, address, billing, shipping, payment_method,
       quote, total, placed_at
     from orders where email = 'back@example.com' on conflict do nothing`,
  `insert into bench_order_lines (id, order_id, position, sku, slug, title, choice, quantity, amount, net, tax, held, shipped)
     overriding system value
     select id, order_id, position, sku, slug, title, choice, quantity, amount, net, tax, held, shipped
     from order_lines where order_id in (select id from bench_orders) on conflict do nothing`,
  ...['bench_orders', 'bench_order_lines'].map((name) => `analyze ${name}`),
]

const write = `
  with line as (
    update bench_order_lines set returned = returned + 1 where id = $1 returning id, order_id
  ), locked as (
    select id from bench_orders where id = (select order_id from line) for no key update
  ), made as (
    insert into bench_returns (number, order_id, type, reason, refund_to, quote, refund_amount, created_at)
    select $2, id, 'return_and_refund', 'changed_mind', 'original', $3, 2200, $4 from locked returning id, order_id
  ), lines as (
    insert into bench_return_lines (return_id, order_line_id, quantity) select made.id, $1, 1 from made
  ), event as (
    insert into bench_return_events (return_id, kind, actor, at) select id, 'applied', 'customer', $4 from made
  ), order_event as (
    insert into bench_order_events (order_id, kind, actor, data, at)
    select order_id, 'return_applied', 'customer', jsonb_build_object('return', $2::text), $4 from made
  )
  insert into bench_idempotency_keys (key_hash, path, request_hash, answer, cookies, created_at)
  values ($5, '/return/apply', $6, $7, $8, $4)`

async function drive(job: ReturnCommitJob): Promise<ReturnCommits> {
  const pool = new pg.Pool({ connectionString: job.url, max: job.connections })
  try {
    for (const text of tables) await pool.query(text)
    let times: number[] = []
    let turn = 0
    let over = false
    const client = async (): Promise<void> => {
      while (!over) {
        const line = job.lines[turn++]
        if (line === undefined) throw new Error('there are too few lines')
        const number = `R-${randomBytes(6).toString('hex')}`
        const answer = JSON.stringify({ slug: number, href: `/return/${number}` })
        const keys = [randomBytes(32), randomBytes(32), answer, randomBytes(0)]
        const values = [line, number, JSON.stringify(job.quote), new Date(), ...keys]
        const begun = performance.now()
        await pool.query({ name: 'write', text: write, values })
        times.push(performance.now() - begun)
      }
    }
    const clients = Array.from({ length: job.clients }, client)
    const failed = Promise.all(clients).then(() => null)
    await Promise.race([sleep(job.warmUp), failed])
    times = []
    const begun = performance.now()
    await Promise.race([sleep(job.window), failed])
    const seconds = (performance.now() - begun) / 1000
    const done = times.slice()
    over = true
    await failed
    return { rate: done.length / seconds, times: done }
  } finally {
    await pool.query(`drop table if exists ${copies.join(', ')}`)
    await pool.end()
  }
}
