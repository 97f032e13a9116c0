import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { photograph } from '#features/media/test-pictures.ts'
import { openPublicShop } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { checkConfiguration } from '../configure.ts'
import { storeTheme } from './versions.ts'

/* The sections that a merchant's template places, with what he gives them and with what is not there. */

let shop: WholeShop
let picture: Buffer
beforeAll(async () => {
  shop = await openPublicShop()
  picture = await photograph(640, 480)
})
afterAll(() => shop.close())

const now = new Date()
const studio = { file: 'assets/studio.png', alt: { en: 'Our studio', zh: '工作室' } }

/** What stands in the main part of a page whose template has one section. */
async function shown(section: object, path = '/app/landing'): Promise<string> {
  const template = { sections: { one: section }, order: ['one'] }
  const done = await storeTheme(
    shop.database.db,
    new Map([
      ['theme.json', Buffer.from('{ "theme": { "useDefTemplate": true } }')],
      ['templates/custom.landing.json', Buffer.from(JSON.stringify(template))],
      ['assets/studio.png', picture],
    ]),
    { name: 'sections', now, media: () => openMedia(`${shop.folder}/media`), isDraft: false },
  )
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
  await shop.catchUp()
  const { body } = await shop.get(path)
  return /<main[^>]*>(.*)<\/main>/s.exec(body)![1]!
}

describe('a picture of the theme', () => {
  it('stands beside words, in every width, with words for who does not see it', async () => {
    const story = {
      type: 'story',
      settings: {
        picture: studio,
        side: 'end',
        title: { en: 'By hand', zh: '手工' },
        html: { en: '<p>Slowly</p><script>alert(1)</script>' },
        link: { href: '/article', text: { en: 'Read on' } },
      },
    }
    const html = await shown(story)
    expect(html).toContain('class="section-story section-story-pictured section-story-end"')
    expect(html).toMatch(/<source type="image\/avif" srcSet="\/media\/[0-9a-f]{16}\/320\.avif 320w/i)
    expect(html).toMatch(/<img [^>]*width="640" height="480" alt="Our studio"/)
    expect(html).toMatch(/<a[^>]* href="\/article"[^>]*>.*Read on/)
    expect(html).toContain('<p>Slowly</p>')
    expect(html).not.toContain('alert(1)')
    const chinese = await shown(story, '/zh/app/landing')
    expect(chinese).toContain('<h2>手工</h2>')
    expect(chinese).toContain('alt="工作室"')
    expect(chinese).toContain('href="/zh/article"')
  })

  it('is fetched ahead where it is the first thing, and named by the opening block', async () => {
    const hero = {
      type: 'hero',
      settings: {
        picture: studio,
        title: { en: 'Made slowly' },
        link: { href: '/search', text: { en: 'Look' } },
      },
    }
    const html = await shown(hero)
    const key = /\/media\/([0-9a-f]{16})\//.exec(html)![1]!
    expect(html).toContain('Made slowly')
    expect(html).toMatch(/<a[^>]* href="\/search"[^>]*>.*Look/)
    expect(html).not.toContain('href="/collection/')
    const { body } = await shop.get('/app/landing')
    expect(/<link rel="preload" as="image"[^>]*>/.exec(body)?.[0]).toContain(key)
  })

  it('is in a row of logos and in a masonry, as a link only where it has a name', async () => {
    const unnamed = { file: studio.file }
    const logos = await shown({
      type: 'logos',
      settings: {
        entries: [
          { picture: studio, href: 'https://maker.example/' },
          { picture: unnamed, href: '/' },
        ],
      },
    })
    expect(logos.match(/<a /g)).toHaveLength(1)
    expect(logos).toContain('href="https://maker.example/"')
    const masonry = await shown({
      type: 'masonry',
      settings: {
        entries: [{ picture: studio, title: { en: 'Clay' }, text: { en: 'Dug here' }, href: '/tag/oak' }],
      },
    })
    expect(masonry).toMatch(/<ul class="masonry"><li><article class="card">/)
    expect(masonry).toMatch(/<a class="card-link" href="\/tag\/oak">Clay<\/a>/)
    // The title says it once.
    expect(masonry).toContain('alt=""')
  })

  it('that is not there leaves the words', async () => {
    await shop.configure({
      theme: { useDefTemplate: true },
      templates: {
        'custom.landing': {
          sections: {
            a: {
              type: 'story',
              settings: { picture: { file: 'assets/gone.png' }, title: { en: 'Still here' } },
            },
            b: { type: 'logos', settings: { entries: [{ picture: { file: 'assets/gone.png' } }] } },
          },
          order: ['a', 'b'],
        },
      },
    })
    const { body } = await shop.get('/app/landing')
    expect(body).toContain('<h2>Still here</h2>')
    expect(body).not.toContain('section-logos')
  })
})

describe('the opening block', () => {
  it('has a shape of its own where its template says so, and its rules come with it', async () => {
    const title = { en: 'Made slowly' }
    const cssOf = async (): Promise<string> => {
      const { body } = await shop.get('/app/landing')
      return (await shop.get(/\/theme\.\w+\.css/.exec(body)![0])).body
    }
    expect(await shown({ type: 'hero', settings: { title, shape: 'panel' } })).toMatch(
      /<section class="home-hero[^"]*" data-shape="panel">/,
    )
    expect(await cssOf()).toContain('.home-hero:where([data-shape=panel]){')
    // That of the theme needs no mark, and shops without one have no byte more.
    expect(await shown({ type: 'hero', settings: { title, shape: 'split' } })).not.toContain('data-shape')
    expect(await cssOf()).not.toContain('data-shape')
  })
})

describe('a film', () => {
  it('is not fetched before somebody starts it, and says what it shows', async () => {
    const html = await shown({
      type: 'video',
      settings: {
        film: 'kiln/firing.webm',
        poster: studio,
        title: { en: 'The kiln' },
        captions: [{ lang: 'en', file: 'kiln/firing.en.vtt' }],
      },
    })
    expect(html).toMatch(
      /<video controls="" preload="none" playsInline="" poster="\/media\/[0-9a-f]{16}\/1080\.jpg" aria-label="The kiln">/i,
    )
    expect(html).toContain('<source src="/media/films/kiln/firing.webm" type="video/webm"/>')
    expect(html).toMatch(/<track kind="captions" src="\/media\/films\/kiln\/firing\.en\.vtt"[^>]* default=""/)
    expect(html).not.toContain('autoplay')
  })
})

describe('products', () => {
  it.each([
    ['collection', { from: 'collection', slug: 'slow' }, 'Slow', '/collection/slow'],
    ['category', { from: 'category', slug: 'rooms' }, 'Rooms', '/category/rooms'],
    ['tag', { from: 'tag', slug: 'oak' }, 'Oak', '/tag/oak'],
  ])('of a %s are under its name, and lead to it', async (_, settings, title, href) => {
    const html = await shown({ type: 'products', settings: { ...settings, limit: 2 } })
    expect(html).toContain(`<h2>${title}</h2>`)
    expect(html).toContain(`href="${href}"`)
    expect(html.match(/<li data-key=/g)).toHaveLength(2)
  })

  it('that are named stand in the order of their names, one by one', async () => {
    const html = await shown({
      type: 'product-slides',
      settings: { from: 'named', slugs: ['lamp', 'stool', 'gone'], title: { en: 'Ours' }, every: 6_000 },
    })
    expect(html).toMatch(/<x-island c="slides" on="visible" k="one-slides"/)
    expect(html.match(/class="slide"/g)).toHaveLength(2)
    expect(html.indexOf('/product/lamp')).toBeLessThan(html.indexOf('/product/stool'))
    expect(html).toContain('Ours')
  })

  it('of a collection that is not there are no section at all', async () => {
    const html = await shown({ type: 'products', settings: { from: 'collection', slug: 'gone' } })
    expect(html).not.toContain('home-section')
  })
})

describe('what the shop has', () => {
  it('is chosen by a template: categories, collections and articles, in its order and under its title', async () => {
    const chosen = await shown({
      type: 'categories',
      settings: { title: { en: 'By room', zh: '按房间' }, slugs: ['seats', 'gone', 'halls'] },
    })
    expect(chosen).toContain('<h2>By room</h2>')
    expect([...chosen.matchAll(/href="\/category\/(\w+)"/g)].map(([, slug]) => slug)).toEqual([
      'seats',
      'halls',
    ])
    const usual = await shown({ type: 'categories' })
    expect([...usual.matchAll(/href="\/category\/(\w+)"/g)].map(([, slug]) => slug)).toEqual([
      'rooms',
      'halls',
    ])
    expect(usual).not.toContain('<h2>')

    const three = await shown({ type: 'collections', settings: { slugs: ['fast', 'slow', 'fast'] } })
    expect(three.match(/class="home-pair(?: home-pair-turned)?"/g)).toEqual([
      'class="home-pair"',
      'class="home-pair home-pair-turned"',
    ])
    expect([...three.matchAll(/href="\/collection\/(\w+)"/g)].map(([, slug]) => slug)).toEqual([
      'fast',
      'slow',
      'fast',
    ])

    const none = await shown({ type: 'articles', settings: { tag: 'gone' } })
    expect(none).not.toContain('home-section')
    const articles = await shown({ type: 'articles', settings: { title: { en: 'Read' }, limit: 1 } })
    expect(articles).toContain('<h2>Read</h2>')
    expect(articles.match(/<article/g)).toHaveLength(1)
  })

  it('is said in words of the template where it has some', async () => {
    const letters = await shown({
      type: 'newsletter',
      settings: { title: { en: 'Four letters a year' }, text: { en: 'No more.' } },
    })
    expect(letters).toMatch(/<h2 id="newsletter">Four letters a year<\/h2><p>No more\.<\/p>/)
    expect(letters).toContain('name="email"')
    const said = await shown({
      type: 'statement',
      settings: {
        html: { en: '<p>Made <em>twice</em>.</p><script>alert(1)</script><x-island c="cart"></x-island>' },
      },
    })
    expect(said).toMatch(/<div class="home-statement">.*<p>Made <em>twice<\/em>\.<\/p>/)
    expect(said).not.toMatch(/alert|x-island/)
  })
})

describe('what holds for a while', () => {
  it('is a coupon while it runs, with its code', async () => {
    await shop.database.db.pool.query(`
      insert into coupons (slug, code, conditions, benefit, claimable, limit_per_customer, stackable, visible)
      values ('ten', 'TEN', '{"products": [], "categories": [], "collections": [], "firstOrder": false}',
        '{"kind": "percent", "percent": 10}', true, 1, false, true)`)
    const html = await shown({ type: 'coupon', settings: { slug: 'ten' } })
    expect(html).toMatch(/<code translate="no">TEN<\/code>/)
    expect(html).toContain('href="/coupon/ten"')
    expect(await shown({ type: 'coupon', settings: { slug: 'gone' } })).not.toContain('section-note')
  })

  it('is the promotion that is named, and none where that is over', async () => {
    const named = (slug: string): Promise<string> => shown({ type: 'offer', settings: { slug } })
    const all = await shown({ type: 'offer' })
    const slug = /href="\/promotion\/([\w-]+)"/.exec(all)?.[1]
    expect(slug).toBeDefined()
    expect(await named(slug!)).toContain(`href="/promotion/${slug}"`)
    expect(await named('gone')).not.toContain('home-offer')
  })

  it('is a countdown by the clock of the shop, and nothing once it is over', async () => {
    const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
    const settings = { until: at(30), title: { en: 'The sale begins' } }
    const html = await shown({ type: 'countdown', settings })
    expect(html).toContain('<h2>The sale begins</h2>')
    expect(html).toMatch(/<x-island c="countdown" on="visible" k="one-countdown"/)
    expect(await shown({ type: 'countdown', settings: { ...settings, until: at(-1) } })).not.toContain(
      'sale begins',
    )
  })
})

it.each([
  ['a picture elsewhere', { type: 'story', settings: { picture: { file: 'https://evil.example/a.png' } } }],
  ['a picture above the folder', { type: 'story', settings: { picture: { file: 'assets/../theme.json' } } }],
  ['a script as a link', { type: 'story', settings: { link: { href: 'javascript:alert(1)' } } }],
  ['another host without a scheme', { type: 'story', settings: { link: { href: '//evil.example' } } }],
  ['a host behind a backslash', { type: 'story', settings: { link: { href: '/\\evil.example' } } }],
  ['a film elsewhere', { type: 'video', settings: { film: 'https://evil.example/a.mp4' } }],
  ['a film of another kind', { type: 'video', settings: { film: 'page.html' } }],
  ['products of no collection', { type: 'products', settings: { from: 'collection' } }],
  ['a clock too quick to read', { type: 'product-slides', settings: { from: 'new', every: 300 } }],
  [
    'too many pictures',
    { type: 'logos', settings: { entries: Array.from({ length: 25 }, () => ({ picture: studio })) } },
  ],
  ['a setting that there is not', { type: 'coupon', settings: { slug: 'ten', onload: 'x' } }],
])('refuses %s', (_, section) => {
  const checked = checkConfiguration({ templates: { home: { sections: { one: section }, order: ['one'] } } })
  if (checked.ok) throw new Error('nothing was refused')
  expect(checked.problem.every(({ path }) => path.startsWith('templates.home.sections.one.'))).toBe(true)
})
