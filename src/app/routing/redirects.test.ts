import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostPatterns, type Redirect } from '#features/redirects/contract.ts'
import { allRedirects } from '#features/redirects/queries.ts'
import { removeRedirect, storeRedirects, type StoredRedirects } from '#features/redirects/shop.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { shopConfig } from '#wire/shop-config.ts'
import { holdRows, untilWaiting } from '#test/database.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { openWholeShop, origin, type WholeShop } from '#test/whole-shop.ts'
import { shopPages } from './live-paths.ts'

/* Paths of another shop that lead to pages of this one. */

let shop: WholeShop
const pages = shopPages(shopConfig.parse({}).router, origin)

beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

/** Stores them, and waits until the shop answers by them. */
async function store(
  rows: readonly (readonly [from: string, to: string, status?: string])[],
  force = false,
): Promise<StoredRedirects> {
  const wanted = rows.map(([from, to, status = '301'], index) => ({ from, to, status, line: index + 2 }))
  const stored = await shop.database.db.transact((tx) =>
    storeRedirects(tx, wanted, { pages, force, now: new Date('2026-11-23T20:00:00Z') }),
  )
  await shop.catchUp()
  return stored
}

async function whereTo(path: string): Promise<[status: number, location: unknown]> {
  const { status, headers } = await shop.get(path)
  return [status, headers.location]
}

async function setVisible(slug: string, visible: boolean): Promise<void> {
  const { db } = shop.database
  const { rows } = await db.pool.query<{ id: number }>(
    'update products set visible = $2 where slug = $1 returning id',
    [slug, visible],
  )
  await db.transact((tx) => announceChanges(tx, ['catalog', `product:${rows[0]!.id}`], true))
  await shop.catchUp()
}

const inShop = async (): Promise<string[]> =>
  (await allRedirects(shop.database.db)).map(({ source }) => source)

describe('a path that no page answers', () => {
  it('leads where the merchant says, in every language, with its query, and is asked for anew', async () => {
    expect(await whereTo('/pages/about-us')).toEqual([404, undefined])
    expect(
      await store([
        ['/pages/about-us', '/page/terms'],
        ['/collections/*/products/*', '/product/$2', '308'],
        ['/collections/all', '/'],
        ['/sale', '/search?q=oak'],
      ]),
    ).toMatchObject({ added: 4, refused: [], nowhere: [] })
    expect(await whereTo('/pages/about-us')).toEqual([301, '/page/terms'])
    expect(await whereTo('/zh-HK/Pages/About-Us/?utm_source=x')).toEqual([
      308,
      '/zh-HK/Pages/About-Us?utm_source=x',
    ])
    expect(await whereTo('/zh-HK/Pages/About-Us?utm_source=x')).toEqual([
      301,
      '/zh-HK/page/terms?utm_source=x',
    ])
    expect(await whereTo('/collections/wood/products/stool?variant=5')).toEqual([
      308,
      '/product/stool?variant=5',
    ])
    expect(await whereTo('/zh/collections/all')).toEqual([301, '/zh'])
    expect(await whereTo('/sale?x=1')).toEqual([301, '/search?q=oak&x=1'])
    expect((await shop.get('/sale')).headers['cache-control']).toBe('no-cache')
    const visit = await shop.get('/pages/about-us?request=route&referer=%2F')
    expect(JSON.parse(visit.body)).toMatchObject({
      data: { meta: { redirect: expect.stringContaining('/page/terms') as string, status: 301 } },
    })
  })

  it('leads elsewhere when it was changed, and nowhere when it was removed', async () => {
    expect(await store([['/pages/about-us', '/page/terms', '308']])).toMatchObject({ changed: 1, added: 0 })
    expect(await whereTo('/pages/about-us')).toEqual([308, '/page/terms'])
    expect(await store([['/Pages/about-us', '/page/terms', '308']])).toMatchObject({ same: 1, changed: 0 })
    expect(await removeRedirect(shop.database.db, '/pages/About-us', null)).toBe(true)
    await shop.catchUp()
    expect(await whereTo('/pages/about-us')).toEqual([404, undefined])
    expect(await removeRedirect(shop.database.db, '/pages/about-us', null)).toBe(false)
  })

  it('of a deleted entry leads to its successor, which without it is gone for good', async () => {
    expect((await shop.get('/product/hidden')).status).toBe(410)
    expect(await store([['/product/hidden', '/product/lamp']])).toMatchObject({ added: 1 })
    expect(await whereTo('/zh/product/hidden')).toEqual([301, '/zh/product/lamp'])
  })

  it('is heard of by every node', async () => {
    const second = await openWholeShop(() => new Date(), {}, shop)
    try {
      expect((await second.get('/from/elsewhere')).status).toBe(404)
      await store([['/from/elsewhere', '/product/lamp']])
      await second.catchUp()
      expect((await second.get('/from/elsewhere')).headers.location).toBe('/product/lamp')
    } finally {
      await second.close()
    }
  })
})

it('costs nothing where a page answers', async () => {
  const { db } = shop.database
  await store([['/anything/*', '/product/$1']])
  const letGo = await holdRows(db, 'lock table redirects in access exclusive mode')
  expect((await shop.get('/product/chair')).status).toBe(200)
  const missing = shop.get('/no/such/page')
  await untilWaiting(db, 1)
  await letGo()
  expect((await missing).status).toBe(404)
})

describe('a redirect is refused', () => {
  it('over a live page, and taken by force: it leads on once the page is gone', async () => {
    const over = [
      ['/product/stool', '/product/lamp'],
      ['/cart', '/product/lamp'],
      ['/user/orders', '/product/lamp'],
    ] as const
    const before = await inShop()
    const { refused, added } = await store(over)
    expect([added, refused.map(({ line, from }) => `${line} ${from}`)]).toEqual([
      1,
      ['2 /product/stool', '3 /cart'],
    ])
    expect(refused[0]?.reason).toBe('a page of the shop answers there (--force: once that page is gone)')
    expect(await inShop()).toEqual([...before, '/user/orders'].sort())

    expect(await store([over[0]], true)).toMatchObject({ added: 1, overLive: ['/product/stool'] })
    expect((await shop.get('/product/stool')).status).toBe(200)
    await setVisible('stool', false)
    expect(await whereTo('/product/stool')).toEqual([301, '/product/lamp'])
    await setVisible('stool', true)
    expect((await shop.get('/product/stool')).status).toBe(200)
    await removeRedirect(shop.database.db, '/product/stool', null)
  })

  it.each([
    [
      [
        ['/a', '/b'],
        ['/b', '/c'],
        ['/c', '/a'],
      ],
      [
        'it leads round in a loop: /a → /b → /c → /a',
        'it leads round in a loop: /b → /c → /a → /b',
        'it leads round in a loop: /c → /a → /b → /c',
      ],
    ],
    [
      [
        ['/a', '/b'],
        ['/b', '/product/lamp'],
      ],
      ['two redirects in a row: /a → /b → /product/lamp; let /a lead to /product/lamp'],
    ],
    [
      [
        ['/a', '/product/lamp'],
        ['/A', '/product/stool'],
      ],
      ['the path has another redirect in line 2'],
    ],
    [[['/api/old', '/product/lamp']], ['/api/old is an address of the program']],
    [
      [['/zh/old', '/product/lamp']],
      ['/zh/old begins with a language: leave it out, since a redirect goes for all languages'],
    ],
    [
      [['/old', '/en/product/lamp']],
      ['/en/product/lamp begins with a language: leave it out, since a redirect goes for all languages'],
    ],
    [[['/old', '/product/lamp', '302']], ['the status is "302": only 301 and 308 lead on for good']],
    [
      [['/old', 'https://other.example/x']],
      [
        '"https://other.example/x" names another host: a redirect leads from a path of this shop to another one',
      ],
    ],
  ] as [[string, string, string?][], string[]][])('%j', async (rows, reasons) => {
    const before = await inShop()
    const stored = await store(rows)
    expect(stored.refused.map(({ reason }) => reason)).toEqual(reasons)
    expect(await inShop()).toHaveLength(before.length + stored.added)
    for (const [from] of rows) await removeRedirect(shop.database.db, from, null)
  })

  it('where one of the shop would lead on by it', async () => {
    await store([['/first', '/second']])
    const { refused } = await store([['/second', '/product/lamp']])
    expect(refused.map(({ reason }) => reason)).toEqual([
      'two redirects in a row: /first → /second → /product/lamp; let /first lead to /product/lamp',
    ])
    expect(await inShop()).not.toContain('/second')
    // Both together are sound.
    expect(
      await store([
        ['/first', '/product/lamp'],
        ['/second', '/product/lamp'],
      ]),
    ).toMatchObject({ added: 1, changed: 1, refused: [] })
  })

  // Holds `lockRedirects`: otherwise neither of two imports knows of the other's.
  it('where one that is just being stored would lead on by it', async () => {
    const { db } = shop.database
    const [stored, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const put = (from: string, to: string, after: () => Promise<void>) =>
      db.transact(async (tx) => {
        const wanted = [{ from, to, status: '301', line: 1 }]
        const report = await storeRedirects(tx, wanted, { pages, force: false, now: new Date() })
        await after()
        return report.refused.map(({ reason }) => reason)
      })
    const one = put('/early', '/late', () => {
      stored.resolve()
      return committed.promise
    })
    await stored.promise
    const other = put('/late', '/product/lamp', async () => {})
    await Promise.race([untilWaiting(db, 1), other])
    committed.resolve()
    expect([await one, await other]).toEqual([
      [],
      ['two redirects in a row: /early → /late → /product/lamp; let /early lead to /product/lamp'],
    ])
    await removeRedirect(db, '/early', null)
  })

  it('beyond as many patterns as a shop may have', async () => {
    const rows = Array.from(
      { length: mostPatterns + 5 },
      (_, n) => [`/many-${n}/*`, '/product/lamp'] as const,
    )
    const patterns = (await inShop()).filter((source) => source.includes('*')).length
    const { added, refused } = await store(rows)
    expect([added, refused.length]).toEqual([mostPatterns - patterns, patterns + 5])
    expect(refused[0]?.reason).toBe(
      `the shop has ${mostPatterns} redirects with a *, and takes no more of them`,
    )
    await shop.database.db.pool.query(`delete from redirects where source like '/many-%'`)
  })
})

it('tells targets without a page', async () => {
  expect(await store([['/x1', '/product/never']])).toMatchObject({ added: 1, nowhere: ['/product/never'] })
})

it('takes as many as a shop may have, and finds each', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => [`/old-shop/item-${n}.html`, '/product/lamp'] as const,
  )
  expect(await store(rows)).toMatchObject({ added: 20_000, refused: [] })
  expect(await whereTo('/old-shop/item-19999.html')).toEqual([301, '/product/lamp'])
  expect(await whereTo('/old-shop/item-20000.html')).toEqual([404, undefined])
})

it('is stored in one spelling', async () => {
  const spelled = (await allRedirects(shop.database.db)).find(({ source }) => source === '/collections/all')
  expect(spelled).toEqual({ source: '/collections/all', target: '/', status: 301 } satisfies Redirect)
})
