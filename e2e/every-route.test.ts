import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launch } from '#test/chromium.ts'
import { router as routerRules, type ShopRouter } from '#wire/shop-config.ts'
import { absent, changedRouter, customRoutes, languages, publicRoutes } from './public-routes.ts'
import { openShop, violet, type RunningShop } from '#test/running-shop.ts'

/*
 * Every public route of the specification in Chromium: in three languages, with scripts and without, with the rules
 * as they come and with every rule changed. The rules are changed under the running shop, as a merchant does it.
 */

let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  shop = await openShop({ demo: true })
  browser = await launch()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await shop.stop()
  await shop.remove()
})

interface Expected {
  path: string
  status: number
  page: string
  lang: string
  heading: string
}

const defaultRouter = routerRules.parse({})
const withPrefix = (prefix: string, path: string): string =>
  path === '/' ? prefix || '/' : `${prefix}${path}`

function expectedOf(side: 'before' | 'after', index: number): Expected[] {
  const { prefix, lang } = languages[index]!
  const custom = customRoutes.flatMap(({ paths, ...route }) =>
    paths.map((path) => ({ before: path, after: path, ...route })),
  )
  const answering = side === 'before' ? publicRoutes : [...publicRoutes, ...custom]
  const rows = [...answering.map((route) => ({ ...route, status: 200 })), ...absent.map(missing)]
  return rows.map(({ [side]: path, status, page, headings }) => ({
    path: withPrefix(prefix, path),
    status,
    page,
    lang,
    heading: headings[index]!,
  }))
}

function missing(route: (typeof absent)[number]): (typeof absent)[number] & { status: number } {
  return { ...route, status: 404 }
}

async function newPage(scripts: boolean): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
    javaScriptEnabled: scripts,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(String(error)))
  page.on('console', (message) => {
    // Chromium itself says that a document was a 404, which is what is asked for.
    const isAnswer =
      message.text().startsWith('Failed to load resource') && message.location().url === page.url()
    if (message.type() === 'error' && !isAnswer && !message.location().url.includes('/media/'))
      complaints.push(message.text())
  })
  // Rendering each picture for the first time would take most of the time.
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*/media/*'] })
  return { page, complaints }
}

/** Every island comes to life, also those that wait until they are seen or used. */
async function wakeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const islands = [...document.querySelectorAll<HTMLElement>('x-island')].filter(
      (host) => !host.closest('[data-no-islands]'),
    )
    const isSettled = (host: HTMLElement): boolean =>
      'dead' in host.dataset || Object.keys(host).some((key) => key.startsWith('__reactContainer'))
    for (const host of islands) host.dispatchEvent(new Event('island:wake'))
    const end = performance.now() + 20_000
    while (!islands.every((host) => !host.isConnected || isSettled(host))) {
      if (performance.now() > end) throw new Error('an island did not wake')
      await new Promise((done) => setTimeout(done, 10))
    }
  })
}

/** What is wrong with how the page came; empty for nothing. */
async function faultsAt(page: Page, expected: Expected, scripts: boolean): Promise<string[]> {
  const answer = await page.goto(expected.path, { waitUntil: scripts ? 'load' : 'domcontentloaded' })
  if (scripts) await wakeAll(page)
  const seen = await page.evaluate(() => ({
    page: document.body.dataset['page'],
    lang: document.documentElement.lang,
    heading: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ textContent }) => textContent)
      .join(' / '),
    islands: document.querySelectorAll('x-island').length,
    dead: [...document.querySelectorAll('[data-dead]')].map((host) => host.getAttribute('c')),
  }))
  const { page: name, lang, heading, status } = expected
  const faults = Object.entries({ page: name, lang, heading, status }).flatMap(([key, wanted]) => {
    const got = key === 'status' ? answer?.status() : seen[key as 'page' | 'lang' | 'heading']
    return got === wanted ? [] : [`${key} is ${got} and not ${wanted}`]
  })
  return [
    ...faults,
    ...seen.dead.map((island) => `the island ${island} is dead`),
    // The header has some on every page.
    ...(seen.islands === 0 ? ['there are no islands'] : []),
  ]
}

async function walk(expected: readonly Expected[], scripts: boolean): Promise<string[]> {
  const { page, complaints } = await newPage(scripts)
  const faults: string[] = []
  try {
    for (const one of expected) {
      const found = await faultsAt(page, one, scripts)
      faults.push(...[...found, ...complaints.splice(0)].map((fault) => `${one.path}: ${fault}`))
    }
  } finally {
    await page.context().close()
  }
  return faults
}

/** Stores the rules and waits until the shop answers by them. */
async function setRouter(router: ShopRouter): Promise<void> {
  const file = join(tmpdir(), `violet-router-${shop.port}.json`)
  await writeFile(file, JSON.stringify({ router }))
  const stored = await violet(['config', 'set', file], { dataDir: shop.dataDir })
  await rm(file)
  expect([stored.code, stored.stderr]).toEqual([0, ''])
  const path = router.productRule.replace(':slug', 'perch-stool')
  await vi.waitFor(async () => expect((await fetch(`${shop.url}${path}`)).status).toBe(200), {
    timeout: 10_000,
    interval: 100,
  })
}

describe.each([
  { rules: 'the rules as they come', side: 'before' },
  { rules: 'every rule changed', side: 'after' },
] as const)('with $rules', ({ side }) => {
  if (side === 'after') beforeAll(() => setRouter(changedRouter))

  describe.concurrent.each([{ scripts: true }, { scripts: false }])('scripts: $scripts', ({ scripts }) => {
    it.each(languages.map(({ lang }, index) => ({ lang, index })))(
      'every public route answers in $lang',
      async ({ index }) => {
        expect(await walk(expectedOf(side, index), scripts)).toEqual([])
      },
      // Six walk at once: on a busy machine each takes minutes.
      600_000,
    )
  })
})

describe('with every rule changed', () => {
  beforeAll(() => setRouter(changedRouter))

  it.each([true, false])(
    'a custom category of the type checkout shows a checkout (scripts: %s)',
    async (scripts) => {
      const { page, complaints } = await newPage(scripts)
      await page.goto('/things/perch-stool')
      await page.locator('form[action$="/cart/add"] [type=submit]').first().click()
      await page.locator('.cart-line').first().waitFor()
      await page.goto('/cart')
      await page.locator('form[action$="checkout/create"] [type=submit]').first().click()
      await page.waitForURL(/\/checkout\/[\w-]+\?step=/)
      const address = new URL(page.url())
      await page.goto(`/pay/${address.pathname.split('/').at(-1)}${address.search}`)
      expect(await page.locator('[data-checkout]').count()).toBe(1)
      for (const path of ['/pay-now', '/pay/cart'])
        expect([path, (await fetch(`${shop.url}${path}`)).status]).toEqual([path, 404])
      expect(complaints).toEqual([])
    },
  )

  it.each([true, false])(
    'every old address leads on, in its language and with its query (scripts: %s)',
    async (scripts) => {
      const { page, complaints } = await newPage(scripts)
      const moved = [...publicRoutes, ...absent.slice(1)].filter(({ before, after }) => before !== after)
      expect(moved.length).toBe(10)
      const ends: string[] = []
      const wanted: string[] = []
      for (const [index, { prefix, lang }] of languages.entries())
        for (const { before, after, headings } of moved) {
          const query = '?utm_source=letter&x=%E7%81%AF'
          const answer = await page.goto(`${prefix}${before}${query}`, { waitUntil: 'domcontentloaded' })
          const first = await answer!.request().redirectedFrom()?.response()
          const { lang: seen } = await page.evaluate(() => ({ lang: document.documentElement.lang }))
          const heading = await page.locator('h1').first().textContent()
          ends.push(`${first?.status()} ${page.url().slice(shop.url.length)} ${seen} ${heading}`)
          wanted.push(`308 ${prefix}${after}${query} ${lang} ${headings[index]}`)
        }
      expect(ends).toEqual(wanted)
      expect(complaints).toEqual([])
      await page.context().close()
    },
    120_000,
  )

  it('a link to an old address is followed within the page', async () => {
    const { page, complaints } = await newPage(true)
    await page.goto('/zh/about/shipping')
    await page.evaluate(() => {
      Object.assign(window, { stayed: true })
      const link = document.createElement('a')
      Object.assign(link, { href: '/zh/product/perch-stool?x=1', textContent: 'old' })
      document.querySelector('main')!.prepend(link)
    })
    await page.getByRole('link', { name: 'old', exact: true }).click()
    await page.waitForURL('**/zh/p/perch-stool?x=1')
    await page.getByRole('heading', { level: 1, name: '歇脚凳' }).waitFor()
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('a rule that is changed back leads back, and what custom categories showed is found', async () => {
    await setRouter(defaultRouter)
    const { page } = await newPage(false)
    for (const [from, to] of [
      ['/zh/p/perch-stool?x=1', '/zh/product/perch-stool?x=1'],
      ['/journal', '/article'],
      ['/the-table?sort=new', '/category/tableware?sort=new'],
      ['/zh-HK/woods/walnut', '/zh-HK/tag/walnut'],
      ['/delivery', '/app/shipping'],
      ['/table-offer', '/promotion/set-the-table'],
    ] as const) {
      await page.goto(from, { waitUntil: 'domcontentloaded' })
      expect(page.url().slice(shop.url.length)).toBe(to)
    }
    // What a browser kept of the way there does not send it in circles.
    expect((await page.goto('/product/perch-stool'))!.status()).toBe(200)
    await page.context().close()
  })
})
