import { expect, it } from 'vitest'
import { applyPayment } from './rules/pay.ts'
import { freshDatabase } from '#test/database.ts'
import { paymentWorld, report } from '#test/payment-world.ts'
import { compareBooks, newTally, playHistory } from '#test/prove/payment-histories.ts'

/* A thousand of them: `npm run prove -- payments`. */

/** From here on something of everything happens soon. */
const first = 33

it('ends every history of payments with the bank’s books', async () => {
  const { db } = await freshDatabase()
  const world = paymentWorld(db)
  const tally = newTally()
  for (let seed = first; seed < first + 12; seed++) await playHistory(world, seed, tally)
  expect(tally.faults).toEqual([])
  expect(tally).toMatchObject({ histories: 12, believed: 0, swallowed: 0 })
  // The histories are not tame ones.
  for (const some of [tally.repeated, tally.lost, tally.lies, tally.died, tally.captured, tally.refunded])
    expect(some).toBeGreaterThan(0)
}, 120_000)

it('finds what is wrong in the books', async () => {
  const { db } = await freshDatabase()
  const world = paymentWorld(db)
  const order = await world.placed()
  const { rows } = await db.pool.query<{ reference: string }>(
    `update payments set reference = 'dg_books' where order_id = $1 returning reference`,
    [order.id],
  )
  await db.pool.query(
    `insert into demo_charges (reference, amount, currency, status, return_url, notify_url, created_at, updated_at)
     values ('dg_books', 4850, 'USD', 'captured', '', '', now(), now())`,
  )
  const { reference } = rows[0]!
  await applyPayment(world.owner(''), 'demo', report(reference, 'captured'), 'webhook')
  expect(await compareBooks(world, order)).toEqual({ faults: [], captured: 4850, refunded: 0 })

  const planted: [sql: string, undo: string, fault: RegExp][] = [
    [
      'update demo_charges set refunded = 100',
      'update demo_charges set refunded = 0',
      /the bank gave back 100/,
    ],
    [
      "update demo_charges set status = 'open'",
      "update demo_charges set status = 'captured'",
      /the bank took 0/,
    ],
    ['update orders set captured = 9700', 'update orders set captured = 4850', /does not sum its payments/],
    ["update orders set pay_status = 'unpaid'", "update orders set pay_status = 'paid'", /pay status unpaid/],
    [
      "update orders set status = 'cancelled'",
      "update orders set status = 'in_progress'",
      /4850 of 4850 are kept/,
    ],
    ['update skus set on_hand = 10', 'update skus set on_hand = 8', /10 there, 0 held/],
    [
      "update stock_moves set on_hand = -1 where kind = 'sale'",
      "update stock_moves set on_hand = -2 where kind = 'sale'",
      /moves of the stock/,
    ],
    [
      "insert into order_events (order_id, kind, actor, at) select id, 'paid', 'provider', now() from orders",
      "delete from order_events where actor = 'provider' and data = '{}'",
      /paid more than once/,
    ],
  ]
  for (const [sql, undo, fault] of planted) {
    await db.pool.query(sql)
    expect((await compareBooks(world, order)).faults.join('\n')).toMatch(fault)
    await db.pool.query(undo)
    expect((await compareBooks(world, order)).faults).toEqual([])
  }
})
