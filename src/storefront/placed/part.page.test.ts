import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { fillShop, page } from '#transfer/content/for-tests.ts'
import { ownParts, partUrl, placedNames } from '#wire/placed-names.ts'
import { placedText, rightProps, shopCatalogue, shopContent } from '#test/placed/placed-parts.tsx'

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop(() => new Date('2026-11-21T12:00:00Z'))
  const all = page('all', { body: { en: placedText(placedNames) } })
  await fillShop(shop.database.db, shopCatalogue, { ...shopContent, pages: [...shopContent.pages, all] })
  await shop.catchUp()
})
afterAll(() => shop.close())

interface Visit {
  data: { html: string; data: { reason: string | null }; meta: Record<string, unknown> }
}

const at = (name: string, props: unknown, k = 'k-1', lang = ''): string =>
  partUrl(lang, name, typeof props === 'string' ? props : JSON.stringify(props), k)

async function visit(
  path: string,
): Promise<{ status: number; headers: Record<string, unknown> } & Visit['data']> {
  const { status, body, headers } = await shop.get(`${path}&request=route`)
  return { status, headers, ...(JSON.parse(body) as Visit).data }
}

/** Follows to the one way of writing the props. */
async function part(path: string): ReturnType<typeof visit> {
  const first = await visit(path)
  return typeof first.meta['redirect'] === 'string' ? visit(first.meta['redirect']) : first
}

describe('a part by itself', () => {
  it.each(placedNames.filter((name) => !(ownParts as readonly string[]).includes(name)))(
    '%s is answered like a page, with the stylesheets that it needs',
    async (name) => {
      const { status, html, meta } = await part(at(name, rightProps[name]))
      if (name === 'content' || name === 'slides') {
        expect(status).toBe(404)
        return
      }
      expect(status).toBe(200)
      // Nobody has written facts of the cup.
      expect(html === '').toBe(name === 'product-spec')
      expect(html).not.toContain(`k="k-1"`)
      expect(meta['styles']).toContain('base')
      expect(meta['tags']).toContainEqual(
        expect.objectContaining({ content: expect.stringContaining('noindex') as string }),
      )
    },
  )

  it('has its language, and one URL for each question', async () => {
    const first = await visit(at('product-list', { slugs: ['cup'], limit: 3 }, 'k-1', '/zh'))
    expect(first.meta['redirect']).toMatch(/^\/zh\/part\/product-list\?k=k-1&p=/)
    const { status, html, headers } = await visit(first.meta['redirect'] as string)
    expect(status).toBe(200)
    expect(html).toContain('/zh/product/cup')
    expect(headers['cache-control']).not.toContain('no-store')
    const again = await shop.get(`${first.meta['redirect'] as string}&request=route`, {
      'if-none-match': headers['etag'] as string,
    })
    expect(again.status).toBe(304)
  })

  it('follows what it shows', async () => {
    const path = at('product-list', { slugs: ['cup'] })
    expect((await part(path)).html).toContain('cup')
    await fillShop(shop.database.db, { ...shopCatalogue, products: [] }, {})
    await shop.database.db.pool.query("update products set visible = false where slug = 'cup'")
    const { announceChanges } = await import('#platform/server/db/queries-changes.ts')
    await shop.database.db.transact((tx) => announceChanges(tx, ['catalog', 'list'], true))
    await shop.catchUp()
    expect((await part(path)).html).not.toContain('/product/cup')
    await shop.database.db.pool.query("update products set visible = true where slug = 'cup'")
    await shop.database.db.transact((tx) => announceChanges(tx, ['catalog', 'list'], true))
    await shop.catchUp()
  })

  it.each([
    ['p is no JSON', 'product-list', '{', 422],
    ['limit: ', 'product-list', '{"limit":0}', 422],
    ['there is nothing of this name', 'product-price', '{"slug":"gone"}', 404],
  ])('says why there is none: %s', async (reason, name, props, wanted) => {
    const { status, data, html } = await part(at(name, props))
    expect(status).toBe(wanted)
    expect(data.reason).toContain(reason)
    expect(html).toBe('')
  })

  it('is no page that somebody could be sent to, with words of a stranger under the shop’s name', async () => {
    const { meta } = await visit(at('newsletter', { title: 'Your account is locked' }))
    const path = meta['redirect'] as string
    expect((await visit(path)).status).toBe(200)
    const document = await shop.get(path)
    expect(document.status).toBe(404)
    expect(document.body).not.toContain('Your account is locked')
  })

  it('leads to no other host', async () => {
    for (const href of [
      '/.//evil.example',
      '/..//evil.example/x',
      '/x/..//evil.example',
      '/%2e//evil.example',
    ]) {
      const { status, data } = await part(at('dropdown', { text: 'Go', links: [{ text: 'Go', href }] }))
      expect([href, status, data.reason]).toEqual([
        href,
        422,
        expect.stringContaining('is no path of this shop'),
      ])
    }
  })

  it('is nothing where there is no such part', async () => {
    const paths = [
      at('auth', {}),
      at('constructor', {}),
      at('nav', {}, '"><hx-evil>'),
      '/part/cart?k=k&p={}',
      '/part/own/nav?k=k&p={}',
      '/part/own/own?k=k&p={}',
      '/part?k=k',
    ]
    for (const path of paths) expect([path, (await shop.get(path)).status]).toEqual([path, 404])
  })
})

it('keeps what belongs to a visitor out of every cache', async () => {
  const { status, headers, meta } = await part(at('cart', {}))
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('private, no-store')
  expect(meta['private']).toBe(true)
  const hidden = await part(at('payment', { order: '1234567890' }))
  // One answer, and no error of the network: a visitor who has none of it did nothing wrong.
  expect([hidden.status, hidden.data.reason, hidden.html]).toEqual([200, '', ''])
  expect(hidden.headers['cache-control']).toBe('private, no-store')
})

it('shows all parts on one page, cached, with their stylesheets and nobody asked', async () => {
  const { status, body, headers } = await shop.get('/page/all')
  expect(status).toBe(200)
  expect(headers['cache-control']).not.toContain('no-store')
  for (const sheet of ['shop', 'product', 'area', 'home'])
    expect(body).toContain(`<link rel="stylesheet" data-styles="${sheet}"`)
  expect(body).not.toContain('Instead of nav-menu')
  expect((await shop.get('/page/about')).body).not.toContain('<link rel="stylesheet" data-styles="area"')
})

it('is a first segment that no route of a merchant may take', async () => {
  const taken = shop.configure({ router: { pageRule: '/part/:slug' } })
  await expect(taken).rejects.toThrow('part')
})
