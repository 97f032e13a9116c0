import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { photograph } from '#features/media/test-pictures.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { openPublicShop } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { checkTheme } from './check-theme.ts'
import { storeTheme, themeInUse, undoTheme } from './versions.ts'

/* What a theme has of its own around every page. */

let shop: WholeShop
let picture: Buffer
beforeAll(async () => {
  shop = await openPublicShop()
  picture = await photograph(300, 100)
})
afterAll(() => shop.close())

const now = new Date()
const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="120" height="30" fill="${color}"/></svg>`

function filesOf(frame: object): Map<string, Buffer> {
  return new Map([
    ['theme.json', Buffer.from('{ "theme": {} }')],
    ['frame.json', Buffer.from(JSON.stringify(frame))],
    ['assets/logo.svg', Buffer.from(svg('black'))],
    ['assets/night.svg', Buffer.from(svg('white'))],
    ['assets/sign.png', picture],
  ])
}

async function push(frame: object): Promise<string> {
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const done = await storeTheme(shop.database.db, filesOf(frame), {
    name: 'framed',
    now,
    media,
    isDraft: false,
  })
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
  await shop.catchUp()
  return (await shop.get('/')).body
}

/** What styles a logo and the links elsewhere is fetched by shops that have them. */
const isStyled = (body: string): boolean => body.includes('href="/assets/sections.css"')

const part = (html: string, from: string, to: string): string => html.slice(html.indexOf(from)).split(to)[0]!

it('has a drawing for the day and one for the night in the place of the name', async () => {
  const body = await push({ logo: { file: 'assets/logo.svg', dark: 'assets/night.svg', height: 40 } })
  expect(isStyled(body)).toBe(true)
  const logo = part(body, '<a class="logo"', '</a>')
  const shown = [
    ...logo.matchAll(/<img class="([^"]+)" src="([^"]+)" width="160" height="40" alt=""( loading="lazy")?/g),
  ]
  expect(shown.map(([, look]) => look)).toEqual(['logo-image logo-by-day', 'logo-image logo-by-night'])
  expect(logo).toContain('aria-label="')
  const answers = await Promise.all(shown.map(([, , src]) => shop.get(src!)))
  expect(answers.map(({ body: text }) => text)).toEqual([svg('black'), svg('white')])
  expect(answers[0]!.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await shop.get('/theme.000000000000.svg')).status).toBe(404)
  const css = await shop.get(/data-theme="[^"]+" href="([^"]+)"/.exec(body)![1]!)
  expect(css.body).toMatch(/\[data-mode~=dark\]\{color-scheme:dark;[^}]*--by-day:none;--by-night:inline;/)
})

it('has a picture as its logo, and its name where the file is not there', async () => {
  const body = await push({ logo: { file: 'assets/sign.png' } })
  expect(part(body, '<a class="logo"', '</a>')).toMatch(
    /<picture class="picture logo-image"><source type="image\/avif".*width="96" height="32" alt=""/,
  )
  const { document } = await loadConfig(shop.database.db)
  await shop.configure({ ...document, frame: { logo: { file: 'assets/gone.svg' } } })
  expect(part((await shop.get('/')).body, '<a class="logo"', '</a>')).toMatch(/>[^<]+$/)
})

it('has its own links in header, menu and footer, in the language of the page', async () => {
  const text = (en: string, zh: string): object => ({ en, zh })
  const body = await push({
    header: [
      { text: text('Journal', '日志'), href: '/article' },
      { text: { zh: '只有中文' }, href: '/' },
    ],
    menu: {
      groups: [
        {
          text: text('Rooms first', '先看房间'),
          href: '/category/rooms',
          entries: [{ text: text('Oak', '橡木'), href: '/tag/oak' }],
        },
      ],
      cards: [
        { picture: { file: 'assets/sign.png' }, text: text('The studio', '工作室'), href: '/page/help' },
      ],
    },
    footer: [{ text: text('Help', '帮助'), entries: [{ text: text('Terms', '条款'), href: '/page/terms' }] }],
    social: [{ name: 'Mastodon', href: 'https://social.example/@oak' }],
  })
  const header = part(body, 'class="header-links"', '</nav>')
  expect(
    [...header.matchAll(/href="([^"]+)">([^<]+)/g)].map(([, href, said]) => `${href} ${said}`),
  ).toContain('/article Journal')
  expect(header).not.toContain('/category/')
  const menu = part(body, '<nav class="menu"', '</nav>')
  expect(menu).toContain('<a class="menu-head" href="/category/rooms">Rooms first</a>')
  expect(menu).toContain('<a href="/tag/oak">Oak</a>')
  expect(menu).toMatch(/<a href="\/page\/help"><picture.*The studio/)
  expect(menu).not.toContain('/category/halls')
  const footer = part(body, '<footer', '</footer>')
  expect(footer).toContain('<a href="/page/terms">Terms</a>')
  expect(footer).toContain('<a href="https://social.example/@oak" rel="me noopener">Mastodon</a>')
  expect(footer).not.toContain('/category/')
  const chinese = (await shop.get('/zh')).body
  expect(part(chinese, 'class="header-links"', '</nav>')).toContain('<a href="/zh/article">日志</a>')
  expect(part(chinese, 'class="header-links"', '</nav>')).toContain('<a href="/zh">只有中文</a>')
})

it('has a sign of its own in tabs, and the first letter of the name without it', async () => {
  const iconOf = (body: string): string => /<link rel="icon" href="([^"]+)"/.exec(body)![1]!
  const first = iconOf(await push({ icon: 'assets/logo.svg' }))
  expect(first).toMatch(/^\/favicon\.svg\?v=[0-9a-f]{8}$/)
  const own = await shop.get(first)
  expect(own.body).toBe(svg('black'))
  expect(own.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(own.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const plain = await shop.get('/favicon.svg')
  expect([plain.body, plain.headers['cache-control']]).toEqual([svg('black'), 'public, max-age=300'])

  const second = iconOf(await push({}))
  expect(second).not.toBe(first)
  const letter = await shop.get(second)
  expect(letter.body).toMatch(/>O<\/text>/)
  expect(letter.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(JSON.parse((await shop.get('/manifest.webmanifest')).body)).toMatchObject({
    icons: [{ src: second }],
  })
  // A page that is open from before asks for what there was: nobody keeps the answer for it.
  expect(await shop.get(first)).toMatchObject({
    body: letter.body,
    headers: { 'cache-control': 'public, max-age=300' },
  })
})

it('has a picture for links to the shop, and entries keep theirs', async () => {
  const imageOf = (body: string): string | undefined =>
    /<meta property="og:image" content="[^"]*?(\/(?:media|share)\/[^"]+)">/.exec(body)?.[1]
  const home = await push({ share: 'assets/sign.png' })
  const own = imageOf(home)!
  expect(own).toMatch(/^\/media\/[0-9a-f]{16}\/og\.jpg$/)
  expect(home).toContain('<meta name="twitter:card" content="summary_large_image">')
  for (const path of ['/search', '/article']) expect(imageOf((await shop.get(path)).body), path).toBe(own)
  expect(imageOf((await shop.get('/product/stool')).body)).not.toBe(own)
  expect(imageOf((await shop.get('/category/rooms')).body)).not.toBe(own)
  expect(imageOf(await push({}))).toMatch(/^\/share\/en\/USD\/page\/home\.jpg/)
})

it('has menus by name for its parts: in a row, as an aside, at a glance with pictures', async () => {
  const text = (en: string): object => ({ en })
  const menus = {
    help: {
      groups: [
        { text: text('Orders'), entries: [{ text: text('Terms'), href: '/page/terms' }] },
        { text: text('Journal'), href: '/article' },
      ],
      cards: [{ picture: { file: 'assets/sign.png' }, text: text('The studio'), href: '/page/help' }],
    },
  }
  const part = (name: string, menu = 'help'): string =>
    `<x-island c="${name}" p='{"menu":"${menu}"}'><i>Instead of ${name}</i></x-island>`
  const html = text(`${part('nav')}${part('aside-menu')}${part('nav-menu')}${part('nav', 'gone')}`)
  const files = filesOf({ menus })
  files.set('theme.json', Buffer.from('{ "theme": { "useDefTemplate": true } }'))
  const section = { type: 'rich-text', settings: { html } }
  files.set(
    'templates/page.terms.json',
    Buffer.from(JSON.stringify({ sections: { a: section }, order: ['a'] })),
  )
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const done = await storeTheme(shop.database.db, files, { name: 'menus', now, media, isDraft: false })
  expect(done).toMatchObject({ ok: true })
  await shop.catchUp()
  const body = (await shop.get('/page/terms')).body
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  const inPart = (name: string, number = 0): string => {
    const rest = main.slice(main.indexOf(`k="part${number}-${name}"`))
    return rest.slice(0, rest.indexOf('</x-island>'))
  }
  expect([...inPart('nav').matchAll(/href="([^"]+)">([^<]+)/g)].map(([, ...one]) => one)).toEqual([
    ['/page/terms', 'Terms'],
    ['/article', 'Journal'],
  ])
  const aside = inPart('aside-menu', 1)
  expect(aside).toMatch(
    /<p class="menu-head">Orders<\/p><nav class="aside-menu"[^>]*><ul><li><a href="\/page\/terms">/,
  )
  expect(aside).toContain('<a class="menu-head" href="/article">Journal</a>')
  expect(aside).toMatch(/<a href="\/page\/help"><picture.*The studio/)
  expect(inPart('nav-menu', 2)).toMatch(/class="menu-group".*<picture/)
  // Of a menu that the theme does not have, what the merchant wrote stays.
  expect(main.match(/Instead of [\w-]+/g)).toEqual(['Instead of nav'])
})

it('is taken back with its theme, and pulled with it', async () => {
  await push({ footer: [] })
  await push({ social: [{ name: 'Here', href: 'https://here.example/' }] })
  const { files, changed } = await themeInUse(shop.database.db)
  expect([changed, [...files.keys()]]).toEqual([
    [],
    ['assets/logo.svg', 'assets/night.svg', 'assets/sign.png', 'frame.json', 'theme.json'],
  ])
  await undoTheme(shop.database.db, now)
  expect((await loadConfig(shop.database.db)).document.frame).toMatchObject({ footer: [], social: [] })
})

it.each([
  [
    'a script as a link',
    { header: [{ text: { en: 'x' }, href: 'javascript:alert(1)' }] },
    'frame.header.0.href',
  ],
  [
    'another host as a path',
    { footer: [{ text: { en: 'x' }, href: '//evil.example' }] },
    'frame.footer.0.href',
  ],
  ['a place of its own that is a path', { social: [{ name: 'x', href: '/here' }] }, 'frame.social.0.href'],
  ['a logo elsewhere', { logo: { file: 'https://evil.example/a.svg' } }, 'frame.logo.file'],
  ['a logo that is not there', { logo: { file: 'assets/gone.svg' } }, 'frame.logo.file'],
  ['a member that there is not', { sidebar: [] }, 'frame'],
  ['a photograph as its sign', { icon: 'assets/sign.png' }, 'frame.icon'],
  ['a drawing for links, which other sites do not show', { share: 'assets/logo.svg' }, 'frame.share'],
  ['a menu without a name', { menus: { 'My menu': {} } }, 'frame.menus.My menu'],
])('is refused with %s, by its file', (_, frame, path) => {
  const checked = checkTheme(filesOf(frame))
  expect(checked).toMatchObject({ ok: false, problem: [{ path, file: 'frame.json', line: 1 }] })
})

it('takes no byte of a page that has nothing of its own', async () => {
  await push({ logo: { file: 'assets/logo.svg', dark: 'assets/night.svg' } })
  await shop.configure({})
  const { body } = await shop.get('/product/stool')
  expect(body).not.toContain('sections.css')
  expect((await shop.get(/data-theme="[^"]+" href="([^"]+)"/.exec(body)![1]!)).body).not.toContain(
    '--by-night',
  )
  // A template that places a section of the merchant's is styled, and every page can lead to it.
  const sections = { space: { type: 'spacer' } }
  await shop.configure({
    theme: { useDefTemplate: true },
    templates: { 'page.terms': { sections, order: ['space'] } },
  })
  expect((await shop.get('/product/stool')).body).toContain('"sections":"/assets/sections.css"')
  expect(isStyled((await shop.get('/page/terms')).body)).toBe(true)
})
