import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { elements } from '#test/markup.ts'
import { onDelivery, parcel } from '#test/order-changes.ts'
import { orderVisitor } from '#test/order-visitor.ts'
import {
  payTestOrder,
  placeTestOrder,
  testMethods,
  type OrderOptions,
  type TestOrder,
} from '#test/placed-orders.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from '../shop/decide.ts'
import { expireReturns } from '../work/timer.ts'

/* The pages of returns as a browser without scripts gets them, and what each of its presses does. */

const placed = new Date('2026-11-21T12:00:00Z')
const now = new Date('2026-11-27T12:00:00Z')
const settings = {
  sales: {
    payment: testMethods,
    returns: {
      fee: { USD: 500 },
      creditBonusPercent: '10',
      address: {
        consignee: 'Violet Returns',
        phone: '+852 2123 4567',
        lines: ['12 Queen’s Road', 'Hong Kong'],
      },
    },
  },
}

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => now)
  await shop.database.db.pool.query(cartCatalogue)
  await shop.configure(settings)
})
afterAll(() => shop.close())

const owner = ({ token }: TestOrder) => ({ cookie: `__Host-violet_cart=${token}` })
const from = { 'sec-fetch-site': 'same-origin' }
const work = (order: TestOrder, at = now) =>
  orderVisitor(shop.database.db, order.token, {
    now: at,
    sales: { returns: shopConfig.parse(settings).sales.returns },
  }).ctx

/** An order that has arrived. */
async function arrived(options: OrderOptions = {}): Promise<TestOrder> {
  const order = await placeTestOrder(shop.database.db, { now: placed, ...options })
  const ctx = work(order, new Date('2026-11-22T12:00:00Z'))
  await payTestOrder(ctx, order.id)
  expect(await shipOrder(ctx, order.number, parcel, onDelivery)).toMatchObject({ ok: true })
  const there = { ...ctx, now: new Date('2026-11-25T12:00:00Z') }
  expect(await deliverOrder(there, order.number, null)).toMatchObject({ ok: true })
  return order
}

/** The fields of the page's form, as a browser would send them, with changes. */
function fieldsOf(html: string, changes: Readonly<Record<string, string>>): URLSearchParams {
  const form = /<form class="return-form".*?<\/form>/s.exec(html)![0]
  const fields = new URLSearchParams()
  for (const { type, name, value = '', ...input } of elements(form, 'input'))
    if (
      name !== undefined &&
      type !== 'file' &&
      (!['radio', 'checkbox'].includes(type!) || 'checked' in input)
    )
      fields.append(name, value)
  for (const [name, value] of Object.entries(changes)) fields.set(name, value)
  return fields
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|template)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const totalOf = (html: string): string =>
  elements(html, 'button').find(({ name }) => name === 'total')!['value']!

const post = (call: string, fields: URLSearchParams, headers: Record<string, string>): Promise<Answer> =>
  shop.post(`/form/${call}`, fields, { ...headers, ...from })

/** From the empty page to the return: shown first, then sent. */
async function apply(order: TestOrder, changes: Readonly<Record<string, string>>): Promise<string> {
  const page = await shop.get(`/order/${order.number}/return`, owner(order))
  const fields = fieldsOf(page.body, changes)
  const shown = await post('return/apply', fields, owner(order))
  fields.set('total', totalOf(shown.body))
  const sent = await post('return/apply', fields, owner(order))
  expect(sent.status, textOf(sent.body)).toBe(303)
  return String(sent.headers['location']).split('/').at(-1)!
}

const wanted = { reason: 'changed_mind', 'lines.0.quantity': '1' }

describe('the application', () => {
  it('shows the refund to the cent with all that was filled in, and sends it at the second press', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(textOf(page.body)).toContain('The stool')
    expect(totalOf(page.body)).toBe('')
    expect(textOf(page.body)).toContain('We email you a return label, and deduct $5 for it from the refund.')
    // The right that costs no fee is named with what it costs.
    expect(textOf(page.body)).toContain(
      'until 9 December 2026. Nothing is deducted for return shipping then, and you bear the cost of sending it back.',
    )

    const fields = fieldsOf(page.body, { ...wanted, description: 'Too <blue> for us' })
    const shown = await post('return/apply', fields, owner(order))
    expect(shown.status).toBe(422)
    // Of 48.50 the way back keeps 5.
    expect(textOf(shown.body)).toContain('Your refund: $43.50')
    expect(textOf(shown.body)).toContain('Return shipping -$5')
    expect(shown.body).toContain('Too &lt;blue&gt; for us</textarea>')
    expect(totalOf(shown.body)).toBe('4350')

    fields.set('total', '4350')
    const sent = await post('return/apply', fields, owner(order))
    expect(sent.status).toBe(303)
    const href = String(sent.headers['location'])
    expect(href).toMatch(/^\/return\/R-[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    const detail = await shop.get(href, owner(order))
    for (const words of ['Pending approval', 'Return and refund', '$43.50', 'Too &lt;blue&gt; for us'])
      expect(textOf(detail.body)).toContain(words)
  })

  it('takes no other total than the one that was shown: it shows the new one', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    const fields = fieldsOf(page.body, { ...wanted, total: '4850' })
    const refused = await post('return/apply', fields, owner(order))
    expect(textOf(refused.body)).toContain('The refund has changed. Your request has not been sent yet.')
    expect(totalOf(refused.body)).toBe('4350')
    expect(textOf((await shop.get(`/order/${order.number}`, owner(order))).body)).not.toContain('Return R-')
  })

  it('says at the field what is missing, and leads to it', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    const refused = await post('return/apply', fieldsOf(page.body, { 'lines.0.quantity': '2' }), owner(order))
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('<a href="#return-reason">')
    expect(refused.body).toContain('id="return-reason-error"')
    expect(elements(refused.body, 'input').find(({ name }) => name === 'lines.0.quantity')).toMatchObject({
      value: '2',
    })
  })

  it('wants photos or a description of a problem, whose way back costs nothing', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return?way=problem`, owner(order))
    expect(textOf(page.body)).toContain('Report a problem')
    const fields = fieldsOf(page.body, { ...wanted, type: 'return_and_refund', reason: 'damaged' })
    const shown = await post('return/apply', fields, owner(order))
    expect(totalOf(shown.body)).toBe('4850')
    fields.set('total', '4850')
    const refused = await post('return/apply', fields, owner(order))
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('<a href="#return-description">')
    // What came back is still the report of a problem.
    expect(textOf(refused.body)).toContain('Report a problem')
    fields.set('description', 'A leg came off.')
    expect((await post('return/apply', fields, owner(order))).status).toBe(303)
  })

  it('offers other versions with their stock, and asks which one is wanted', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    expect(elements(page.body, 'option').map(({ value }) => value)).toContain('stool-ink')
    const fields = fieldsOf(page.body, { ...wanted, type: 'exchange' })
    expect(totalOf((await post('return/apply', fields, owner(order))).body)).toBe('')
    fields.set('lines.0.exchangeFor', 'stool-ink')
    const shown = await post('return/apply', fields, owner(order))
    expect(textOf(shown.body)).toContain('Even exchange: nothing to pay. Check it below')
    fields.set('total', totalOf(shown.body))
    const sent = await post('return/apply', fields, owner(order))
    expect(sent.status, textOf(sent.body)).toBe(303)
    const detail = await shop.get(String(sent.headers['location']), owner(order))
    expect(textOf(detail.body)).toContain('In exchange for: Stool, Ink')
  })

  it('announces what an exchange costs, and no refund that nobody gets', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    const fields = fieldsOf(page.body, { ...wanted, type: 'exchange', 'lines.0.exchangeFor': 'stool-ink' })
    const price = (amount: number) =>
      shop.database.db.pool.query(
        `update sku_prices set amount = $1 where currency = 'USD' and sku_id = (select id from skus where sku = 'stool-ink')`,
        [amount],
      )
    await price(11_000)
    const dearer = textOf((await post('return/apply', fields, owner(order))).body)
    expect(dearer).toContain('Amount due for the exchange: $61.50. Check it below')
    expect(dearer).not.toContain('Your refund')
    await price(4000)
    const cheaper = textOf((await post('return/apply', fields, owner(order))).body)
    expect(cheaper).toContain('Difference refunded: $8.50. Check it below')
    await price(5000)
  })

  it('keeps a draft by a button, and opens with it', async () => {
    const order = await arrived()
    const page = await shop.get(`/order/${order.number}/return`, owner(order))
    const fields = fieldsOf(page.body, { ...wanted, description: 'For later' })
    const saved = await post('return/saveDraft', fields, owner(order))
    expect([saved.status, saved.headers['location']]).toEqual([303, `/order/${order.number}/return`])
    const again = await shop.get(`/order/${order.number}/return`, owner(order))
    expect(again.body).toContain('For later</textarea>')
    expect(totalOf(again.body)).toBe('4350')
  })

  it('sends everybody else to where a link is mailed, whether there is such an order or not', async () => {
    const order = await arrived()
    for (const path of [
      `/order/${order.number}/return`,
      '/order/00000-00000/return',
      '/return/R-00000-00000',
    ]) {
      const page = await shop.get(`/zh${path}`)
      expect([page.status, page.headers['location']]).toEqual([303, '/zh/order?unknown=1'])
    }
  })
})

describe('the page of the order', () => {
  it('leads to all three ways while they are open, and says until when', async () => {
    const order = await arrived()
    const page = textOf((await shop.get(`/order/${order.number}`, owner(order))).body)
    for (const words of [
      'Return or exchange',
      '25 December 2026',
      'Report a problem',
      'Withdraw from the purchase',
      '9 December 2026',
    ])
      expect(page).toContain(words)
  })

  it('shows a return that is open', async () => {
    const order = await arrived()
    const number = await apply(order, wanted)
    const page = textOf((await shop.get(`/order/${order.number}`, owner(order))).body)
    expect(page).toContain(`Return ${number}`)
  })

  it('withdraws after one more page with one button, and sends the receipt', async () => {
    const order = await arrived()
    const confirm = await shop.get(`/order/${order.number}/return?way=withdraw`, owner(order))
    expect(elements(confirm.body, 'form').map(({ action }) => action)).toContain('/form/return/withdraw')
    const done = await post('return/withdraw', new URLSearchParams({ order: order.number }), owner(order))
    expect(done.status, textOf(done.body)).toBe(303)
    const page = textOf((await shop.get(String(done.headers['location']), owner(order))).body)
    expect(page).toContain('Audit successful')
    expect(page).toContain('Withdrawal from the purchase')
    const { rows } = await shop.database.db.pool.query<{ plain: string }>(
      `select plain from outbox_mails where plain like '%' || $1 || '%' and recipient = 'ada@example.com'`,
      [order.number],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('the return', () => {
  it('is approved: it shows the address and until when, takes the parcel’s number, and ends with the refund', async () => {
    const order = await arrived()
    const number = await apply(order, wanted)
    const read = async (): Promise<string> => textOf((await shop.get(`/return/${number}`, owner(order))).body)
    expect(await read()).not.toContain('Violet Returns')
    expect(await approveReturn(work(order), number, null)).toMatchObject({ ok: true })
    const labelled = 'We email you the return label for this parcel. We deduct $5 for it from the refund.'
    for (const words of [
      'Audit successful',
      'Violet Returns',
      '+852 2123 4567',
      '11 December 2026',
      labelled,
    ])
      expect(await read()).toContain(words)
    const next = `/return/${number}`
    const empty = await post(
      'return/sendParcel',
      new URLSearchParams({ slug: number, company: 'DHL', trackingNumber: ' ', next }),
      owner(order),
    )
    expect(empty.status).toBe(422)
    expect(empty.body).toContain('id="return-trackingNumber-error"')
    expect(elements(empty.body, 'input').find(({ name }) => name === 'company')).toMatchObject({
      value: 'DHL',
    })
    const sent = await post(
      'return/sendParcel',
      new URLSearchParams({ slug: number, company: 'DHL', trackingNumber: 'JD 1', next }),
      owner(order),
    )
    expect([sent.status, sent.headers['location']]).toEqual([303, next])
    expect(await read()).toContain('JD 1')
    expect(await receiveReturn(work(order), number, null, () => true)).toMatchObject({ ok: true })
    expect(await completeReturn(work(order), number)).toMatchObject({ ok: true })
    const end = await read()
    for (const words of ['Completed', '$43.50', 'Delivery time']) expect(end).toContain(words)
    expect(end).not.toContain('Cancel this return')
  })

  it('is refused with a reason, which its page shows', async () => {
    const order = await arrived()
    const number = await apply(order, wanted)
    await refuseReturn(work(order), number, 'It has been used.')
    const page = textOf((await shop.get(`/return/${number}`, owner(order))).body)
    for (const words of ['Ended', 'Audit failed', 'It has been used.']) expect(page).toContain(words)
    // What was asked for is no refund.
    for (const words of ['$48.50', '$43.50', 'original payment method']) expect(page).not.toContain(words)
  })

  it('is approved in part', async () => {
    const order = await arrived()
    const number = await apply(order, { ...wanted, 'lines.0.quantity': '2' })
    await approveReturn(work(order), number, { 'stool-sage': 1 }, 'One was used.')
    expect(textOf((await shop.get(`/return/${number}`, owner(order))).body)).toContain('1 of 2 approved')
  })

  it('is cancelled after a question, once', async () => {
    const order = await arrived()
    const number = await apply(order, wanted)
    const page = await shop.get(`/return/${number}`, owner(order))
    expect(textOf(page.body)).toContain('Do you want to cancel this return?')
    const press = () =>
      post('return/cancel', new URLSearchParams({ slug: number, next: `/return/${number}` }), owner(order))
    expect((await press()).status).toBe(303)
    const second = await press()
    expect(second.status).toBe(422)
    expect(textOf(second.body)).toContain('Cancelled')
    expect(textOf(second.body)).not.toContain('$43.50')
  })

  it('ends when its parcel was not sent in time', async () => {
    const order = await arrived()
    const number = await apply(order, wanted)
    await approveReturn(work(order), number, null)
    expect(await expireReturns(work(order, new Date('2026-12-20T12:00:00Z')))).toBeGreaterThan(0)
    expect(textOf((await shop.get(`/return/${number}`, owner(order))).body)).toContain('Ended')
  })
})

describe('the list', () => {
  it('says that there is nothing, in each language', async () => {
    const ada = await browserOf(shop)
    for (const [prefix, words] of [
      ['', 'No records'],
      ['/zh', '暂无记录'],
      ['/zh-HK', '暫無紀錄'],
    ])
      expect((await shop.get(`${prefix}/user/return`, { cookie: ada.cookie })).body).toContain(words)
    // A customer's orders are a page of the account, not a form for guests.
    const { body } = await shop.get('/user/return', { cookie: ada.cookie })
    expect(elements(body, 'a').map(({ href }) => href)).toContain('/user/order')
    expect(body).toContain('>Go to My orders<')
  })

  it('has what the customer asked for, by status, and nothing of others', async () => {
    const ada = await browserOf(shop)
    const order = await arrived()
    await shop.database.db.pool.query('update orders set customer_id = $1 where id = $2', [
      ada.who.customer,
      order.id,
    ])
    const number = await apply(order, wanted)
    await apply(await arrived(), wanted)
    const { body } = await shop.get('/user/return', { cookie: ada.cookie })
    expect(elements(body, 'li').filter((one) => one['class'] === 'return-card')).toHaveLength(1)
    for (const words of [number, 'The stool', '$43.50', 'Pending approval'])
      expect(textOf(body)).toContain(words)
    const ended = await shop.get('/user/return?status=ended', { cookie: ada.cookie })
    expect(textOf(ended.body)).toContain('No return has this status.')
    const detail = await shop.get(`/user/return/${number}`, { cookie: ada.cookie })
    expect(detail.status).toBe(200)
    expect(textOf(detail.body)).toContain(`Return ${number}`)
    await refuseReturn(work(order), number, 'It has been used.')
    const refused = textOf((await shop.get('/user/return', { cookie: ada.cookie })).body)
    expect(refused).toContain(number)
    for (const words of ['Refund amount', '$43.50']) expect(refused).not.toContain(words)
    const eve = await browserOf(shop)
    expect((await shop.get(`/user/return/${number}`, { cookie: eve.cookie })).status).toBe(404)
  })
})
