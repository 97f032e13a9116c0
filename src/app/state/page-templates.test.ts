import { afterAll, beforeAll, expect, it } from 'vitest'
import { mainOf } from '#test/templated/main-of.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { statementsOf } from '#test/database-asked/statements.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { checkConfiguration } from '../configure.ts'
import home from '../../../themes/violet/templates/home.json' with { type: 'json' }

/*
 * Templates of a theme, in a shop that runs: what is placed is shown, in its order, and what is not there falls back as
 * the theme says.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

const main = { type: 'main' }
const words = (en: string): object => ({ type: 'rich-text', settings: { html: { en } } })

async function textOf(path: string): Promise<{ status: number; html: string }> {
  const answer = await shop.get(path)
  return { status: answer.status, html: answer.body }
}
it('is the home page as the program has it, where the theme has its file', async () => {
  await shop.configure({ templates: {} })
  const usual = await textOf('/')
  await shop.configure({ theme: { useDefTemplate: true }, templates: { home } })
  expect(mainOf((await textOf('/')).html)).toBe(mainOf(usual.html))
  expect(mainOf(usual.html)).toContain('home-hero')
})

it('shows the sections in the order of the template, and none that is disabled or not named', async () => {
  const { hero, newsletter, categories, statement } = home.sections
  await shop.configure({
    theme: { useDefTemplate: true },
    templates: {
      home: {
        layout: { hideFooter: true, title: { en: 'Calm' } },
        sections: {
          newsletter,
          mine: words('<p>First of all</p><script>alert(1)</script>'),
          hero,
          categories: { ...categories, disabled: true },
          statement,
        },
        order: ['mine', 'newsletter', 'hero', 'categories'],
      },
    },
  })
  const { html } = await textOf('/')
  const at = ['First of all', 'name="email"', 'home-hero-title'].map((part) => mainOf(html).indexOf(part))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
  expect(html).not.toContain('alert(1)')
  expect(mainOf(html)).not.toContain('home-categories')
  expect(html).toContain('data-hide-footer')
  expect(html).toMatch(/<title>Calm – /)
})

it('puts sections around the page itself, for one entry or for all of a type', async () => {
  const around = (text: string): object => ({
    sections: { top: words(`<p>${text}</p>`), main },
    order: ['top', 'main'],
  })
  await shop.configure({
    theme: { useDefTemplate: true },
    templates: { page: around('Of all pages'), 'custom.landing': around('Nothing but this') },
  })
  const placed = await textOf('/app/landing')
  expect(placed.status).toBe(200)
  expect(mainOf(placed.html)).toContain('Nothing but this')
  expect(placed.html).not.toContain('noindex')
  // One without a template is as it was.
  expect((await textOf('/app/elsewhere')).status).toBe(404)
  expect((await textOf('/category/nothing')).status).toBe(404)
})

it('places the named parts in the words of a section, and what is no part of the shop stays words', async () => {
  const html =
    '<p>Look:</p><x-island c="product-list" p=\'{"limit":2}\'>none</x-island><x-island c="script" p="{}">kept</x-island><p onclick="alert(2)">after</p>'
  await shop.configure({
    theme: { useDefTemplate: true },
    templates: { 'custom.parts': { sections: { top: words(html) }, order: ['top'] } },
  })
  const main = mainOf((await textOf('/app/parts')).html)
  expect(main).toContain('c="product-list"')
  expect(main).toContain('/product/')
  expect(main).toContain('kept')
  expect(main).not.toContain('c="script"')
  expect(main).not.toContain('alert(2)')
})

it('leaves a part that is fetched by itself as it is', async () => {
  await shop.configure({
    theme: { useDefTemplate: true },
    templates: { custom: { sections: { top: words('<p>Around</p>'), main }, order: ['top', 'main'] } },
  })
  expect(mainOf((await textOf('/app/anything')).html)).toContain('Around')
  const asked = await shop.get(`/part/nav?k=k-1&p=${encodeURIComponent('{}')}&request=route`)
  const { redirect } = (JSON.parse(asked.body) as { data: { meta: { redirect: string } } }).data.meta
  const part = await shop.get(`${redirect}&request=route`)
  const { html } = (JSON.parse(part.body) as { data: { html: string } }).data
  expect([part.status, html]).toEqual([200, expect.not.stringContaining('Around')])
  expect(html).toContain('<nav')
})

it('falls back as the theme says', async () => {
  const only = { home }
  await shop.configure({ theme: { useDefTemplate: false }, templates: only })
  for (const path of ['/search', '/cart', '/inquiry']) {
    const { status, html } = await textOf(path)
    expect([path, status]).toEqual([path, 404])
    expect(mainOf(html)).toContain('Template does not exist')
  }
  expect((await textOf('/')).status).toBe(200)
  await shop.configure({ theme: { useDefTemplate: true }, templates: only })
  for (const path of ['/search', '/cart']) expect((await textOf(path)).status).toBe(200)
  expect(mainOf((await textOf('/app/none')).html)).toContain(
    'The system default template does not exist, please restore the default template or customize the template',
  )
  // A theme of colours alone has no templates, and every page as the program has it.
  await shop.configure({ theme: { useDefTemplate: false }, templates: {} })
  expect((await textOf('/search')).status).toBe(200)
  expect(mainOf((await textOf('/app/none')).html)).toContain('Template does not exist')
})

it('leads from the former name of an entry to its new one, whether or not there is a template', async () => {
  await shop.configure({ theme: { useDefTemplate: false }, templates: { home } })
  const { pool } = shop.database.db
  const { rows } = await pool.query<{ slug: string }>('select slug from products order by id limit 1')
  const { slug } = rows[0]!
  await pool.query(`update products set slug = 'renamed' where slug = $1`, [slug])
  const { status, headers } = await shop.get(`/product/${slug}`)
  expect([status, headers['location']]).toEqual([301, '/product/renamed'])
  await pool.query(`update products set slug = $1 where slug = 'renamed'`, [slug])
})

it('is refused with the place of what is wrong', () => {
  const refused = (templates: object): string => {
    const checked = checkConfiguration({ templates })
    if (checked.ok) throw new Error('nothing was refused')
    return checked.problem.map(({ path, reason }) => `${path}: ${reason}`).join('\n')
  }
  const one = { sections: { main }, order: ['main'] }
  const long = { type: 'rich-text', settings: { html: { en: 'x'.repeat(20_000) } } }
  const heavy = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`s${n}`, long]))
  expect(refused({ home: { sections: heavy, order: ['s0'] } })).toContain('at most 524288')
  expect(refused({ nowhere: one })).toContain('there are templates for home, category')
  expect(refused({ home: { ...one, order: ['main', 'hero'] } })).toContain('there is no section hero')
  expect(refused({ home: { ...one, order: ['main', 'main'] } })).toContain('main stands here twice')
  expect(refused({ home: { sections: { x: { type: 'No file' } }, order: ['x'] } })).toContain(
    'templates.home.sections.x.type: there is no section',
  )
  expect(
    refused({ home: { sections: { x: { type: 'mine', settings: { 'a b': 1 } } }, order: ['x'] } }),
  ).toContain('templates.home.sections.x.settings')
  expect(
    refused({ home: { sections: { x: { type: 'spacer', settings: { size: 'huge' } } }, order: ['x'] } }),
  ).toContain('templates.home.sections.x.settings.size')
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`s${n}`, main]))
  expect(refused({ home: { sections: many, order: Object.keys(many) } })).toContain('templates.home.order')
})

it('asks the database for what is placed on the home page, and for nothing else', async () => {
  const asked = async (sections: object, order: string[]): Promise<string> => {
    await shop.configure({ theme: { useDefTemplate: true }, templates: { home: { sections, order } } })
    // What the frame reads is kept for all pages: the first of them asks for it.
    await shop.get('/page/terms')
    return (await statementsOf(() => shop.get('/'))).join('\n')
  }
  const { said, articles, offer, newsletter } = home.sections
  const all = await asked({ said, articles, offer, newsletter }, ['said', 'articles', 'offer', 'newsletter'])
  const few = await asked({ newsletter }, ['newsletter'])
  for (const table of ['reviews', 'article_texts', 'promotion_texts']) {
    const reads = (statements: string): number =>
      [...statements.matchAll(new RegExp(`\\b(?:from|join) ${table}\\b`, 'g'))].length
    // What stands around the page asks for articles, too, after the configuration has changed.
    expect(reads(few), table).toBeLessThan(reads(all))
  }
})
