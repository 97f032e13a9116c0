/*
 * Makes the README's pictures from the running demo shop: `npm run pictures`. Needs a build and Chromium.
 */
import { mkdir } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { openShop } from '#test/running-shop.ts'
import { launch } from '#test/chromium.ts'

const folder = 'docs/pictures'
const gap = 24
const height = 820

interface Shot {
  path: string
  width: number
  colorScheme?: 'dark'
  /** Addresses of products that are put in the cart before; without a `path` the drawer of the last one stays open. */
  cart?: readonly string[]
}

const sheets: readonly { name: string; shots: readonly Shot[] }[] = [
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
]

const shop = await openShop({ demo: true })
const browser = await launch()
try {
  await mkdir(folder, { recursive: true })
  for (const { name, shots } of sheets) {
    const pictures = await Promise.all(shots.map((shot) => photograph(browser, shop.url, shot)))
    await lay(pictures, `${folder}/${name}.webp`)
    console.log(`${folder}/${name}.webp`)
  }
} finally {
  await browser.close()
  await shop.stop()
  await shop.remove()
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
  // Those of the first view, rendered for the first time now; lazy ones below it never load.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top >= innerHeight),
  )
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** Side by side on a quiet ground. */
async function lay(pictures: readonly Buffer[], file: string): Promise<void> {
  const widths = await Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).width))
  const total = widths.reduce((sum, width) => sum + width + gap, gap)
  let left = gap
  const placed = pictures.map((input, index) => {
    const at = { input, left, top: gap }
    left += widths[index]! + gap
    return at
  })
  await sharp({ create: { width: total, height: height + 2 * gap, channels: 3, background: '#e9e6ee' } })
    .composite(placed)
    .webp({ quality: 86 })
    .toFile(file)
}
