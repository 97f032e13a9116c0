import { z } from 'zod'
import { expect, it } from 'vitest'
import { signLink } from '#platform/server/signing.ts'
import { buyer, home, type Buyer } from '#test/buyer.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import { endpoints } from '../endpoints.ts'

/*
 * Every call that names an order or a checkout, by who is not its owner. A call that is added later is in the table,
 * and so in here.
 */

/** What the calls ask for beside the thing itself. */
const values: Readonly<Record<string, unknown>> = {
  address: home,
  code: 'TEN',
  contact: { email: 'thief@example.org' },
  method: 'manual',
  note: 'mine now',
  paymentMethod: 'manual',
  quantity: 2,
  reason: 'because',
  sku: 'stool-sage',
  taxNumber: 'DE123456789',
  terms: true,
  total: 1,
  use: 'on',
}

const owned = endpoints.flatMap(({ endpoint, action }) => {
  const { path, input } = endpoint
  const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const name = ['slug', 'order'].find((field) => fields.includes(field))
  const kind = /^\/(checkout|order|payment)\//.exec(path)?.[1]
  if (name === undefined || kind === undefined) return []
  const rest = Object.fromEntries(
    fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])),
  )
  const ask = (thing: string): unknown => input.parse({ ...rest, [name]: thing })
  return [{ path, kind: kind === 'checkout' ? 'checkout' : 'order', action, ask } as const]
})

async function bought() {
  const { db } = await freshDatabase()
  await db.pool.query(cartCatalogue)
  const owner = buyer(db)
  const view = await owner.ready({ 'stool-sage': 1 })
  const placed = await owner.submit(view)
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem))
  const open = await owner.ready({ 'vase-ink': 2 })
  return { db, owner, things: { order: placed.value.order, checkout: open.slug } }
}

it('knows every call of checkouts, orders and payments that names one', () => {
  expect(owned.length).toBeGreaterThanOrEqual(18)
})

it('answers strangers as if there were no such thing, and changes nothing', async () => {
  const { db, owner, things } = await bought()
  const other = buyer(db, { email: 'other@example.org' })
  const theirs = await other.submit(await other.ready({ 'stool-sage': 1 }))
  if (!theirs.ok) throw new Error(JSON.stringify(theirs.problem))
  const key = await signLink(db, 'order.visit', 2, new Date(other.context().now.getTime() + 60_000))
  const strangers: Record<string, Buyer['context']> = {
    'without a cookie': (options) => buyer(db).context(options),
    'with a cookie that was made up': (options) =>
      buyer(db, { cookies: { violet_cart: 'A'.repeat(43) } }).context(options),
    'with an order of their own': (options) => other.context(options),
    'let in to another order': (options) => buyer(db, { cookies: { violet_orders: key } }).context(options),
  }
  const rows = async (): Promise<unknown> =>
    (
      await db.pool.query(
        `select (select json_agg(o order by id) from orders o) as orders, (select json_agg(c order by id) from checkouts c) as checkouts,
           (select json_agg(p order by id) from payments p) as payments, (select json_agg(s order by id) from skus s) as skus`,
      )
    ).rows
  const before = await rows()
  for (const [who, context] of Object.entries(strangers))
    for (const { path, kind, action, ask } of owned) {
      const [real, madeUp] = [
        await action(context(), ask(things[kind])),
        await action(context(), ask(kind === 'order' ? 'AAAAA-AAAAA' : 'A'.repeat(22))),
      ]
      expect([path, who, real]).toEqual([path, who, { ok: false, problem: { name: `unknown_${kind}` } }])
      expect([path, who, madeUp]).toEqual([path, who, real])
    }
  expect(await rows()).toEqual(before)
  // The owner is answered otherwise: the calls themselves are right.
  for (const { path, kind, action, ask } of owned) {
    const answer = await action(owner.context(), ask(things[kind]))
    const name = answer.ok ? 'ok' : answer.problem.name
    expect([path, name]).not.toEqual([path, `unknown_${kind}`])
  }
})
