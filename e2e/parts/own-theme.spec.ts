import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type Server } from '../fixtures.ts'
import { axeFaults, byTheGuidelines } from '../look/axe.ts'

/*
 * A theme as a merchant makes one: a folder with a page of every section that no page of the program has, and a frame
 * of its own. Pushed by the command, looked at on a phone and on a desk, by day and by night, and taken back.
 */

test.use({ own: {} })

const en = (text: string): { en: string } => ({ en: text })
const picture = (file: string, alt = ''): object => ({ file: `assets/${file}.webp`, alt: en(alt) })
const logo = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><circle cx="15" cy="15" r="12" fill="${color}"/><path d="M36 6h44v18H36z" fill="${color}"/></svg>`

const sections = {
  opening: {
    type: 'hero',
    settings: {
      title: en('Made by two people'),
      lead: en('And by nobody else.'),
      picture: picture('studio'),
      link: { href: '/article', text: en('Read how') },
    },
  },
  story: {
    type: 'story',
    settings: {
      picture: picture('bowl', 'A bowl on a table'),
      side: 'end',
      title: en('Clay from the next valley'),
      html: en('<p>Dug by hand, dried for a winter.</p>'),
      link: { href: '/page/about', text: en('About us') },
    },
  },
  slides: { type: 'product-slides', settings: { from: 'collection', slug: 'quiet-light', limit: 4 } },
  lamps: { type: 'products', settings: { from: 'category', slug: 'lighting', limit: 4 } },
  pictures: {
    type: 'masonry',
    settings: {
      title: en('In the studio'),
      entries: ['studio', 'bowl', 'cloth'].map((file, index) => ({
        picture: picture(file),
        title: en(`Day ${index + 1}`),
        text: en('What was made.'),
        href: '/article',
      })),
    },
  },
  makers: {
    type: 'logos',
    settings: {
      title: en('Shown in'),
      entries: [{ picture: picture('cloth', 'The Cloth Hall'), href: '/article' }],
    },
  },
  film: {
    type: 'video',
    settings: { film: 'kiln.webm', title: en('The kiln'), poster: picture('studio') },
  },
  clock: {
    type: 'countdown',
    settings: { until: '2099-01-01T00:00:00Z', title: en('The kiln is opened'), text: en('Once a century.') },
  },
  rooms: {
    type: 'categories',
    settings: { title: en('Where it stands'), slugs: ['lighting', 'tableware'] },
  },
  lines: { type: 'collections', settings: { slugs: ['quiet-light', 'clay-and-linen'], turned: true } },
  creed: { type: 'statement', settings: { html: en('<p>We make what we use.</p>') } },
  aside: {
    type: 'rich-text',
    settings: { html: en(`<x-island c="aside-menu" p='{"menu":"help"}'></x-island>`) },
  },
  letters: { type: 'newsletter', settings: { title: en('Four letters a year'), text: en('No more.') } },
  asked: {
    type: 'questions',
    settings: {
      title: en('Asked often'),
      entries: [{ question: en('Is it food safe?'), answer: en('Yes.') }],
    },
  },
}

const frame = {
  logo: { file: 'assets/logo.svg', dark: 'assets/night.svg', height: 36 },
  header: [
    { text: en('Journal'), href: '/article' },
    { text: en('Lamps'), href: '/category/lighting' },
  ],
  menu: {
    groups: [{ text: en('Rooms'), entries: [{ text: en('Desk'), href: '/category/desk' }] }],
    cards: [{ picture: picture('studio'), text: en('The studio'), href: '/page/about' }],
  },
  footer: [{ text: en('Help'), entries: [{ text: en('About us'), href: '/page/about' }] }],
  menus: {
    help: {
      groups: [{ text: en('Good to know'), entries: [{ text: en('What we promise'), href: '/page/about' }] }],
      cards: [{ picture: picture('bowl'), text: en('How a bowl is made'), href: '/article' }],
    },
  },
  social: [{ name: 'Mastodon', href: 'https://social.example/@shop' }],
  icon: 'assets/logo.svg',
  share: 'assets/studio.webp',
}

async function pushOwn(server: Server): Promise<void> {
  const folder = join(server.own.dataDir, 'mine')
  await mkdir(join(folder, 'templates'), { recursive: true })
  await mkdir(join(folder, 'assets'))
  const files = {
    'theme.json': JSON.stringify({ theme: { useDefTemplate: true } }),
    'frame.json': JSON.stringify(frame),
    'templates/home.json': JSON.stringify({ sections, order: Object.keys(sections) }),
    'assets/logo.svg': logo('#33234f'),
    'assets/night.svg': logo('#e6dcff'),
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  const pictures = {
    studio: 'home/hero',
    bowl: 'collections/quiet-light',
    cloth: 'collections/clay-and-linen',
  }
  for (const [name, from] of Object.entries(pictures))
    await cp(`demo/media/${from}.webp`, join(folder, `assets/${name}.webp`))
  const { code, stderr } = await server.operate('theme', 'push', folder)
  expect(code, stderr).toBe(0)
  await expect.poll(async () => (await fetch(server.url)).text()).toContain('Made by two people')
}

/** What is shown of each thing that a reader looks for. */
async function isWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Made by two people' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A bowl on a table' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'In the studio' })).toBeVisible()
  await expect(page.locator('.countdown-part').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it stands' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Four letters a year' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'What we promise' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'How a bowl is made' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  expect(await axeFaults(page, byTheGuidelines)).toEqual([])
}

test('a theme of its own is whole on a phone and on a desk, by day and by night, until it is taken back', async ({
  server,
  visitor,
}, info) => {
  test.setTimeout(240_000)
  await pushOwn(server)
  expect(await (await fetch(`${server.url}/favicon.svg`)).text()).toBe(logo('#33234f'))
  const looks = [
    { width: 360, colorScheme: 'light', shown: '.logo-by-day', other: '.logo-by-night' },
    { width: 1440, colorScheme: 'dark', shown: '.logo-by-night', other: '.logo-by-day' },
  ] as const
  for (const { width, colorScheme, shown, other } of looks) {
    const { page } = await visitor({ viewport: { width, height: 900 }, colorScheme })
    await page.goto('/')
    await isWhole(page)
    await expect(page.locator(shown)).toBeVisible()
    await expect(page.locator(other)).toBeHidden()
    const size = await page.locator(shown).evaluate((image) => [image.clientWidth, image.clientHeight])
    expect(size).toEqual([108, 36])
    await info.attach(`${width} ${colorScheme}`, { body: await page.screenshot({ fullPage: true }) })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'The studio' })).toBeVisible()
    await expect(page.locator('.menu').getByRole('link', { name: 'Desk' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('footer').getByRole('link', { name: 'Mastodon' })).toBeVisible()
  }
  const { code, stderr } = await server.operate('theme', 'undo')
  expect(code, stderr).toBe(0)
  await expect.poll(async () => (await fetch(server.url)).text()).not.toContain('Made by two people')
})
