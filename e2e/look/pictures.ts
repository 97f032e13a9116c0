/*
 * Makes the pictures of the README and the documents from the running demo shop: `npm run pictures`, or some of them
 * by name: `npm run pictures -- themes`. Needs a build and Chromium.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { openShop, violet } from '#test/running-shop.ts'
import { launch } from '#test/chromium.ts'
import { filesOfGuide } from '#test/templated/guide-files.ts'

const folder = 'docs/pictures'
const gap = 24
const height = 820

interface Shot {
  path: string
  width: number
  colorScheme?: 'dark'
  /** Addresses of products that are put in the cart before; without a `path` the drawer of the last one stays open. */
  cart?: readonly string[]
  /** Given to the shop before. */
  theme?: string
}

interface Sheet {
  name: string
  shots: readonly Shot[]
  /** Shots in a row, each half as large; all of them in one row, as large as they are, when absent. */
  columns?: number
}

const sheets: readonly Sheet[] = [
  {
    name: 'home',
    shots: [
      { path: '/', width: 1440 },
      { path: '/zh-HK', width: 390 },
    ],
  },
  {
    name: 'category',
    shots: [
      { path: '/category/lighting', width: 1440 },
      { path: '/zh/category/tableware', width: 390 },
    ],
  },
  {
    name: 'product',
    shots: [
      { path: '/product/pebble-lamp', width: 1440 },
      { path: '/zh-HK/product/first-light-mug', width: 390 },
    ],
  },
  {
    name: 'cart',
    shots: [
      {
        path: '/cart',
        width: 1440,
        cart: ['/product/shore-rug', '/product/first-light-mug', '/product/perch-stool'],
      },
      { path: '', width: 390, cart: ['/zh/product/paper-moon-lamp', '/zh/product/quiet-bowl'] },
    ],
  },
  {
    name: 'dark',
    shots: [
      { path: '/', width: 1440, colorScheme: 'dark' },
      { path: '/zh/category/lighting', width: 390, colorScheme: 'dark' },
    ],
  },
  {
    name: 'themes',
    columns: 2,
    shots: ['violet', 'paper', 'harbour', 'blueprint'].map((theme) => ({ path: '/', width: 1440, theme })),
  },
  {
    name: 'linden',
    columns: 2,
    shots: [
      { path: '/', width: 1440, theme: 'linden' },
      { path: '/', width: 1440, colorScheme: 'dark' },
      { path: '/product/pebble-lamp', width: 1440 },
      { path: '/app/visit', width: 1440 },
    ],
  },
]

/** What is seen of a theme once its sections in Liquid are there. */
const marks: Readonly<Record<string, string>> = {
  blueprint: 'class="my-plate"',
  linden: 'class="my-welcome"',
}

const shop = await openShop({ demo: true })
const browser = await launch()
try {
  await mkdir(folder, { recursive: true })
  const wanted = process.argv.slice(2)
  for (const { name, shots, columns } of sheets) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const pictures: Buffer[] = []
    for (const shot of shots) {
      if (shot.theme !== undefined) await useTheme(shot.theme)
      pictures.push(await photograph(browser, shop.url, shot))
    }
    await lay(pictures, `${folder}/${name}.webp`, columns)
    console.log(`${folder}/${name}.webp`)
  }
} finally {
  await browser.close()
  await shop.stop()
  await shop.remove()
}

/** Resolves when the shop shows it. @param name of one that comes with the shop, or `linden`, that of the guide */
async function useTheme(name: string): Promise<void> {
  const folder = name === 'linden' ? await guideFolder() : `themes/${name}`
  const file = JSON.parse(await readFile(`${folder}/theme.json`, 'utf8')) as {
    theme: { titleFontFamily?: string }
  }
  const { code, stderr } = await violet(['theme', 'use', folder], { dataDir: shop.dataDir })
  if (code !== 0) throw new Error(stderr)
  const { titleFontFamily = '' } = file.theme
  for (;;) {
    const html = await (await fetch(shop.url)).text()
    // Until their threads have started, sections in Liquid are left out of a page that is cached for seconds.
    if (html.includes(marks[name] ?? '') && html.includes(JSON.stringify(titleFontFamily).slice(1, -1)))
      return
    await sleep(500)
  }
}

async function guideFolder(): Promise<string> {
  const root = join(shop.dataDir, 'linden')
  for (const [path, content] of filesOfGuide()) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return root
}

async function photograph(
  chromium: Browser,
  shopUrl: string,
  { path, width, colorScheme, cart = [] }: Shot,
): Promise<Buffer> {
  const page = await chromium.newPage({
    baseURL: shopUrl,
    viewport: { width, height },
    isMobile: width < 600,
    reducedMotion: 'reduce',
    ...(colorScheme ? { colorScheme } : {}),
  })
  for (const product of cart) {
    await page.goto(product, { waitUntil: 'load' })
    await page.locator('.product-buttons-buy .button').click()
    await page.locator('.cart-drawer .cart-line').first().waitFor()
  }
  if (path !== '') await page.goto(path, { waitUntil: 'networkidle' })
  // Those of the first view, rendered for the first time now; lazy ones below, beside it or hidden never load.
  await page.waitForFunction(
    () =>
      [...document.images].every((image) => {
        const { top, left, width } = image.getBoundingClientRect()
        return image.complete || width === 0 || top >= innerHeight || left >= innerWidth
      }),
    null,
    { timeout: 120_000 },
  )
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** Side by side on a quiet ground. */
async function lay(pictures: readonly Buffer[], file: string, columns?: number): Promise<void> {
  const scale = columns === undefined ? 1 : 0.5
  const shown = await Promise.all(
    pictures.map(async (picture) => {
      const width = (await sharp(picture).metadata()).width * scale
      return { width, input: await sharp(picture).resize({ width }).png().toBuffer() }
    }),
  )
  const inRow = columns ?? shown.length
  const placed = shown.map(({ input }, index) => ({
    input,
    left: shown.slice(index - (index % inRow), index).reduce((sum, { width }) => sum + width + gap, gap),
    top: gap + Math.floor(index / inRow) * (height * scale + gap),
  }))
  const total = {
    width: shown.slice(0, inRow).reduce((sum, { width }) => sum + width + gap, gap),
    height: gap + Math.ceil(shown.length / inRow) * (height * scale + gap),
  }
  await sharp({ create: { ...total, channels: 3, background: '#e9e6ee' } })
    .composite(placed)
    .webp({ quality: 86 })
    .toFile(file)
}
