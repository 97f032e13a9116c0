import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { styleOf } from './look/style-of.ts'
import { shownTheme, themes, useTheme } from './shop/themes.ts'
import { sampledIf, takingTurns } from './whole.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

const { describe } = test

// Only styles are looked at.
test.use({ own: {}, viewport: desktop, pictures: false })

/** A part that only a rare state of the shop shows, in the shop's own styles. */
async function withPart(page: Page, className: string): Promise<void> {
  await page.evaluate((name) => {
    const part = document.createElement('p')
    part.className = name
    document.querySelector('main > *')!.append(part)
  }, className)
}

describe('every field of a theme', () => {
  const theme = {
    backgroundColor: '#fffdf5',
    titleColor: '#101112',
    heroColor: '#202122',
    primaryColor: '#0b5563',
    infoColor: '#104060',
    successColor: '#105020',
    warningColor: '#6b4200',
    errorColor: '#8b1010',
    textColor: '#303132',
    descColor: '#4f5051',
    salesPriceColor: '#7b1040',
    linePriceColor: '#5f6061',
    placeholderColor: '#5a5b5c',
    borderColor: '#c1c2c3',
    titleFontFamily: '"Liberation Serif", serif',
    fontFamily: '"Liberation Mono", monospace',
    titleFontWeight: 650,
    fontWeight: 350,
    fontSize: '18px',
    titleFontSize: '40px',
    borderRadius: '7px',
    blockSpace: '80px',
    container: {
      screen: { sm: '600px', md: '700px', lg: '1000px', xl: '1100px', '2xl': '1300px', '3xl': '1350px' },
      padding: ['11px', '12px', '13px', '14px'],
    },
  }

  const seen: [field: string, path: string, selector: string, property: string, value: string][] = [
    ['backgroundColor', '/', 'body', 'background-color', 'rgb(255, 253, 245)'],
    ['titleColor', '/product/perch-stool', 'h1', 'color', 'rgb(16, 17, 18)'],
    ['heroColor', '/', '.home-hero-title', 'color', 'rgb(32, 33, 34)'],
    ['primaryColor', '/', '.button-primary', 'background-color', 'rgb(11, 85, 99)'],
    [
      'successColor',
      '/product/perch-stool',
      '.product-buttons-stock::before',
      'background-color',
      'rgb(16, 80, 32)',
    ],
    ['textColor', '/', 'body', 'color', 'rgb(48, 49, 50)'],
    ['descColor', '/category/tableware', '.listing-count', 'color', 'rgb(79, 80, 81)'],
    ['salesPriceColor', '/category/tableware', '.price-reduced .price-now', 'color', 'rgb(123, 16, 64)'],
    ['linePriceColor', '/category/tableware', '.price-line', 'color', 'rgb(95, 96, 97)'],
    ['placeholderColor', '/', '#search-q::placeholder', 'color', 'rgb(90, 91, 92)'],
    ['borderColor', '/', '.header', 'border-bottom-color', 'rgb(193, 194, 195)'],
    ['titleFontFamily', '/', 'h1', 'font-family', '"Liberation Serif", serif'],
    ['fontFamily', '/', 'body', 'font-family', '"Liberation Mono", monospace'],
    ['titleFontWeight', '/', 'h1', 'font-weight', '650'],
    ['fontWeight', '/', 'body', 'font-weight', '350'],
    ['fontSize', '/', 'body', 'font-size', '18px'],
    ['fontSize, by the spacing scale', '/', '.home-section-head', 'margin-bottom', '27px'],
    // 0.57 of 40px and 2.6 of the window's 1440px: between the phone's size and the desk's.
    ['titleFontSize', '/product/perch-stool', 'h1', 'font-size', '60.24px'],
    ['borderRadius', '/', '.button', 'border-top-left-radius', '7px'],
    ['blockSpace', '/', '.home', 'row-gap', '80px'],
    ['container.screen', '/', '.home', 'max-width', '1350px'],
    ['container.padding', '/', '.home', 'padding-left', '14px'],
  ]

  test.beforeAll(({ server }) => useTheme(server, theme))

  test('is seen where it says', async ({ page }) => {
    for (const path of new Set(seen.map(([, at]) => at))) {
      await page.goto(path)
      for (const [field, , selector, property, value] of seen.filter(([, at]) => at === path))
        expect(await styleOf(page, selector, property), field).toBe(value)
    }
    await page.goto('/product/perch-stool')
    for (const [part, property, value] of [
      ['product-buttons-stock product-buttons-stock-low', 'color', 'rgb(107, 66, 0)'],
      ['field-error', 'color', 'rgb(139, 16, 16)'],
    ] as const) {
      await withPart(page, part)
      expect(await styleOf(page, `.${part.replace(' ', '.')}`, property), part).toBe(value)
    }
    await withPart(page, 'product-buttons-stock-order')
    expect(await styleOf(page, '.product-buttons-stock-order::before', 'background-color')).toBe(
      'rgb(16, 64, 96)',
    )
  })

  test('moves the container at its own breakpoints', async ({ page }) => {
    await page.goto('/')
    for (const [width, padding] of [
      [599, '11px'],
      [600, '12px'],
      [1000, '13px'],
      [1300, '14px'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      expect(await styleOf(page, '.home', 'padding-left'), `${width}`).toBe(padding)
    }
  })

  test('shows and hides what its flags say', async ({ server, page }) => {
    const seconds = page.locator('[data-second]')
    const buys = page.locator('.product-buttons-buy .button')
    await page.goto('/search')
    await expect(seconds).not.toHaveCount(0)
    await page.goto('/product/perch-stool')
    await expect(buys).toHaveCount(1)
    await useTheme(server, { hideHeader: true, hideFooter: true, showSlideImage: false, showCart: false })
    await page.goto('/search')
    await expect(page.locator('body > header')).toBeHidden()
    await expect(page.locator('body > footer')).toBeHidden()
    await expect(seconds).toHaveCount(0)
    await page.goto('/product/perch-stool')
    await expect(buys).toHaveCount(0)
  })

  test('reaches the scripts of the page as it is', async ({ server }) => {
    await useTheme(server, { showFavorite: false, useDefTemplate: true, borderRadius: '9px' })
    expect(await shownTheme(server)).toMatchObject({
      showFavorite: false,
      useDefTemplate: true,
      borderRadius: '9px',
    })
  })

  test('chooses the shapes', async ({ server, page }) => {
    const shapes = async (): Promise<string[]> => {
      await page.goto('/')
      const home = [
        await styleOf(page, '.header', 'background-color'),
        await styleOf(page, '.home-hero-text', 'text-align'),
        await styleOf(page, '.home-hero-text', 'background-color'),
      ]
      const links = (await page.locator('.header-links').boundingBox())!
      const logo = (await page.locator('.logo').boundingBox())!
      await page.goto('/category/tableware')
      // Whatever frames a card, its swatches keep clear of the frame.
      const room = await page.locator('.product-card:has(.product-card-swatches)').evaluateAll((cards) =>
        cards.map((card) => {
          const swatches = card.querySelector('.product-card-swatches')!.getBoundingClientRect()
          return card.getBoundingClientRect().bottom - swatches.bottom
        }),
      )
      expect(room.length).toBeGreaterThan(3)
      if ((await styleOf(page, '.product-card', 'border-top-width')) !== '0px')
        expect(Math.min(...room)).toBeGreaterThanOrEqual(12)
      const columns = await styleOf(page, '.product-grid', 'grid-template-columns')
      return [
        ...home,
        links.y > logo.y + logo.height / 2 ? 'below' : links.x > logo.x ? 'after' : 'before',
        await styleOf(page, '.product-card', 'border-top-width'),
        await styleOf(page, '.product-card', 'background-color'),
        `${columns.split(' ').length}`,
      ]
    }
    const none = 'rgba(0, 0, 0, 0)'
    await useTheme(server, 'violet')
    expect(await shapes()).toEqual(['rgb(251, 250, 247)', 'start', none, 'before', '0px', none, '4'])
    await useTheme(server, 'paper')
    expect(await shapes()).toEqual(['rgb(248, 243, 233)', 'center', none, 'below', '1px', none, '4'])
    await useTheme(server, 'harbour')
    const harbour = 'rgb(10, 74, 82)'
    expect(await shapes()).toEqual([harbour, 'start', harbour, 'after', '0px', 'rgb(246, 247, 248)', '5'])
  })
})

/** Those that a theme colours most, two by two: as a sample, a theme is looked at on one pair. */
const pairsOfPages = [
  ['/', '/product/perch-stool'],
  ['/category/tableware', '/cart'],
]

for (const [turn, name] of themes.entries())
  describe(`the theme ${name}`, () => {
    test.beforeAll(({ server }) => useTheme(server, name))

    const modes = ['light', 'dark', 'light.high-contrast', 'dark.high-contrast']
    for (const mode of modes)
      test(
        `has nothing in ${mode} that axe objects to, and nothing wider than the window`,
        sampledIf(mode === (name === 'violet' ? 'dark.high-contrast' : 'light')),
        async ({ visitor }) => {
          const { page, readIn } = await visitor({ viewport: mode.startsWith('dark') ? phone : desktop })
          await readIn(mode)
          for (const path of takingTurns(pairsOfPages, turn).flat()) {
            await page.goto(path)
            await expect(page, path).toPassAxe()
            await expect(page, path).toFitTheWindow()
          }
        },
      )
  })
