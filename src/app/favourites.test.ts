import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changed, openPublicShop, seeIn, settings } from '#test/public-shop.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import type { Answer, WholeShop } from '#test/whole-shop.ts'

/*
 * Favourites as a browser without scripts has them: plain forms, pages of its own, and public pages that know nothing
 * of them.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
  await shop.database.db.pool.query('update product_prices set amount_from = 4850')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.configure({ shop: settings })
  await shop.database.db.pool.query('truncate favourite_lists, carts cascade')
})

/** A browser with its cookies. */
function browser() {
  const jar = new Map<string, string>()
  const keep = (answer: Answer): Answer => {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': '10.0.0.1',
  })
  return {
    jar,
    get: async (path: string) => keep(await shop.get(path, headers())),
    post: async (path: string, fields: Record<string, string>) =>
      keep(await shop.post(path, new URLSearchParams(fields), headers())),
  }
}

const stool = { type: 'product', id: 'stool' }

it('are added, shown and removed by plain forms, in the page’s language', async () => {
  const { get, post, jar } = browser()
  const empty = await get('/zh/user/favorite')
  expect([empty.status, empty.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(empty.body).toContain('这里还是空的')
  expect(jar.size).toBe(0)

  const added = await post('/zh/form/favorite/add', stool)
  expect([added.status, added.headers['location']]).toEqual([303, '/zh/user/favorite'])
  const first = await get('/zh/user/favorite')
  expect(first.body).toContain('已加入收藏')
  expect(first.body).toContain('href="/zh/product/stool"')

  await post('/form/favorite/add', { type: 'article', id: 'wood' })
  const articles = await get('/user/favorite?type=article')
  expect(articles.body).toContain('Wood &amp; us')
  expect(articles.body).not.toContain('href="/product/stool"')

  const removed = await post('/form/favorite/cancel', { ...stool, next: '/user/favorite?type=product' })
  expect([removed.status, removed.headers['location']]).toEqual([303, '/user/favorite?type=product'])
  const left = await get('/user/favorite?type=product')
  expect(left.body).toContain('Removed from your favourites.')
  expect(left.body).toContain('Nothing here yet')
  // Articles are all there is: they come first.
  expect((await get('/user/favorite')).body).toContain('Wood &amp; us')
})

it('say on their page why something was refused', async () => {
  const { get, post } = browser()
  const refused = await post('/form/favorite/add', { type: 'product', id: 'hidden', next: '/product/stool' })
  expect([refused.status, refused.headers['location']]).toEqual([303, '/user/favorite'])
  expect((await get('/user/favorite')).body).toContain('We no longer sell this product.')
  await post('/form/favorite/share', {})
  expect((await get('/user/favorite')).body).toContain('There is no product among your favourites yet.')
})

it('lie under the configured user path', async () => {
  await shop.configure({ shop: settings, router: changed })
  const { get, post } = browser()
  const added = await post('/form/favorite/add', stool)
  expect(added.headers['location']).toBe('/my/account/favorite')
  expect((await get('/my/account/favorite')).body).toContain('href="/p/stool"')
  const { page, robots, alternates } = await seeIn(shop, '/my/account/favorite')
  expect([page, robots, alternates]).toEqual(['favorite', 'noindex, follow', []])
  expect((await seeIn(shop, '/user/favorite')).status).not.toBe(200)
})

it('have pages of 24, each with one address', async () => {
  const { get, post } = browser()
  await post('/form/favorite/add', stool)
  await shop.database.db.pool.query(
    `with many as (
       insert into products (slug, options, hash, visible) select 'many-' || n, '[]', '', true from generate_series(1, 29) n returning id
     ), prices as (
       insert into product_prices (product_id, currency, amount_from, amount_to) select id, 'USD', 100, 100 from many
     ), cards as (
       insert into product_cards (product_id, card) select m.id, c.card from many m, product_cards c join products p on p.id = c.product_id where p.slug = 'lamp'
     )
     insert into favourites (list_id, product_id, added_at) select l.id, many.id, now() - interval '1 day' from many, favourite_lists l`,
  )
  const first = await get('/user/favorite')
  expect(first.body.match(/data-favourite=""/g)).toHaveLength(24)
  expect(first.body).toContain('href="/user/favorite?page=2"')
  const second = await get('/user/favorite?page=2')
  expect(second.body.match(/data-favourite=""/g)).toHaveLength(6)
  const beyond = await get('/user/favorite?page=9')
  expect([beyond.status, beyond.headers['location']]).toEqual([302, '/user/favorite?page=2'])
  await shop.database.db.pool.query(`delete from products where slug like 'many-%'`)
})

it('are no business of another site', async () => {
  const answer = await shop.post('/form/favorite/add', new URLSearchParams(stool), {
    'sec-fetch-site': 'cross-site',
  })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
})

it('change no byte of a public page', async () => {
  const { get, post } = browser()
  await post('/form/favorite/add', stool)
  await post('/form/favorite/add', { type: 'article', id: 'wood' })
  for (const path of ['/', '/product/stool', '/category/seats', '/article/wood', '/search']) {
    const [theirs, anyones] = [await get(path), await shop.get(path)]
    expect([path, theirs.status, theirs.headers['set-cookie']]).toEqual([path, 200, undefined])
    expect(theirs.body === anyones.body, path).toBe(true)
    expect(theirs.body, path).toMatch(/<button [^>]*class="heart/)
  }
})

it('have no hearts where the theme shows none', async () => {
  await shop.configure({ shop: settings, theme: { showFavorite: false } })
  for (const path of ['/', '/product/stool', '/category/seats', '/article/wood']) {
    const { body } = await shop.get(path)
    expect(body, path).not.toMatch(/class="heart|favorite\/add|header-favourites/)
  }
})

describe('a link to them', () => {
  async function shared() {
    const owner = browser()
    await owner.post('/form/favorite/add', stool)
    await owner.post('/form/favorite/add', { type: 'article', id: 'wood' })
    const made = await owner.post('/zh/form/favorite/share', {})
    return { owner, made, link: String(made.headers['location']) }
  }

  it('leads its owner to what others see, and to itself', async () => {
    const { owner, made, link } = await shared()
    expect(made.status).toBe(303)
    expect(link).toMatch(/^\/zh\/favorite\/shared\?list=[\w-]{43}$/)
    const own = await owner.get(link)
    expect(own.body).toContain(`https://shop.example${link}</code>`)
    expect(own.body).toContain('action="/zh/form/favorite/withdraw"')
  })

  it('shows others the products alone, and is no page for machines', async () => {
    const { link } = await shared()
    const other = await browser().get(link)
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(other.body).toContain('href="/zh/product/stool"')
    expect(other.body).toContain('<meta name="robots" content="noindex')
    expect(other.body).not.toContain('/zh/article/wood"')
    expect(other.body).not.toContain('favorite/withdraw')
    // The token is in the query: no path and no other language's address carries it.
    expect(other.body).not.toContain('hreflang="en" href')
  })

  it('leads nowhere when it is withdrawn', async () => {
    const { owner, link } = await shared()
    const withdrawn = await owner.post('/form/favorite/withdraw', {})
    expect(withdrawn.headers['location']).toBe('/user/favorite')
    expect((await owner.get('/user/favorite')).body).toContain('The link no longer leads anywhere.')
    for (const visitor of [owner, browser()]) expect((await visitor.get(link)).status).toBe(404)
  })
})

describe('a customer’s', () => {
  async function customer() {
    const { headers } = await browserOf(shop)
    const post = (path: string, fields: Record<string, string>) =>
      shop.post(path, new URLSearchParams(fields), headers)
    return { headers, post, get: (path: string) => shop.get(path, headers) }
  }

  it('stand within the account area, and a guest’s by themselves', async () => {
    const { get, post } = await customer()
    await post('/form/favorite/add', stool)
    const own = await get('/user/favorite')
    expect(own.body).toContain('<nav class="aside-menu"')
    expect(own.body).toMatch(/<a [^>]*href="\/user\/favorite"[^>]* aria-current="page"/)
    expect(own.body).toContain('Kept among your favourites.')
    expect(own.body).toContain('href="/product/stool"')
    expect((await browser().get('/user/favorite')).body).not.toContain('<nav class="aside-menu"')
  })

  it('say by how much a price fell and what is back, in each language', async () => {
    const { get, post } = await customer()
    const query = (text: string) => shop.database.db.pool.query(text)
    await query(`update products set in_stock = false where slug = 'stool'`)
    await post('/form/favorite/add', stool)
    await query(`update products set in_stock = true where slug = 'stool'`)
    // With the ten percent of a promotion that runs: from 43.65 to 36.00.
    await query(`update product_prices set amount_from = 4000`)
    for (const [path, fell, back] of [
      ['/user/favorite', 'Price fell by $7.65 since you saved it ($43.65 then)', 'Back in stock'],
      ['/zh/user/favorite', '收藏后降了 US$7.65（当时 US$43.65）', '已补货'],
      ['/zh-HK/user/favorite', '收藏後減了 US$7.65（當時 US$43.65）', '已補貨'],
    ] as const) {
      const { body } = await get(path)
      expect(body).toContain(fell)
      expect(body).toContain(back)
    }
    await query('update product_prices set amount_from = 4850')
  })

  it('are shared by a link, until it is withdrawn', async () => {
    const { get, post } = await customer()
    await post('/form/favorite/add', stool)
    const link = String((await post('/form/favorite/share', {})).headers['location'])
    expect((await get(link)).body).toContain('action="/form/favorite/withdraw"')
    const other = await customer()
    await other.post('/form/favorite/withdraw', {})
    const seen = await other.get(link)
    expect(seen.status).toBe(200)
    expect(seen.body).not.toContain('favorite/withdraw')
    expect((await post('/form/favorite/withdraw', {})).status).toBe(303)
    for (const visitor of [{ get }, other, browser()]) expect((await visitor.get(link)).status).toBe(404)
  })

  it('are listed by a call without a body, as the specification has it', async () => {
    const { headers, post } = await customer()
    await post('/form/favorite/add', stool)
    const answer = await shop.postBytes('/api/web/favorite/whishList', Buffer.alloc(0), headers)
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      200,
      { code: 0, data: { articles: [], products: ['stool'] } },
    ])
  })

  it('have no place in the menu where the theme shows none', async () => {
    await shop.configure({ shop: settings, theme: { showFavorite: false } })
    const { get } = await customer()
    const { body } = await get('/user/center')
    expect(body).toContain('href="/user/center"')
    expect(body).not.toContain('href="/user/favorite"')
  })
})
