import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renameEntry } from '#features/names/shop.ts'
import { changed, openPublicShop, settings } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'

/* Addresses of the past: of rules that were changed, and of entries that were renamed or are gone. */

let shop: WholeShop

beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

describe('addresses that lead elsewhere', () => {
  beforeAll(async () => {
    await shop.configure({ shop: settings })
    await shop.configure({ shop: settings, router: changed })
  })

  it.each([
    ['/product/stool', '/p/stool'],
    ['/zh-HK/product/lamp/LAMP-2?utm_source=x&page=2', '/zh-HK/p/lamp/LAMP-2?utm_source=x&page=2'],
    ['/article', '/journal'],
    ['/zh/article/wood', '/zh/journal/wood'],
    ['/category/seats?sort=new', '/shop/seats/all?sort=new'],
    ['/collection/slow', '/series/slow'],
    ['/page/terms', '/about/terms'],
    ['/tag/oak', '/marked/oak'],
    ['/app/terms', '/a/terms'],
    ['/user/order/17', '/my/account/order/17'],
    ['/en/p/stool?x=1', '/p/stool?x=1'],
    ['/en', '/'],
    ['/zh-cn/p/stool', '/zh/p/stool'],
    ['/ZH_hk/p/stool', '/zh-HK/p/stool'],
    ['/de-AT', '/de'],
    ['/pt-br/search?q=oak', '/pt/search?q=oak'],
    ['/zh/p/stool/', '/zh/p/stool'],
  ])('%s leads to %s for good', async (from, to) => {
    const answer = await shop.get(from)
    expect([answer.status, answer.headers.location]).toEqual([308, to])
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('tells a visit where to go', async () => {
    const answer = await shop.get('/product/stool?request=route&referer=%2F')
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 0,
      data: { meta: { redirect: '/p/stool', status: 308 } },
    })
  })

  it('forgets a past rule when it is in use again, and leads from the ones between', async () => {
    await shop.configure({ shop: settings, router: { productRule: '/goods/:slug' } })
    expect((await shop.get('/p/stool')).headers.location).toBe('/goods/stool')
    await shop.configure({ shop: settings })
    expect((await shop.get('/product/stool')).status).toBe(200)
    expect((await shop.get('/goods/stool')).headers.location).toBe('/product/stool')
    expect((await shop.get('/made-for-you')).headers.location).toBe('/collection/slow')
    expect((await shop.get('/reads/wood')).headers.location).toBe('/article/wood')
    const { rows } = await shop.database.db.pool.query<{ pattern: string }>(
      'select pattern from past_routes order by 1',
    )
    expect(rows.map(({ pattern }) => pattern)).not.toContain('/product/:slug')
  })

  it.each(['/product/never', '/zh/never', '/goods/never', '/never/a/b/c', '/en/never/a/b'])(
    '%s ends at a 404',
    async (path) => {
      const first = await shop.get(path)
      const answer = first.status === 308 ? await shop.get(String(first.headers.location)) : first
      expect([answer.status, answer.body.includes('noindex, follow')]).toEqual([404, true])
    },
  )
})

describe('an entry with another name', () => {
  beforeAll(() => shop.configure({ shop: settings }))

  it('is found under all the names that it had, at once, in every language', async () => {
    const { db } = shop.database
    for (const [from, to] of [
      ['chair', 'oak-chair'],
      ['oak-chair', 'old-chair'],
    ] as const)
      expect(await renameEntry(db, 'product', from, to)).toMatchObject({ ok: true })
    await shop.catchUp()
    for (const name of ['chair', 'oak-chair']) {
      const answer = await shop.get(`/zh/product/${name}?utm_source=mail`)
      expect([answer.status, answer.headers.location]).toEqual([301, '/zh/product/old-chair?utm_source=mail'])
    }
    expect((await shop.get('/product/chair/CHAIR-1')).headers.location).toBe('/product/old-chair/CHAIR-1')
    expect((await shop.get('/product/old-chair')).status).toBe(200)
  })

  it('gives its old name up to who has it now', async () => {
    const { db } = shop.database
    await renameEntry(db, 'page', 'help', 'help-desk')
    await db.pool.query(`insert into pages (slug) values ('help');
      insert into page_texts (page_id, locale, title) select id, 'en', 'New help' from pages where slug = 'help'`)
    await shop.catchUp()
    expect((await shop.get('/page/help')).status).toBe(200)
  })

  it.each([
    ['category', 'rooms', 'spaces', '/category/rooms', '/category/spaces'],
    ['category', 'halls', 'corridors', '/halls', '/category/corridors'],
    ['collection', 'fast', 'quick', '/collection/fast', '/collection/quick'],
    ['tag', 'ash', 'ash-wood', '/tag/ash', '/tag/ash-wood'],
    ['article', 'iron', 'steel', '/article/iron', '/article/steel'],
  ] as const)('%s %s → %s', async (kind, from, to, before, after) => {
    expect(await renameEntry(shop.database.db, kind, from, to)).toMatchObject({ ok: true })
    await shop.catchUp()
    const answer = await shop.get(before)
    expect([answer.status, answer.headers.location]).toEqual([301, after])
    expect((await shop.get(after)).status).toBe(200)
  })

  it('is refused a name that is taken, or is no address', async () => {
    const { db } = shop.database
    expect(await renameEntry(db, 'product', 'stool', 'lamp')).toEqual({
      ok: false,
      problem: { name: 'taken' },
    })
    expect(await renameEntry(db, 'product', 'stool', 'A b')).toEqual({
      ok: false,
      problem: { name: 'not_a_slug' },
    })
    expect(await renameEntry(db, 'product', 'nothing', 'thing')).toEqual({
      ok: false,
      problem: { name: 'not_found' },
    })
    expect((await shop.get('/product/stool')).status).toBe(200)
  })

  it('is gone when it was taken away, and only not there when it is to come', async () => {
    const { db } = shop.database
    expect((await shop.get('/product/hidden')).status).toBe(410)
    expect((await shop.get('/article/tomorrow')).status).toBe(404)
    await db.pool.query(`delete from pages where slug = 'gone'`)
    expect((await shop.get('/page/gone')).status).toBe(410)
    expect((await shop.get('/zh/page/gone')).body).toContain('noindex, follow')
  })
})
