import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { openPublicShop } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { tryConfiguration } from '../configure.ts'
import { checkTheme } from './check-theme.ts'
import { storeTheme, themeInUse, undoTheme } from './versions.ts'

/* Faces that come with the shop, and those that a theme brings along. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

const now = new Date('2026-11-28T12:00:00Z')
const brand = readFileSync('faces/ysabeau-office/latin.woff2')
const themeOf = (faces: readonly object[], more: object = {}): object => ({
  fontFamily: 'Linden Sans, sans-serif',
  titleFontFamily: 'Gabarito, sans-serif',
  titleFontWeight: 500,
  ...more,
  faces,
})
const own = { family: 'Linden Sans', file: 'assets/linden.woff2' }

function filesOf(theme: object, content = brand): Map<string, Buffer> {
  return new Map([
    ['theme.json', Buffer.from(JSON.stringify({ theme }, null, 2))],
    ['assets/linden.woff2', content],
  ])
}

async function push(theme: object): Promise<string> {
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const files = filesOf(theme)
  const done = await storeTheme(shop.database.db, files, { name: 'linden', now, media, isDraft: false })
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
  await shop.catchUp()
  return (await shop.get('/')).body
}

const preloads = (html: string): string[] =>
  [...html.matchAll(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="([^"]+)">/g)].map(
    ([, href]) => href!,
  )
const cssOf = async (html: string): Promise<string> =>
  (await shop.get(/data-theme="[^"]+" href="([^"]+)"/.exec(html)![1]!)).body

it('are fetched with the stylesheets, from addresses that never change, but not for whoever wants less data', async () => {
  const { body } = await shop.get('/zh')
  const files = preloads(body)
  expect(files).toHaveLength(2)
  expect(files.every((href) => /^\/theme\.[0-9a-f]{12}\.woff2$/.test(href))).toBe(true)
  const css = await cssOf(body)
  for (const href of files) {
    expect(css).toContain(`src:url(${href}) format("woff2");`)
    const { status, headers } = await shop.get(href)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-security-policy']).toBeUndefined()
  }
  expect((await shop.get('/theme.000000000000.woff2')).status).toBe(404)
  expect(preloads((await shop.get('/', { 'save-data': 'on' })).body)).toEqual([])
})

it('come from the folder of a theme, go with it, and are pulled as they were pushed', async () => {
  const body = await push(themeOf([own]))
  const [file] = preloads(body)
  const css = await cssOf(body)
  expect(css).toMatch(/@font-face\{font-family:"Linden Sans";src:url\(([^)]+)\)/)
  expect(css).toContain(`"Linden Sans";src:url(${file})`)
  expect(css).toContain('@font-face{font-family:"Gabarito"')
  expect(css).not.toContain('Hanken Grotesk')
  // The page's scripts have the theme without what only stylesheets need.
  expect(body).toContain('"faces":[]')

  const pulled = await themeInUse(shop.database.db)
  expect(pulled.changed).toEqual([])
  expect(pulled.files.get(own.file)).toEqual(brand)

  await push(themeOf([], { fontFamily: 'Figtree, sans-serif' }))
  expect(await cssOf((await shop.get('/')).body)).not.toContain('Linden Sans')
  await undoTheme(shop.database.db, now)
  await shop.catchUp()
  expect(await cssOf((await shop.get('/')).body)).toContain('"Linden Sans"')
})

it('are refused by file, line and reason', async () => {
  const refused = (theme: object, content = brand): object[] => {
    const checked = checkTheme(filesOf(theme, content))
    return checked.ok
      ? []
      : checked.problem.map(({ file, line, path, reason }) => ({ file, line, path, reason }))
  }
  const file = 'assets/linden.woff2'
  expect(refused(themeOf([own]), Buffer.from('wOFF…'))).toEqual([
    { file, line: null, path: '', reason: 'it is WOFF 1: a face is a WOFF2 file' },
  ])
  expect(refused(themeOf([own]), Buffer.alloc(300_000))).toEqual([
    { file, line: null, path: '', reason: 'it is too large: such a file has at most 100 KB' },
  ])
  expect(refused(themeOf([{ ...own, weight: '300 900' }]))).toMatchObject([
    { file: 'theme.json', path: 'theme.faces.0.weight', reason: '300 900: the file has 400 to 600' },
  ])
  expect(refused(themeOf([{ ...own, weight: '700 400' }]))).toMatchObject([
    { path: 'theme.faces.0.weight', reason: 'a weight of 1 to 1000, or the lightest and the heaviest' },
  ])
  const one = readFileSync('faces/gabarito/latin.woff2')
  expect(refused(themeOf([{ ...own, weight: '400 700' }]), one)).toMatchObject([
    { reason: '400 700: the file has one weight, not several; say that one, such as 700' },
  ])
  expect(refused(themeOf([{ ...own, weight: 650 }]), one)).toEqual([])
  expect(refused(themeOf([{ ...own, file: 'assets/gone.woff2' }]))).toMatchObject([
    { file: 'theme.json', line: 9, reason: 'there is no file assets/gone.woff2 in the theme' },
  ])
  expect(refused(themeOf([{ ...own, file: '//evil.example/a.woff2' }]))).toMatchObject([
    { path: 'theme.faces.0.file', reason: 'a font of the theme, such as assets/brand.woff2' },
  ])
  expect(refused(themeOf([{ ...own, family: 'x"}body{' }]))).toMatchObject([
    { path: 'theme.faces.0.family', reason: 'not the name of a font' },
  ])
  expect(refused(themeOf([{ ...own, range: 'U+0-FF}' }]))).toMatchObject([
    { path: 'theme.faces.0.range', reason: 'ranges of letters, such as U+0-FF,U+131' },
  ])
})

it('of a configuration are those of the theme in use', async () => {
  const { document } = await loadConfig(shop.database.db)
  const faces = [
    { ...own, weight: null, style: 'normal' as const, range: null },
    { ...own, file: 'assets/gone.woff2', weight: null, style: 'normal' as const, range: null },
  ]
  const tried = await tryConfiguration(
    shop.database.db,
    { ...document, theme: { ...document.theme, faces } },
    now,
  )
  expect(tried).toEqual({
    ok: false,
    problem: [
      {
        path: 'theme.faces.1.file',
        reason: 'there is no file assets/gone.woff2 in the theme: push a folder that has it',
      },
    ],
  })
})
