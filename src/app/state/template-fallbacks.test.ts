import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPublicShop, settings } from '#test/public-shop.ts'
import { browserOf } from '#test/signed-in-shop.ts'
import type { Answer, WholeShop } from '#test/whole-shop.ts'
import { templatePages } from '#wire/template-pages.ts'
import { storeTheme } from '../themes/versions.ts'

/*
 * Every page that a theme can have a template for: with one, without one in a theme that asks for the program's, and
 * without one in a theme that does not.
 */

type Page = (typeof templatePages)[number]

/** An address of each, and what it answers without a theme: a visitor without an order is led away or told so. */
const addresses: Record<Page, [path: string, status: number]> = {
  home: ['/', 200],
  category: ['/category/seats', 200],
  product: ['/product/stool', 200],
  cart: ['/cart', 200],
  search: ['/search', 200],
  tag: ['/tag/oak', 200],
  collection: ['/collection/slow', 200],
  article: ['/article/wood', 200],
  'article-list': ['/article', 200],
  page: ['/page/terms', 200],
  promotion: ['/promotion/spring', 200],
  'promotion-list': ['/promotion', 200],
  coupon: ['/coupon/welcome', 200],
  'coupon-list': ['/coupon', 200],
  custom: ['/app/terms', 200],
  inquiry: ['/inquiry/feedback', 200],
  favorite: ['/user/favorite', 200],
  'checkout-detail': ['/checkout/none', 404],
  'checkout-thankyou': ['/checkout/thankyou', 303],
  auth: ['/auth/forget', 200],
  user: ['/user/info', 200],
  order: ['/order/none', 303],
  return: ['/return/none', 303],
}
const rows = Object.entries(addresses).map(([page, [path, status]]) => ({ page, path, status }))

let shop: WholeShop
let cookie: string
const usual = new Map<string, string>()
beforeAll(async () => {
  shop = await openPublicShop()
  ;({ cookie } = await browserOf(shop))
  for (const { page, path } of rows) usual.set(page, shownIn(await get(path)))
})
afterAll(() => shop.close())

/** Who is signed in is sent away from the forms for it. */
const get = (path: string): Promise<Answer> => shop.get(path, path.startsWith('/auth/') ? {} : { cookie })

/** Without what is made anew for each answer; of one that leads elsewhere, where. */
function shownIn({ body, headers }: Answer): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? `to ${String(headers['location'])}`
  return main.replaceAll(/(name="question" value=")[^"]+/g, '$1')
}

const isShown = /<body data-page="([^"]+)"/
const text = (en: string): object => ({ type: 'rich-text', settings: { html: { en } } })
const around = { sections: { top: text('<p>§ around</p>'), main: { type: 'main' } }, order: ['top', 'main'] }

function use(useDefTemplate: boolean, templates: object): Promise<void> {
  return shop.configure({ shop: settings, theme: { useDefTemplate }, templates })
}

it.each(rows)('without a theme $path is the page $page', async ({ page, path, status }) => {
  const answer = await get(path)
  expect(answer.status).toBe(status)
  if (status === 200) expect(isShown.exec(answer.body)![1]).toBe(page)
})

describe('a theme with a template for every page', () => {
  beforeAll(() => use(false, Object.fromEntries(templatePages.map((page) => [page, around]))))

  it.each(rows)('shows $page within it, and answers as before', async ({ page, path, status }) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    const shown = shownIn(answer)
    // Where there is nothing to show, there is nothing to stand around.
    if (status === 303) expect(shown).toBe(usual.get(page))
    else {
      expect(shown).toContain('§ around')
      expect(shown.endsWith(usual.get(page)!)).toBe(true)
    }
  })
})

describe('a theme that writes every page whole', () => {
  beforeAll(async () => {
    const pages = templatePages.map(
      (page) => [`templates/${page}.liquid`, '<p>§ {{ request.page }}</p>{% main %}'] as const,
    )
    const files = new Map(
      [['theme.json', '{ "theme": { "useDefTemplate": false } }'] as const, ...pages].map(
        ([path, content]) => [path, Buffer.from(content)] as const,
      ),
    )
    const media = (): never => {
      throw new Error('it has no pictures')
    }
    const stored = await storeTheme(shop.database.db, files, {
      name: 'whole',
      now: new Date(),
      media,
      isDraft: false,
    })
    expect(stored).toMatchObject({ ok: true })
    await shop.catchUp()
  })

  it.each(rows)('shows $page within its text, and answers as before', async ({ page, path, status }) => {
    let shown = ''
    await expect
      .poll(
        async () => {
          const answer = await get(path)
          expect(answer.status).toBe(status)
          shown = shownIn(answer)
          // The first of them waits for a thread, and is its View until there is one.
          return status === 303 || shown.includes('§')
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(shown).toBe(status === 303 ? usual.get(page) : `<p>§ ${page}</p>${usual.get(page)}`)
  })
})

const ofNoPage = { 'page.of-nothing': around }

describe('a theme without a template for a page, with useDefTemplate', () => {
  beforeAll(() => use(true, ofNoPage))

  it.each(rows)('shows $page as the program has it', async ({ page, path, status }) => {
    const answer = await get(path)
    expect([answer.status, shownIn(answer)]).toEqual([status, usual.get(page)])
  })

  it.each([
    ['', 'The system default template does not exist, please restore the default template or customize'],
    ['/zh', '系统默认模板不存在，请恢复默认模板或自定义模板'],
    ['/zh-HK', '系統預設範本不存在，請還原預設範本或自訂範本'],
  ])('says at %s/app that the default is missing, too, where the program has none', async (prefix, said) => {
    const answer = await get(`${prefix}/app/none`)
    expect(answer.status).toBe(404)
    expect(shownIn(answer)).toContain(said)
  })
})

describe('a theme without a template for a page, without useDefTemplate', () => {
  beforeAll(() => use(false, ofNoPage))

  it.each(rows.filter(({ page }) => page !== 'custom'))(
    'says so in place of $page, to anybody',
    async ({ page, path }) => {
      for (const answer of [await get(path), await shop.get(path)]) {
        expect([answer.status, isShown.exec(answer.body)![1]]).toEqual([404, 'custom'])
        expect(shownIn(answer)).toContain('<h1>Template does not exist</h1>')
        expect(shownIn(answer)).not.toContain(usual.get(page))
        expect(answer.body).toMatch(/<meta name="robots" content="noindex[^"]*">/)
        // A template that is there again is seen at once.
        expect(answer.headers['cache-control']).toMatch(/no-store|max-age=0, must-revalidate/)
      }
    },
  )

  it.each([
    ['/zh', '模板不存在'],
    ['/zh-HK', '範本不存在'],
  ])('says so in the language of %s', async (prefix, said) => {
    for (const path of ['/search', '/app/none'])
      expect(shownIn(await get(`${prefix}${path}`))).toContain(`<h1>${said}</h1>`)
  })

  // A link of a mail, an order looked up and what the law asks for are no matter of looks.
  it.each([
    ['consent', '/consent', 200],
    ['order-lookup', '/order', 200],
    ['compare', '/compare', 200],
    ['newsletter', '/newsletter/confirm', 410],
    ['recent', '/recent', 200],
    ['custom', '/app/terms', 200],
    ['not-found', '/nothing/at/all', 404],
  ])('leaves %s at %s, which no template makes', async (page, path, status) => {
    const answer = await get(path)
    expect([answer.status, isShown.exec(answer.body)?.[1]]).toEqual([status, page])
    expect(shownIn(answer)).not.toContain('Template does not exist')
  })
})

it('has the template of an entry for that alone, at all addresses of it', async () => {
  await use(false, { 'product.stool': around, 'category.seats': around, 'custom.terms': around })
  for (const path of ['/product/stool', '/category/seats', '/seats', '/app/terms', '/zh/product/stool'])
    expect([path, (await get(path)).status]).toEqual([path, 200])
  expect(shownIn(await get('/seats'))).toContain('§ around')
  for (const path of ['/product/lamp', '/category/rooms', '/page/terms'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})
