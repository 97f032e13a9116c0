import { expect, test } from '../fixtures.ts'
import { placesOf, showSkeleton, skeletonOnTheWay } from './skeletons.ts'

/*
 * What stands in the place of a page while it is on its way.
 */

const { describe } = test

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

describe('a skeleton', () => {
  // What the eye holds on to while a page comes: its place and its width, in the page and in its skeleton.
  const landmarks = [
    ['home', '/', ['.home-hero-text', '.home-hero-media']],
    [
      'category',
      '/category/cups-mugs',
      ['.breadcrumbs', '.product-card-media', 'li:nth-child(2) > .product-card', '.listing-content'],
    ],
    [
      'collection',
      '/collection/quiet-light',
      ['.breadcrumbs', '.group-head-text', '.group-head-picture', '.listing-content', '.product-card-media'],
    ],
    ['tag', '/tag/oak', ['.breadcrumbs', '.group-head-text', '.listing-content', '.product-card-media']],
    ['inquiry', '/inquiry/quote', ['.breadcrumbs', '.inquiry-head', '.inquiry-form']],
    ['product', '/product/perch-stool', ['.breadcrumbs', '.product-page-gallery']],
    ['cart', '/cart', ['.cart-page']],
    [
      'article',
      '/article/what-glaze-is',
      ['.breadcrumbs', '.article-head', '.article-picture > .picture', '.article-body'],
    ],
    [
      'article-list',
      '/article',
      [
        '.breadcrumbs',
        '.article-card-wide',
        '.article-card-media > .picture',
        '.article-cards > li:nth-child(2)',
      ],
    ],
    [
      'page',
      '/page/shipping',
      ['.breadcrumbs', '.page-columns > :first-child', '.page-head', '.page-others'],
    ],
    [
      'promotion',
      '/promotion/two-lamps-one-evening',
      ['.breadcrumbs', '.offer-head > .picture', '.offer-head-text'],
    ],
    ['promotion-list', '/promotion', ['.breadcrumbs', '.offer-card > .picture', '.offer-card:nth-child(2)']],
    ['coupon', '/coupon/calm-fifteen', ['.breadcrumbs', '.offer-head-text']],
    ['coupon-list', '/coupon', ['.breadcrumbs', '.coupon-card']],
  ] as const

  for (const [name, path, selectors] of landmarks)
    test(`stands where the ${name} page will stand`, async ({ page }) => {
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        const real = await placesOf(page, selectors)
        await showSkeleton(page, name)
        expect(await placesOf(page, selectors), `at ${viewport.width}`).toEqual(real)
      }
    })

  test('is that of the list, or of one of it, by the address alone', async ({ page }) => {
    await page.goto('/')
    const shown = (path: string): Promise<string | null> => skeletonOnTheWay(page, path)
    expect(await shown('/article')).toBe('article-list')
    expect(await shown('/article/what-glaze-is')).toBe('article')
    expect(await shown('/promotion')).toBe('promotion-list')
    expect(await shown('/collection/quiet-light')).toBe('collection')
    expect(await shown('/recent')).toBe('recent')
    expect(await shown('/user/favorite')).toBe('favorite')
    expect(await shown('/tableware')).toBe('category')
  })

  test('is there for every page that the runtime waits for', async ({ page }) => {
    await page.goto('/')
    const names = [
      'home',
      'category',
      'collection',
      'tag',
      'product',
      'cart',
      'checkout',
      'order',
      'inquiry',
      'search',
      'article',
      'article-list',
      'page',
      'promotion',
      'promotion-list',
      'user',
    ]
    for (const name of names) await expect(page.locator(`template#skeleton-${name}`)).toHaveCount(1)
  })
})
