import { expect, it, onTestFinished } from 'vitest'
import { openWholeShop } from '#test/whole-shop.ts'

/* What a browser fetches before anybody has asked for it stands back while somebody waits. */

const ahead = { 'sec-purpose': 'prefetch' }

it('renders nothing ahead while requests wait for the database, and serves what it has', async () => {
  const shop = await openWholeShop()
  onTestFinished(() => shop.close())
  const { pool } = shop.database.db
  expect((await shop.get('/', ahead)).status).toBe(200)

  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const waiting = pool.query('select 1')
  expect(pool.waitingCount).toBe(1)
  expect((await shop.get('/zh', ahead)).status).toBe(403)
  expect((await shop.get('/zh', { 'sec-purpose': 'prefetch;prerender' })).status).toBe(403)
  expect((await shop.get('/', ahead)).status).toBe(200)

  for (const client of held) client.release()
  await waiting
  expect((await shop.get('/zh', ahead)).status).toBe(200)
})
