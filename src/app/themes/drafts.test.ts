import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '#domain/time.ts'
import { linksTo, pruneLinks, removeLinks } from '#features/theming/queries/links.ts'
import { signLink } from '#platform/server/signing.ts'
import { openPublicShop, settings } from '#test/public-shop.ts'
import { draft, draftsOf, type Texts } from '#test/templated/drafts.ts'
import { openWholeShop, origin, type Answer, type WholeShop } from '#test/whole-shop.ts'
import { publishTheme } from './versions.ts'

/* A draft of the theme, as colleagues see it who have its link, in a shop of two nodes that others visit meanwhile. */

let shop: WholeShop
let second: WholeShop
let time = new Date()
beforeAll(async () => {
  shop = await openPublicShop()
  second = await openWholeShop(() => time, {}, shop)
})
afterAll(async () => {
  await second.close()
  await shop.close()
})
beforeEach(async () => {
  time = new Date()
  await shop.configure({ shop: settings })
  await second.catchUp()
})

const { store, keyOf, enter } = draftsOf(() => shop)

/** The page once a template has had its turn: on a machine that is busy it may be the usual page before. */
async function rendered(
  path: string,
  wanted: string,
  browser: Record<string, string>,
  node = shop,
): Promise<Answer> {
  let answer: Answer | null = null
  await expect
    .poll(async () => (answer = await node.get(path, browser)).body, { timeout: 20_000 })
    .toContain(wanted)
  return answer!
}

const hrefOf = ({ body }: Answer): string => /data-theme="[^"]+" href="([^"]+)"/.exec(body)![1]!
const fontsOf = ({ body }: Answer): string[] =>
  [...body.matchAll(/ as="font" type="font\/woff2" crossorigin href="([^"]+)"/g)].map(([, href]) => href!)

describe('a draft', () => {
  it('is seen by who has its link, wherever they go in the shop, on every node', async () => {
    const browser = await enter(await keyOf(await store(draft)))
    for (const node of [shop, second]) {
      const home = await node.get('/', browser)
      expect(home.status).toBe(200)
      expect(home.body).toContain('§draft home')
      expect(home.body).toContain('§draft link')
      expect(home.body).toContain('class="theme-draft"')
      expect(home.body).toContain('mine, version')
      const product = await rendered('/product/stool', '§draft Stool', browser, node)
      const visit = await rendered('/product/lamp?request=route', '§draft Lamp', browser, node)
      expect((JSON.parse(visit.body) as { data: { html: string } }).data.html).toContain('§draft Lamp')
      expect((await node.get('/zh/cart', browser)).body).toContain('class="theme-draft"')
      expect((await node.get('/nothing/here', browser)).body).toContain('class="theme-draft"')
      for (const { headers } of [home, product, visit, await node.get('/cart', browser)]) {
        expect(headers['cache-control']).toBe('private, no-store')
        expect(headers['x-robots-tag']).toBe('noindex')
      }
    }
  })

  it('has its stylesheet on a node that has rendered none of its pages, which is in no other’s place', async () => {
    const usual = hrefOf(await shop.get('/'))
    const browser = await enter(
      await keyOf(
        await store({
          ...draft,
          'theme.json': '{"theme": {"useDefTemplate": true, "primaryColor": "#4d2f5d"}}',
        }),
      ),
    )
    const href = hrefOf(await shop.get('/', browser))
    expect(href).not.toBe(usual)
    // Somebody who is no colleague, and whose node does not know it.
    const stranger = await second.get(href)
    expect(stranger.headers['cache-control']).toBe('no-cache')
    expect(stranger.body).toBe((await second.get(usual)).body)
    const css = await second.get(href, browser)
    expect(css.headers['cache-control']).toContain('immutable')
    expect(css.body).toContain('.theme-draft')
    expect((await second.get('/theme.000000000000.css')).body).not.toContain('.theme-draft')
  })

  it('has its own faces, whose files are on every node, and the shop keeps its own', async () => {
    const [file] = fontsOf(await shop.get('/'))
    const draftOfFaces = await store({
      ...draft,
      'theme.json': JSON.stringify({
        theme: {
          useDefTemplate: true,
          fontFamily: 'Linden Sans, sans-serif',
          faces: [{ family: 'Linden Sans', file: 'assets/linden.woff2' }],
        },
      }),
      'assets/linden.woff2': readFileSync('faces/figtree/latin-ext.woff2'),
    })
    const browser = await enter(await keyOf(draftOfFaces))
    const home = await shop.get('/', browser)
    const css = (await shop.get(hrefOf(home), browser)).body
    const own = /"Linden Sans";src:url\(([^)]+)\)/.exec(css)![1]!
    expect(fontsOf(home)).not.toContain(file)
    // Somebody who is no colleague, and whose node does not know it.
    expect((await second.get(own)).status).toBe(404)
    const { status, headers } = await second.get(own, browser)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'font/woff2' })
    expect(fontsOf(await shop.get('/'))).toContain(file)
    expect((await shop.get(file!)).status).toBe(200)
  })

  it('shows a refused form within itself', async () => {
    const browser = await enter(await keyOf(await store(draft)))
    const sent = new URLSearchParams({ article: 'wood', content: 'Not lost', parent: '' })
    const headers = { ...browser, 'sec-fetch-site': 'same-origin' }
    const refused = await shop.post('/form/comment/add', sent, headers)
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('Not lost</textarea>')
    expect(refused.body).toContain('§draft link')
    expect(refused.headers['cache-control']).toBe('private, no-store')
  })

  it('is seen by nobody else, however often it is looked at meanwhile', async () => {
    const paths = ['/', '/product/stool', '/category/seats', '/article', '/zh', '/search']
    const rounds = process.env['VIOLET_PROVE'] === 'whole' ? 8 : 2
    const browser = await enter(await keyOf(await store(draft)))
    const seen: string[] = []
    async function look(node: WholeShop, path: string): Promise<void> {
      const [ofDraft, ofShop] = await Promise.all([node.get(path, browser), node.get(path)])
      if (ofDraft.status !== 200 || !ofDraft.body.includes('class="theme-draft"'))
        seen.push(`${path} is no draft`)
      if (
        /§draft|theme-draft/.test(ofShop.body) ||
        !String(ofShop.headers['cache-control']).startsWith('public')
      )
        seen.push(`${path} ${String(ofShop.headers['cache-control'])}`)
    }
    for (let round = 0; round < rounds; round += 1) {
      // Everything is rendered anew: what a draft had left in a cache would be found.
      await shop.configure({ shop: { ...settings, name: `Oak & Sons ${round}` } })
      await second.catchUp()
      // Both are asked for at the same time, and once more when the shop's own are cached.
      for (let visit = 0; visit < 2; visit += 1)
        for (const path of paths) await Promise.all([look(shop, path), look(second, path)])
    }
    expect(seen).toEqual([])
  })

  it('is what is shown after it was published, too, without a banner for others', async () => {
    const version = await store(draft)
    const browser = await enter(await keyOf(version))
    await publishTheme(shop.database.db, version, new Date())
    await shop.catchUp()
    expect((await shop.get('/')).body).toContain('§draft home')
    expect((await shop.get('/')).body).not.toContain('theme-draft"')
    expect((await shop.get('/', browser)).body).toContain('class="theme-draft"')
  })
})

describe('the link to a draft', () => {
  it('ends after its days', async () => {
    const key = await keyOf(await store(draft))
    const browser = await enter(key, second)
    time = new Date(Date.now() + 6.9 * day)
    expect((await second.get('/', browser)).body).toContain('§draft home')
    time = new Date(Date.now() + 7.1 * day)
    expect((await second.get('/', browser)).body).not.toContain('§draft')
    expect((await second.get(`/theme.draft?key=${key}`)).status).toBe(404)
    await pruneLinks(shop.database.db, time)
    expect(await linksTo(shop.database.db, null, new Date())).toEqual([])
  })

  it('can be taken back, from who has opened it already as well', async () => {
    const version = await store(draft)
    const key = await keyOf(version)
    const browser = await enter(key)
    expect(await shop.database.db.transact((tx) => removeLinks(tx, version))).toBeGreaterThan(0)
    for (const node of [shop, second]) {
      const { body, headers } = await node.get('/', browser)
      expect(body).not.toContain('§draft')
      expect(headers['cache-control']).toMatch(/^public/)
    }
    expect((await shop.get(`/theme.draft?key=${key}`)).status).toBe(404)
  })

  it('is signed for a draft: another key, another purpose and no key at all show nothing', async () => {
    const version = await store(draft)
    const key = await keyOf(version)
    const [link] = await linksTo(shop.database.db, version, new Date())
    const other = await signLink(shop.database.db, 'order.open', link!.id, link!.expiresAt)
    const forged = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    for (const given of [other, forged, '', 'x', `${key}x`, key.replace(/^[^.]+/, 'zzzz')]) {
      expect((await shop.get(`/theme.draft?key=${given}`)).status, given).toBe(404)
      const { body } = await shop.get('/', { cookie: `__Host-violet_draft=${given}` })
      expect(body, given).not.toContain('§draft')
    }
    expect((await shop.get('/theme.draft')).status).toBe(404)
  })

  it('is left by a form of the shop’s own, back to the page', async () => {
    const browser = await enter(await keyOf(await store(draft)))
    const next = new URLSearchParams({ next: '/product/stool' })
    const foreign = await shop.post('/form/theme/draft/end', next, {
      ...browser,
      origin: 'https://evil.example',
    })
    expect(foreign.status).toBe(403)
    expect(foreign.headers['set-cookie']).toBeUndefined()
    const left = await shop.post('/form/theme/draft/end', next, { ...browser, origin })
    expect([left.status, left.headers['location']]).toEqual([303, '/product/stool'])
    expect(String(left.headers['set-cookie'])).toMatch(/^__Host-violet_draft=; .*Expires=Thu, 01 Jan 1970/)
    expect((await shop.get('/zh/cart', browser)).body).toContain('action="/zh/form/theme/draft/end"')
  })
})

it('a draft has its own styles, and the defaults that its schemas say', async () => {
  const version = await store({
    'templates/home.json': JSON.stringify({ sections: { a: { type: 'note' } }, order: ['a'] }),
    'sections/note.liquid': `<p class="my-note">{{ section.settings.words }}</p>
{% schema %}
{ "settings": [{ "type": "text", "id": "words", "label": "Words", "default": "§draft words" }] }
{% endschema %}`,
    'styles.css': '.my-note { padding-inline-start: 3em }',
  })
  const browser = await enter(await keyOf(version))
  const { body } = await rendered('/', '<p class="my-note">§draft words</p>', browser)
  const css = await shop.get(/\/theme\.\w+\.css/.exec(body)![0], browser)
  expect(css.body).toContain('.my-note{padding-inline-start:3em}')
  const shopper = await shop.get(/\/theme\.\w+\.css/.exec((await shop.get('/')).body)![0])
  expect(shopper.body).not.toContain('my-note')
})

describe('what a draft lacks', () => {
  const broken: Texts = {
    'theme.json': '{"theme": {"useDefTemplate": false}}',
    'templates/home.liquid': '<p>mine</p>\n{% if shop.name contains "Oak" %}</div>{% endif %}',
    'templates/page.json': JSON.stringify({
      sections: { x: { type: 'x' }, main: { type: 'main' } },
      order: ['x', 'main'],
    }),
    'sections/x.liquid': '\n\n{% price shop %}<b>x</b>',
  }

  it('is named to the viewer by file and line, and shoppers have the page as it is', async () => {
    const version = await store(broken)
    const browser = await enter(await keyOf(version))
    const home = await rendered(
      '/',
      '<code>templates/home.liquid:2</code> &lt;/div&gt; closes nothing',
      browser,
    )
    expect(home.status).toBe(200)
    expect(home.body).toContain('home-hero')
    const price = '<code>sections/x.liquid:3</code> price: it was given nothing that has a price'
    await rendered('/page/terms', price, browser)
    const search = await shop.get('/search', browser)
    expect(search.status).toBe(404)
    expect(search.body).toContain(
      '<code>templates/search.json</code> there is none, nor templates/search.liquid',
    )
    await publishTheme(shop.database.db, version, new Date())
    await shop.catchUp()
    const shopper = await shop.get('/')
    expect([shopper.status, shopper.body.includes('home-hero')]).toEqual([200, true])
    for (const path of ['/', '/page/terms', '/search'])
      expect((await shop.get(path)).body, path).not.toContain('<code>')
  })
})

it('has its own icon, in its own pages alone', async () => {
  const drawing = '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
  const own = { 'assets/mark.svg': drawing, 'frame.json': '{"icon": "assets/mark.svg"}' }
  const seen = async (browser?: Record<string, string>): Promise<{ href: string; answers: Answer[] }> => {
    const href = /<link rel="icon" href="([^"]+)"/.exec((await shop.get('/', browser)).body)![1]!
    // The other node may be asked for what one's page names.
    const answers = [await second.get(href, browser), await shop.get('/favicon.svg', browser)]
    return { href, answers }
  }
  const others = await seen()
  const mine = await seen(await enter(await keyOf(await store(own))))
  expect(mine.href).not.toBe(others.href)
  const cached = ['public, max-age=31536000, immutable', 'private, no-store']
  expect(mine.answers.map(({ body, headers }) => [body, headers['cache-control']])).toEqual(
    cached.map((header) => [drawing, header]),
  )
  // Without an icon it has the initial, in its own colour.
  const initial = await seen(await enter(await keyOf(await store(draft))))
  expect(initial.answers.map(({ body }) => /fill="(#\w+)"/.exec(body)![1])).toEqual(['#2f5d50', '#2f5d50'])
  const after = await seen()
  expect(after).toMatchObject({ href: others.href, answers: others.answers.map(({ body }) => ({ body })) })
  expect(after.answers[0]!.body).toMatch(/>O<\/text>/)
})
