import { expect, it, onTestFinished } from 'vitest'
import { elements } from '#test/markup.ts'
import { fillShop, workAt } from '#test/prove/history/history-load.ts'
import { arrivedOrder } from '#test/prove/history/history-returns-load.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop } from '#test/whole-shop.ts'

it('leads a customer who has asked for a return to it within the account, and says that it is sent', async () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const shop = await openWholeShop(() => now)
  onTestFinished(() => shop.close())
  const { db } = shop.database
  await fillShop(db, 100)
  const { order, line } = await arrivedOrder(db, workAt(db, now))
  const ada = await browserOf(shop)
  await db.pool.query('update orders set customer_id = $1 where id = $2', [ada.who.customer, order.id])
  const fields = new URLSearchParams({
    order: order.number,
    type: 'refund_only',
    reason: 'damaged',
    refundTo: 'original',
    'lines.0.line': String(line),
    'lines.0.quantity': '1',
    description: 'Torn',
    total: '',
  })
  const press = () => shop.post('/form/return/apply', fields, ada.headers)
  const shown = await press()
  fields.set('total', elements(shown.body, 'button').find(({ name }) => name === 'total')!['value']!)
  const sent = await press()
  expect(sent.status).toBe(303)
  const to = String(sent.headers['location'])
  expect(to).toMatch(/^\/user\/return\/R-/)
  const notice = [sent.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.includes('violet_notice='))
  const page = await shop.get(to, { cookie: `${ada.cookie}; ${String(notice).split(';')[0]}` })
  expect(page.body).toContain('aside-menu')
  expect(page.body).toContain('Your request is sent. We will email you when it has been reviewed.')
  // Withdrawn, too, it stays within the account.
  const rest = new URLSearchParams({ order: order.number })
  const withdrawn = await shop.post('/form/return/withdraw', rest, ada.headers)
  expect(withdrawn.headers['location']).toMatch(/^\/user\/return\/R-/)
})
