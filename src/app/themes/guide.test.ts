import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMedia } from '#features/media/rules/open-media.ts'
import { filesOfGuide } from '#test/templated/guide-files.ts'
import { templatedMain } from '#test/templated/main-of.ts'
import { openPublicShop } from '#test/public-shop.ts'
import { openLiquid } from '#platform/server/liquid/open-liquid.ts'
import type { WholeShop } from '#test/whole-shop.ts'
import { checkTheme } from './check-theme.ts'
import { checkLiquid, quietly } from './liquid-faults.ts'
import { storeTheme } from './versions.ts'

/* The theme of the guide in docs/themes.md, as somebody has it who copies its files out. */

let shop: WholeShop
beforeAll(async () => {
  shop = await openPublicShop()
})
afterAll(() => shop.close())

const mainAt = (path: string, wanted: string): Promise<string> => templatedMain(shop, path, wanted)

it('is published as it stands, and shown in three languages', async () => {
  const files = filesOfGuide()
  expect([...files.keys()]).toEqual([
    'theme.json',
    'locales/en.json',
    'locales/zh.json',
    'locales/zh-HK.json',
    'blocks/reason.liquid',
    'sections/welcome.liquid',
    'templates/home.json',
    'styles.css',
    'sections/promise.liquid',
    'templates/product.json',
    'templates/custom.visit.json',
    'assets/leaf.svg',
    'frame.json',
  ])
  const media = (): ReturnType<typeof openMedia> => openMedia(`${shop.folder}/media`)
  const now = new Date('2026-11-28T12:00:00Z')
  const stored = await storeTheme(shop.database.db, files, { name: 'linden', now, media, isDraft: false })
  expect(stored).toMatchObject({ ok: true, value: { hints: [] } })
  await shop.catchUp()

  const home = await mainAt('/', 'Oak from one forest')
  expect(home).toMatch(/<h1>Made to stay<\/h1>.*Repaired for life.*Everything from Oak &amp; Sons/s)
  expect(home).toContain('/product/stool')
  expect(home).toContain('href="/search">Everything from')
  const chinese = await mainAt('/zh', '橡木来自同一片森林')
  expect(chinese).toContain('href="/zh/search">Oak &amp; Sons的全部商品')
  expect(await mainAt('/zh-HK', '橡木來自同一片森林')).toContain('Oak &amp; Sons的全部貨品')

  const product = await mainAt('/product/stool', 'Stool: <span class="price')
  expect(product).toContain('product-buttons')
  const visit = await shop.get('/zh/app/visit')
  expect(visit.body).toMatch(/<title>来店里 – .*<a href="\/zh\/app\/visit">来店里<.*欢迎。/s)
  const stylesheet = await shop.get(/\/theme\.\w+\.css/.exec(visit.body)![0])
  expect(stylesheet.body).toContain('.my-reasons{padding-inline-start:1.25em;list-style:square}')
  expect((await shop.get('/favicon.svg')).body).toContain('M14 50C14 26 30 14 52 12')
  // It has no template for others.
  expect(await mainAt('/category/seats', 'product-card')).toContain('Seats')
}, 120_000)

it('is without faults after each of its files, in the order in which they are written', async () => {
  const engine = openLiquid(quietly)
  const written = new Map<string, Buffer>()
  try {
    for (const [path, content] of filesOfGuide()) {
      written.set(path, content)
      const checked = checkTheme(written)
      const found = checked.ok
        ? await checkLiquid(written, checked.value.templates, engine)
        : { faults: checked.problem, hints: [] }
      expect({ path, ...found }).toEqual({ path, faults: [], hints: [] })
    }
  } finally {
    await engine.close()
  }
}, 120_000)
