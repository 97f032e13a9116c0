import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { templatedMain } from '#test/templated/main-of.ts'
import { openPublicShop } from '#test/public-shop.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { examineTheme } from './examine-theme.ts'
import { storeTheme } from './versions.ts'

/* The themes that come with the shop, as files and as pages. */

function filesOf(theme: string): Map<string, Buffer> {
  const folder = join('themes', theme)
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path))]),
  )
}

const themes = readdirSync('themes')

describe.each(themes)('the theme %s', (name) => {
  const files = filesOf(name)

  it('has no fault', async () => {
    const examined = await examineTheme(files, { take: async () => null })
    expect(examined).toMatchObject({ ok: true, value: { hints: [] } })
  })

  it('says all of its look itself, and what stands on its home page', () => {
    const { theme } = JSON.parse(files.get('theme.json')!.toString()) as { theme: Record<string, unknown> }
    for (const field of ['backgroundColor', 'primaryColor', 'titleFontFamily', 'borderRadius', 'headerShape'])
      expect(theme, field).toHaveProperty(field)
    expect(files.has('templates/home.json')).toBe(true)
  })

  it('speaks the three languages of the program, with the same texts in each', () => {
    const locales = [...files.keys()].filter((path) => path.startsWith('locales/'))
    if (locales.length === 0) return expect([...files.keys()].join()).not.toContain('.liquid')
    expect(locales.toSorted()).toEqual(['locales/en.json', 'locales/zh-HK.json', 'locales/zh.json'])
    const keys = locales.map((path) => keysOf(JSON.parse(files.get(path)!.toString())).toSorted())
    expect(keys[1]).toEqual(keys[0])
    expect(keys[2]).toEqual(keys[0])
    const named = [...files].flatMap(([path, text]) =>
      path.endsWith('.liquid')
        ? [...text.toString().matchAll(/"([\w.]+)" \| t\b/g)].map(([, key]) => key!)
        : [],
    )
    expect([...new Set(named)].toSorted()).toEqual(keys[0])
  })
})

function keysOf(words: unknown, prefix = ''): string[] {
  if (typeof words !== 'object' || words === null) return [prefix]
  return Object.entries(words).flatMap(([name, inner]) =>
    keysOf(inner, prefix === '' ? name : `${prefix}.${name}`),
  )
}

// Threads render within a limit of time: on a machine with much else to do they may need several tries.
describe('blueprint', { timeout: 120_000 }, () => {
  let shop: WholeShop
  beforeAll(async () => {
    shop = await openPublicShop()
    const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
    const now = new Date('2026-11-28T12:00:00Z')
    const stored = await storeTheme(shop.database.db, filesOf('blueprint'), {
      name: 'blueprint',
      now,
      media,
      isDraft: false,
    })
    expect(stored).toMatchObject({ ok: true })
    await shop.catchUp()
  }, 120_000)
  afterAll(() => shop.close())

  const mainAt = (path: string, wanted: string): Promise<string> => templatedMain(shop, path, wanted)

  it.each([
    ['/', '', 'Drawn before it is made', 'Parts list', 'See all objects'],
    ['/zh', '/zh', '先画图，再动手', '零件表', '查看全部商品'],
    ['/zh-HK', '/zh-HK', '先畫圖，後動工', '零件表', '查看全部貨品'],
  ])('shows its own sections on the home page at %s', async (path, lang, title, parts, all) => {
    const main = await mainAt(path, 'class="my-plate"')
    expect(main).toContain(`<h1 id="plate-title">${title}</h1>`)
    expect(main).toContain(parts)
    expect(main).toMatch(new RegExp(`href="${lang}/search">${all}<`))
    expect(main).toContain(`href="${lang}/category/lighting"`)
    // The number of the sheet is made of two settings of the whole theme and one of the section.
    expect(main).toContain('VL-014')
    for (const section of ['my-sheets', 'my-steps', 'my-parts', 'my-notes'])
      expect(main, section).toContain(`<section class="${section}"`)
    expect(main.match(/<li class="my-sheet">/g)).toHaveLength(6)
  })

  it('shows a product with its title block, and each of its versions by name', async () => {
    const rowsOf = (main: string): string[] =>
      [...main.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => row!.replaceAll(/<[^>]*>/g, '  ').trim())
    const main = await mainAt('/product/lamp', 'class="my-schedule"')
    expect(main).toMatch(/class="my-strip".*<dd>Lamp<\/dd>.*product-buttons.*Every version of Lamp/s)
    const own = main.slice(main.indexOf('class="my-schedule"'))
    expect(rowsOf(own).map((row) => row.split(/\s{2,}/))).toEqual([
      ['Number', 'Version', 'Price', 'Stock'],
      ['LAMP-1', 'Sage', '$43.65', 'In stock'],
      ['LAMP-2', 'Ink', '$43.65', 'Sold out'],
    ])
    expect(await mainAt('/zh/product/lamp', 'class="my-schedule"')).toMatch(/鼠尾草绿<.*已售罄/s)
    // One that comes in one version needs no list.
    expect(await mainAt('/product/stool', 'class="my-strip"')).not.toContain('my-schedule')
  })

  it('has a page of its own, a logo for day and night, and menus', async () => {
    const main = await mainAt('/app/drawing-office', 'class="my-letterhead"')
    expect(main).toContain('A joint you can undo')
    const { body } = await shop.get('/zh-HK/app/drawing-office')
    expect(body).toMatch(/<a href="\/zh-HK\/app\/drawing-office">繪圖室<\/a>/)
    expect(body.match(/src="\/theme\.\w+\.svg"/g)).toHaveLength(2)
    const css = (await shop.get(/\/theme\.\w+\.css/.exec(body)![0])).body
    expect(css).toMatch(/\.my-plate\{[^}]*background-color:var\(--panel\)/)
  })
})
