import { expect, it, onTestFinished } from 'vitest'
import { fillShop, workAt } from '#test/prove/history/history-load.ts'
import { askedReturn } from '#test/prove/history/history-returns-load.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop } from '#test/whole-shop.ts'

it('leads from behind the last page of the list to the last one, and keeps the status', async () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const shop = await openWholeShop(() => now)
  onTestFinished(() => shop.close())
  const { db } = shop.database
  await fillShop(db, 100)
  const { slug, order } = await askedReturn(db, workAt(db, now), { type: 'return_and_refund' })
  const ada = await browserOf(shop)
  await db.pool.query('update orders set customer_id = $1 where id = $2', [ada.who.customer, order.id])
  await db.pool.query(
    `insert into returns (number, order_id, type, reason, refund_to, quote, refund_amount, created_at)
     select 'R-00000-000' || n, order_id, type, reason, refund_to, quote, refund_amount, created_at
     from returns, generate_series(10, 19) n where number = $1`,
    [slug],
  )
  for (const [asked, last] of [
    ['?page=50', '/user/return?page=2'],
    ['?page=5000', '/user/return?page=2'],
    ['?status=pending_approval&page=99', '/user/return?status=pending_approval&page=2'],
    ['?status=ended&page=2', '/user/return?status=ended'],
  ])
    expect(await shop.get(`/user/return${asked}`, { cookie: ada.cookie })).toMatchObject({
      status: 302,
      headers: { location: last },
    })
})

it('leads from a return to its order and back within the account area', async () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const shop = await openWholeShop(() => now)
  onTestFinished(() => shop.close())
  const { db } = shop.database
  await fillShop(db, 100)
  const { slug, order } = await askedReturn(db, workAt(db, now), { type: 'return_and_refund' })
  const ada = await browserOf(shop)
  await db.pool.query('update orders set customer_id = $1 where id = $2', [ada.who.customer, order.id])
  const mainOf = async (path: string): Promise<string> =>
    /<main[\s\S]*<\/main>/.exec((await shop.get(path, { cookie: ada.cookie })).body)?.[0] ?? ''
  const one = await mainOf(`/user/return/${slug}`)
  expect(one).toContain(`href="/user/order/${order.number}"`)
  expect(one).not.toContain(`href="/order/${order.number}"`)
  const bought = await mainOf(`/user/order/${order.number}`)
  expect(bought).toContain(`href="/user/return/${slug}"`)
  expect(bought).not.toContain(`href="/return/${slug}"`)
  // Refused, a form is answered by the page that it stands on.
  const fields = { slug, next: `/user/return/${slug}`, company: '', trackingNumber: '' }
  const refused = await shop.post('/form/return/sendParcel', new URLSearchParams(fields), ada.headers)
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('aside-menu')
})
