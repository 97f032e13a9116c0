import { expect, type Page } from '@playwright/test'
import type { Complaints } from './look/complaints.ts'
import { absent, customRoutes, languages, publicRoutes } from './public-routes.ts'

/*
 * A walk over all public routes in one browser: whether each is the page that it should be, with all its islands alive.
 */

interface Expected {
  path: string
  status: number
  page: string
  lang: string
  heading: string
}

/** The routes with the rules as they come, or with every rule changed, in the language of that index. */
export function expectedOf(side: 'before' | 'after', index: number): Expected[] {
  const { prefix, lang } = languages[index]!
  const custom = customRoutes.flatMap(({ paths, ...route }) =>
    paths.map((path) => ({ before: path, after: path, ...route })),
  )
  const answering = side === 'before' ? publicRoutes : [...publicRoutes, ...custom]
  const rows = [
    ...answering.map((route) => ({ ...route, status: 200 })),
    ...absent.map((route) => ({ ...route, status: 404 })),
  ]
  return rows.map(({ [side]: path, status, page, headings }) => ({
    path: withPrefix(prefix, path),
    status,
    page,
    lang,
    heading: headings[index]!,
  }))
}

function withPrefix(prefix: string, path: string): string {
  return path === '/' ? prefix || '/' : `${prefix}${path}`
}

export async function walk(
  page: Page,
  complaints: Complaints,
  scripts: boolean,
  expected: readonly Expected[],
): Promise<void> {
  for (const { path, ...wanted } of expected) {
    if (wanted.status !== 200) complaints.expect(`${wanted.status} GET ${path}`)
    const answer = await page.goto(path, { waitUntil: scripts ? 'load' : 'domcontentloaded' })
    if (scripts) await wakeAll(page)
    const { islands, ...seen } = await look(page)
    expect.soft({ status: answer!.status(), ...seen }, path).toEqual({ ...wanted, dead: [] })
    // The header has some on every page.
    expect.soft(islands, path).toBeGreaterThan(0)
    expect(complaints.faults(), path).toEqual([])
  }
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

function look(
  page: Page,
): Promise<{ page: string; lang: string; heading: string; islands: number; dead: (string | null)[] }> {
  return page.evaluate(() => ({
    page: document.body.dataset['page'] ?? '',
    lang: document.documentElement.lang,
    heading: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ textContent }) => textContent)
      .join(' / '),
    islands: document.querySelectorAll('x-island').length,
    dead: [...document.querySelectorAll('[data-dead]')].map((host) => host.getAttribute('c')),
  }))
}
