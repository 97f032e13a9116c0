import { expect, it, vi } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { demoAccount } from '#transfer/demo/account.ts'
import { demoCustomer } from '#transfer/demo/customer/queries.ts'
import { loadDemo } from '#transfer/demo/demo.ts'
import { entry } from '#transfer/catalog/for-tests.ts'
import { loopsIn } from '#test/loops/loops-in.ts'
import { demoFolders, emptyShop, type Shop } from '#test/small-demo.ts'
import { openBehindDemo } from './demo-into-empty.ts'

// The demo's customer plays months of shopping.
vi.setConfig({ testTimeout: 120_000 })

/** The settings of the real demo, with goods enough for every scene. */
async function demoShop(): Promise<Shop> {
  const shop = await emptyShop()
  const products = Array.from({ length: 12 }, (_, n) =>
    entry(`thing-${n}`, {
      skus: [{ sku: `thing-${n}`, prices: { USD: { price: `${20 + n}` } }, stock: 40 }],
    }),
  )
  const folders = await demoFolders({ products })
  await loadDemo(shop, folders && { ...folders, settings: 'demo/shop.json' })
  return shop
}

it('lets no loop of the shop near the orders that the demo’s customer is making', async () => {
  const { db, mediaDir, now } = await demoShop()
  const said: string[] = []
  const config = readConfig({ DATA_DIR: mediaDir, DEMO: 'on' })
  const run = await loopsIn(db, { now: () => now })
  const stories = 'select number, status, pay_status, delivery_status from orders order by number'
  const [before, after] = await openBehindDemo(
    { config, db, now, say: (line) => said.push(line) },
    async () => {
      const found = await db.pool.query(stories)
      // What runs by itself has nothing left to take away from them.
      await run('orders.expire')
      return [found.rows, (await db.pool.query(stories)).rows]
    },
  )
  expect(said).toEqual([
    `Sign in as the demo customer: ${demoAccount.email}, password ${demoAccount.password}`,
  ])
  expect(await demoCustomer(db)).toMatchObject({ email: demoAccount.email })
  expect(before.length).toBeGreaterThan(20)
  expect(after).toEqual(before)
})
