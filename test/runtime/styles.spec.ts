import type { Page } from '@playwright/test'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon, markDocument } from './visitor.ts'

const test = base.extend<{ open(path?: string): Promise<Visitor & { isSame: () => Promise<boolean> }> }>({
  open: ({ openVisitor }, provide) =>
    provide(async (path = '/') => {
      const visitor = await openVisitor()
      await visitor.page.goto(path)
      return { ...visitor, isSame: await markDocument(visitor.page) }
    }),
})

const { describe } = test

test.beforeEach(({ shop }) => {
  shop.pages.set('/', {
    html: '<h1>Home</h1><a href="/checkout" data-no-prefetch>pay</a> <a href="/product" data-no-prefetch>stool</a>',
    meta: { styles: ['base', 'home'] },
  })
  shop.pages.set('/product', {
    html: '<h1>Stool</h1><a href="/" data-no-prefetch>home</a>',
    meta: { styles: ['base', 'product'] },
  })
  shop.pages.set('/checkout', {
    html: '<h1>Checkout</h1><a href="/product" data-no-prefetch>stool</a>',
    meta: { styles: ['base', 'product', 'checkout'] },
  })
})

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

/** The names of the stylesheets, in their order. */
function inOrder(page: Page): Promise<(string | undefined)[]> {
  return page
    .locator('link[data-styles]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['styles']))
}

/** For each page that was put on the screen: which stylesheets counted when it was. */
async function noteStyles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    new MutationObserver(() => {
      const style = getComputedStyle(document.documentElement)
      const counting = ['home', 'product', 'checkout'].filter(
        (name) => style.getPropertyValue(`--${name}`) !== '',
      )
      noted.push(`${document.querySelector('h1')?.textContent}: ${counting.join(' ')}`)
    }).observe(document.querySelector('main')!, { childList: true })
  })
  return () => page.evaluate(() => (window as unknown as { noted: string[] }).noted)
}

describe('the stylesheets of another area', () => {
  test('are there before its page is shown', async ({ shop, open }) => {
    shop.styles.set('checkout', { delay: 700 })
    const { page, isSame } = await open()
    const styled = await noteStyles(page)
    await link(page, 'pay').click()
    await heading(page, 'Checkout')
    expect(await styled()).toEqual(['Checkout: home product checkout'])
    expect(await isSame()).toBe(true)
  })

  test('count in the order of the shop, whichever came first', async ({ open }) => {
    const { page } = await open('/checkout')
    expect(await inOrder(page)).toEqual(['base', 'product', 'checkout'])
    await link(page, 'stool').click()
    await heading(page, 'Stool')
    await link(page, 'home').click()
    await heading(page, 'Home')
    expect(await inOrder(page)).toEqual(['base', 'home', 'product', 'checkout'])
    const last = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--last'),
    )
    expect(last).toBe('checkout')
  })

  test('are fetched once', async ({ open }) => {
    const { page } = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await link(page, 'stool').click()
    await heading(page, 'Stool')
    await page.goBack()
    await heading(page, 'Home')
    await page.goForward()
    await heading(page, 'Stool')
    expect(asked.filter((path) => path.endsWith('.css'))).toEqual(['/product.css'])
  })

  test('that cannot be had make it an ordinary page load', async ({ shop, open }) => {
    // It is asked for with the answer, and once more when the page is to be shown.
    shop.styles.set('checkout', { failures: 2 })
    const visitor = await open()
    const { page, isSame } = visitor
    await link(page, 'pay').click()
    await heading(page, 'Checkout')
    await expectSoon(isSame).toBe(false)
    expect(shop.documents('/checkout')).toHaveLength(1)
    expect(await inOrder(page)).toEqual(['base', 'product', 'checkout'])
    visitor.errors.splice(0)
  })
})

describe('a skeleton', () => {
  test.beforeEach(({ shop }) => {
    shop.pages.set('/', { ...shop.pages.get('/')!, skeletonStyles: 'base product' })
    shop.pages.set('/product', { ...shop.pages.get('/product')!, delay: 1_500 })
  })

  test('brings the stylesheets of its page, while the page is on its way', async ({ open }) => {
    const { page } = await open()
    await link(page, 'stool').click()
    await page.getByText('A product is coming').waitFor()
    expect(await inOrder(page)).toEqual(['base', 'home', 'product'])
    await heading(page, 'Stool')
  })

  test('does not show without them', async ({ shop, open }) => {
    shop.styles.set('product', { failures: 2 })
    const visitor = await open()
    const { page, isSame } = visitor
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-skeleton]')) localStorage.setItem('skeleton', 'shown')
      }).observe(document.body, { childList: true })
    })
    await link(page, 'stool').click()
    await heading(page, 'Stool')
    await expectSoon(isSame).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('skeleton'))).toBeNull()
    visitor.errors.splice(0)
  })
})
