import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launch } from '../chromium.ts'
import { part } from './parts.ts'
import { startShop, type FixtureShop } from './shop.ts'
import { expectSoon, markDocument, openVisitor, slowDown, type Visitor } from './visitor.ts'

let shop: FixtureShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})
beforeEach(() => shop.reset())

const form = `<form action="/form/cart/add" method="post" data-action="cart/add" data-done="Added to <b>cart</b>">
  <input type="hidden" name="sku" value="1020-red"><input type="hidden" name="quantity" value="2" data-number>
  <input type="hidden" name="lines[]" value="7" data-number><input type="hidden" name="lines[]" value="8" data-number>
  <input type="number" name="size" value="4"><button name="way" value="cart">Add</button></form>`

async function open(
  html = form,
  prepare?: (visitor: Visitor) => Promise<void>,
): Promise<Visitor & { isSame: () => Promise<boolean> }> {
  shop.pages.set('/', { html: `<h1>Forms</h1>${html}` })
  const visitor = await openVisitor(browser, shop.origin)
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
}

const sent = { sku: '1020-red', quantity: 2, lines: [7, 8], size: 4, way: 'cart' }
const calls = (): unknown[] => shop.posts('/api/web/cart/add').map((one) => JSON.parse(one.body) as unknown)

describe('a plain form with an action', () => {
  it('is one call, and tells the page and the person of it', async () => {
    const { page, isSame } = await open()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Added to cart').waitFor()
    expect(await page.locator('.toast b').textContent()).toBe('cart')
    expect(calls()).toEqual([sent])
    expect(await page.evaluate(() => window.told)).toEqual([
      ['violet:done', 'cart/add', sent, { ok: true, value: sent }],
    ])
    expect(await isSame()).toBe(true)
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  it('is three calls for three quick clicks, one after the other, each with a key of its own', async () => {
    let running = 0
    let most = 0
    shop.calls.set('/cart/add', async (input) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 100))
      running--
      return { envelope: { code: 0, msg: '', data: input } }
    })
    const { page } = await open(form, slowDown)
    const button = page.getByRole('button', { name: 'Add' })
    await button.click({ clickCount: 3 })
    expect(await button.getAttribute('aria-busy')).toBe('true')
    await expectSoon(() => page.evaluate(() => window.told.length)).toBe(3)
    await page.waitForTimeout(300)
    expect(calls()).toHaveLength(3)
    expect(most).toBe(1)
    expect(new Set(shop.posts().map((one) => one.headers['idempotency-key'])).size).toBe(3)
    expect(await button.getAttribute('aria-busy')).toBeNull()
  })

  it('needs no island to be awake, and wakes none', async () => {
    const { page } = await open(`<x-island c="counter" p='{}'>${form}</x-island>`)
    await page.getByRole('button', { name: 'Add' }).click()
    await expectSoon(() => calls().length).toBe(1)
    expect(await page.evaluate(() => window.mounts)).toBeUndefined()
  })

  it('that an island has taken for itself is left to it', async () => {
    const { page } = await open(part('adder', { sku: '7' }, 'load'))
    await page.waitForTimeout(300)
    await page.locator('form').evaluate((element) => (element.dataset['action'] = 'cart/add'))
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    expect(calls()).toEqual([{ sku: '7', way: 'cart' }])
  })

  it('that is refused says why', async () => {
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
    }
    expect(await page.evaluate(() => window.told)).toEqual([
      ['violet:failed', 'cart/add', sent, { ok: false, problem }],
    ])
  })

  it('is posted when the code for it cannot be had', async () => {
    shop.scripts.set('actions', { failures: 9 })
    const { page } = await open()
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts('/form/cart/add').map((one) => one.body)).toEqual([
      'sku=1020-red&quantity=2&lines%5B%5D=7&lines%5B%5D=8&size=4&way=cart',
    ])
  })

  it('with a file is a post', async () => {
    const { page } = await open(
      '<form action="/form/x" method="post" enctype="multipart/form-data" data-action="x"><button>Send</button></form>',
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => one.path)).toEqual(['/form/x'])
  })
})

declare global {
  interface Window {
    told: unknown[]
  }
}
