import type { Page } from '@playwright/test'
import { part } from './parts.ts'
import type { FixtureShop } from './shop.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, markDocument, roundTrip, slowDown, untilAlive } from './visitor.ts'

const form = `<form action="/form/cart/add" method="post" data-action="cart/add" data-done="Added to <b>cart</b>">
  <input type="hidden" name="sku" value="1020-red"><input type="hidden" name="quantity" value="2" data-number>
  <input type="hidden" name="lines[]" value="7" data-number><input type="hidden" name="lines[]" value="8" data-number>
  <input type="number" name="size" value="4"><button name="way" value="cart">Add</button></form>`

interface Opened extends Visitor {
  isSame: () => Promise<boolean>
}

const test = base.extend<{
  open(html?: string, prepare?: (visitor: Visitor) => Promise<void>): Promise<Opened>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html = form, prepare) => {
      shop.pages.set('/', { html: `<h1>Forms</h1>${html}` })
      const visitor = await openVisitor()
      await visitor.page.addInitScript(() => {
        window.told = []
        for (const name of ['violet:done', 'violet:failed']) {
          document.addEventListener(name, (event) => {
            const { action, input, result } = (event as CustomEvent).detail
            window.told.push([name, action, input, result])
          })
        }
      })
      await prepare?.(visitor)
      await visitor.page.goto('/')
      return { ...visitor, isSame: await markDocument(visitor.page) }
    }),
})

const { describe } = test

const sent = { sku: '1020-red', quantity: 2, lines: [7, 8], size: 4, way: 'cart' }
const calls = (shop: FixtureShop): unknown[] =>
  shop.posts('/api/web/cart/add').map((one) => JSON.parse(one.body) as unknown)

describe('a plain form with an action', () => {
  test('is one call, and tells the page and the person of it', async ({ shop, open }) => {
    const { page, isSame } = await open()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Added to cart').waitFor()
    expect(await page.locator('.toast b').textContent()).toBe('cart')
    expect(calls(shop)).toEqual([sent])
    expect(await page.evaluate(() => window.told)).toEqual([
      ['violet:done', 'cart/add', sent, { ok: true, value: sent }],
    ])
    expect(await isSame()).toBe(true)
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  test('is three calls for three quick clicks, one after the other, each with a key of its own', async ({
    shop,
    open,
  }) => {
    let running = 0
    let most = 0
    const { held, letGo } = createHold()
    shop.calls.set('/cart/add', async (input) => {
      most = Math.max(most, ++running)
      await held
      await new Promise((resolve) => setTimeout(resolve, 100))
      running--
      return { envelope: { code: 0, msg: '', data: input } }
    })
    const { page } = await open(form, slowDown)
    const button = page.getByRole('button', { name: 'Add' })
    await button.click({ clickCount: 3 })
    expect(await button.getAttribute('aria-busy')).toBe('true')
    letGo()
    await expectSoon(() => page.evaluate(() => window.told.length)).toBe(3)
    await roundTrip(page)
    expect(calls(shop)).toHaveLength(3)
    expect(most).toBe(1)
    expect(new Set(shop.posts().map((one) => one.headers['idempotency-key'])).size).toBe(3)
    expect(await button.getAttribute('aria-busy')).toBeNull()
  })

  test('needs no island to be awake, and wakes none', async ({ shop, open }) => {
    const { page } = await open(`<x-island c="counter" p='{}'>${form}</x-island>`)
    await page.getByRole('button', { name: 'Add' }).click()
    await expectSoon(() => calls(shop).length).toBe(1)
    expect(await page.evaluate(() => window.mounts)).toBeUndefined()
  })

  test('that an island has taken for itself is left to it', async ({ shop, open }) => {
    const { page } = await open(part('adder', { sku: '7' }, 'load'))
    await untilAlive(page, 'adder')
    await page.locator('form').evaluate((element) => (element.dataset['action'] = 'cart/add'))
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    expect(calls(shop)).toEqual([{ sku: '7', way: 'cart' }])
  })

  test('that is refused says why', async ({ shop, open }) => {
    const data = { problem: 'out_of_stock', details: { left: 0 } }
    shop.calls.set('/cart/add', () => ({ status: 409, envelope: { code: 40, msg: 'Sold out', data } }))
    const { page } = await open()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Sold out').waitFor()
    const problem = {
      code: 40,
      msg: 'Sold out',
      problem: 'out_of_stock',
      details: { left: 0 },
      fields: {},
      data,
      isLost: false,
    }
    expect(await page.evaluate(() => window.told)).toEqual([
      ['violet:failed', 'cart/add', sent, { ok: false, problem }],
    ])
  })

  test('is posted when the code for it cannot be had', async ({ shop, open }) => {
    shop.scripts.set('actions', { failures: 9 })
    const { page } = await open()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts('/form/cart/add').map((one) => one.body)).toEqual([
      'sku=1020-red&quantity=2&lines%5B%5D=7&lines%5B%5D=8&size=4&way=cart',
    ])
  })

  test('is not posted into a gap of the network, and made when pressed again', async ({ shop, open }) => {
    const { page, context, isSame } = await open()
    await context.setOffline(true)
    const button = page.getByRole('button', { name: 'Add' })
    await button.click()
    await page.getByText('You are offline').waitFor()
    expect(await button.getAttribute('aria-busy')).toBeNull()
    await context.setOffline(false)
    await button.click()
    await page.getByText('Added to cart').waitFor()
    expect(calls(shop)).toEqual([sent])
    expect(await isSame()).toBe(true)
  })

  test('with a file is a post', async ({ shop, open }) => {
    const { page } = await open(
      '<form action="/form/x" method="post" enctype="multipart/form-data" data-action="x"><button>Send</button></form>',
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => one.path)).toEqual(['/form/x'])
  })
})

describe('a plain form, in a browser that knows of no network', () => {
  const plain =
    '<form action="/form/x" method="post"><input name="word" value="oak"><button name="way" value="a">Send</button></form>'
  const withoutNetwork = (page: Page): Promise<void> =>
    page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
    })

  test('is posted to a shop that answers', async ({ shop, open }) => {
    const { page } = await open(plain)
    await withoutNetwork(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts('/form/x').map((one) => one.body)).toEqual(['word=oak&way=a'])
  })

  test('stays where none does, with what was typed, and is sent when pressed again', async ({
    shop,
    open,
  }) => {
    const { page, context, isSame } = await open(plain)
    const notice = page.getByRole('status').filter({ hasText: 'You are offline' })
    // In the page from the beginning: of a region that appears with its words, readers may say nothing.
    expect(await page.locator('[data-offline]').evaluate((element) => element.outerHTML)).toBe(
      '<p data-offline="" role="status"></p>',
    )
    await context.setOffline(true)
    await page.getByRole('textbox').fill('ash')
    await page.getByRole('button', { name: 'Send' }).click()
    await notice.waitFor()
    expect(await page.getByRole('textbox').inputValue()).toBe('ash')
    expect(await isSame()).toBe(true)
    await context.setOffline(false)
    await notice.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts('/form/x').map((one) => one.body)).toEqual(['word=ash&way=a'])
  })

  test('closes its dialog without asking anybody', async ({ shop, open }) => {
    const { page } = await open(
      '<dialog><form method="dialog"><button value="yes">Close</button></form></dialog>',
    )
    await withoutNetwork(page)
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('dialog').waitFor({ state: 'hidden' })
    expect(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.returnValue)).toBe(
      'yes',
    )
    expect(shop.posts()).toEqual([])
  })
})

declare global {
  interface Window {
    told: unknown[]
  }
}
