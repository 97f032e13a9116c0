import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartCatalogue } from '#test/cart-visitor.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
  await shop.database.db.pool.query(cartCatalogue)
})
afterAll(() => shop.close())

it('the pages around orders begin at the edge of the cart and of an order', async () => {
  for (const path of ['/cart', '/order', '/question/ask?product=stool']) {
    const { status, body } = await shop.get(path)
    const [, classes = ''] = /<main[^>]*>(?:<x-island[^>]*>)?<div class="([^"]*)"/.exec(body) ?? []
    expect([path, status, classes]).toEqual([path, 200, expect.stringMatching(/\bcontainer container-xl\b/)])
  }
})

it('the quiet hours name the time zone as people do', async () => {
  const zones = [{ name: { en: 'Hong Kong' }, days: { from: 1, to: 3 } }]
  const delivery = { timeZone: 'Asia/Hong_Kong', cutoffHour: 14, handling: { from: 0, to: 1 }, zones }
  await shop.configure({ shop: { delivery } })
  const { cookie } = await browserOf(shop)
  for (const [prefix, words] of [
    ['', 'Times are shop time (Hong Kong time)'],
    ['/zh-HK', '香港時間'],
  ] as const) {
    const { body } = await shop.get(`${prefix}/user/notifications`, { cookie })
    expect(body).toContain(words)
    expect(body).not.toContain('(Asia/Hong_Kong)')
  }
})
