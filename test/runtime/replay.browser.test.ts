import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launch } from '../chromium.ts'
import { part } from './parts.ts'
import { startShop, type FixtureShop } from './shop.ts'
import {
  expectSoon,
  firstShown,
  markDocument,
  openVisitor,
  slowDown,
  watch,
  type Visitor,
} from './visitor.ts'

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

async function open(html: string, prepare?: (visitor: Visitor) => Promise<void>): Promise<Visitor> {
  shop.pages.set('/', { html: `<h1>Replay</h1>${html}` })
  const visitor = await openVisitor(browser, shop.origin)
  await prepare?.(visitor)
  await visitor.page.goto('/', { waitUntil: 'domcontentloaded' })
  return visitor
}

/** Clicks these, in this order, the moment the document is parsed. */
function clickWhenParsed(...selectors: string[]) {
  return async (visitor: Visitor): Promise<void> => {
    await slowDown(visitor)
    await visitor.page.addInitScript((all) => {
      document.addEventListener('DOMContentLoaded', () => {
        for (const selector of all) document.querySelector<HTMLElement>(selector)!.click()
      })
    }, selectors)
  }
}

const added = (): unknown[] => shop.posts('/api/web/cart/add').map((one) => JSON.parse(one.body) as unknown)

describe('on a slow phone, before a part is awake', () => {
  it('a click on "Add to cart" as soon as the document is parsed adds exactly once', async () => {
    const { page } = await open(part('adder', { sku: '1020' }), clickWhenParsed('button[value=cart]'))
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    await page.waitForTimeout(500)
    expect(added()).toEqual([{ sku: '1020', way: 'cart' }])
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  it('three quick clicks add exactly three, each by the button that was clicked', async () => {
    const [cart, checkout] = ['button[value=cart]', 'button[value=checkout]']
    const { page } = await open(part('adder', { sku: '1020' }), clickWhenParsed(cart, checkout, cart))
    await expectSoon(() => page.locator('output').textContent()).toBe('3')
    await page.waitForTimeout(500)
    expect(added().map((input) => (input as { way: string }).way)).toEqual(['cart', 'checkout', 'cart'])
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  it('clicks on plain buttons are done in order, each on what the one before has left', async () => {
    const [left, right] = ['main button:first-child span', 'main button:nth-child(2)']
    const { page } = await open(part('clicker'), clickWhenParsed(left, right, left, left))
    await expect
      .poll(() => page.locator('output').textContent(), { timeout: 20_000 })
      .toBe('left right left left')
    await page.waitForTimeout(300)
    expect(added()).toHaveLength(4)
  })

  it('real clicks of a real mouse are done once each', async () => {
    const { page } = await open(part('clicker', {}, 'visible'), slowDown)
    await page.getByRole('button', { name: 'Left' }).click({ clickCount: 3 })
    await expectSoon(() => page.locator('output').textContent()).toBe('left left left')
    await page.getByRole('button', { name: 'Right' }).click()
    await expectSoon(() => page.locator('output').textContent()).toBe('left left left right')
  })
})

describe('while a part is loading', () => {
  it('a press shows that it was heard after 200 ms, not before', async () => {
    shop.scripts.set('clicker', { delay: 1500 })
    const { page } = await open(part('clicker'))
    await watch(page, { busy: 'x-island[aria-busy=true]', done: 'output:not(:empty)' })
    await page.getByRole('button', { name: 'Left' }).click()
    await expectSoon(() => page.locator('output').textContent()).toBe('left')
    const { busy, done } = await firstShown(page)
    expect(busy).toBeGreaterThanOrEqual(200)
    expect(busy).toBeLessThan(done!)
    expect(await page.locator('x-island').getAttribute('aria-busy')).toBeNull()
  })

  it('a form outside waits for the choice that was made in it', async () => {
    shop.scripts.set('clicker', { delay: 1000 })
    const form = `<form action="/form/cart/add" method="post" data-action="cart/add">
      <input type="hidden" name="sku" value="oat"><button>Add all</button></form>`
    const { page } = await open(part('clicker') + form)
    await page.evaluate(() => {
      // As a part that writes what was chosen into the fields that follow it.
      const chosen = new MutationObserver(() => {
        document.querySelector<HTMLInputElement>('[name=sku]')!.value = 'sage'
      })
      chosen.observe(document.querySelector('output')!, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    await page.getByRole('button', { name: 'Left' }).click()
    await page.getByRole('button', { name: 'Add all' }).click()
    await expectSoon(() => added().length).toBe(2)
    expect(added()).toEqual([{ sku: 'clicked', way: 'left' }, { sku: 'sage' }])
  })

  it('a link in it works at once', async () => {
    shop.scripts.set('clicker', { delay: 60_000 })
    shop.pages.set('/next', { html: '<h1>Next</h1>' })
    const { page } = await open(part('clicker'))
    await page.getByRole('link', { name: 'A link' }).click()
    await expectSoon(() => page.locator('h1').textContent()).toBe('Next')
  })

  it('what is typed and chosen stays, and the part hears of it when it lives', async () => {
    shop.scripts.set('typed', { delay: 800 })
    const { page } = await open(part('typed'))
    const text = page.getByLabel('text')
    await text.click()
    await text.pressSequentially('violet')
    await page.getByLabel('note').fill('second note')
    await page.getByLabel('gift').check()
    await page.getByLabel('M').check()
    await page.getByLabel('colour').selectOption('blue')
    const note = page.getByLabel('note')
    await note.focus()
    await note.press('Home')
    expect(await page.locator('output').textContent()).toContain('first note')
    await page.evaluate(() => {
      window.heard = []
      const hear = ({ type, target }: Event): void =>
        void window.heard.push(`${type} ${(target as Element).ariaLabel}`)
      for (const type of ['input', 'change']) addEventListener(type, hear)
    })

    const expected = {
      text: 'violet',
      note: 'second note',
      gift: true,
      size: 'M',
      colour: 'blue',
      renders: 0,
    }
    await expectSoon(async () => JSON.parse((await page.locator('output').textContent())!)).toEqual(expected)
    // What is being typed in comes first: no other answer has set its value by then.
    expect((await page.evaluate(() => window.heard))[0]).toBe('input note')
    expect(await note.evaluate((field) => (field as HTMLTextAreaElement).selectionStart)).toBe(0)
    await page.getByRole('button', { name: 'Render' }).click()
    await expect
      .poll(async () => JSON.parse((await page.locator('output').textContent())!))
      .toEqual({ ...expected, renders: 1 })
    expect(await text.inputValue()).toBe('violet')
    expect(await page.getByLabel('M').isChecked()).toBe(true)
  })

  it("keys of a widget are kept, the browser's own are not", async () => {
    shop.scripts.set('keys', { delay: 500 })
    const { page } = await open(`${part('keys')}<button>after</button>`)
    await page.getByRole('listbox').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    expect(
      await page
        .getByRole('button', { name: 'after' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await expectSoon(() => page.locator('output').textContent()).toBe('ArrowDown End')
  })

  it('Enter on a button is one click', async () => {
    shop.scripts.set('clicker', { delay: 300 })
    const { page } = await open(part('clicker'))
    await page.getByRole('button', { name: 'Right' }).press('Enter')
    await expectSoon(() => page.locator('output').textContent()).toBe('right')
  })
})

describe('a form that waits in vain', () => {
  it('is posted after three seconds, with what its button says', async () => {
    shop.scripts.set('adder', { delay: 60_000 })
    const { page } = await open(part('adder', { sku: '7' }))
    const from = Date.now()
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(Date.now() - from).toBeGreaterThanOrEqual(3000)
    expect(shop.posts().map((one) => [one.path, one.body])).toEqual([
      ['/form/cart/add', 'sku=7&way=checkout'],
    ])
  })

  it('is posted as soon as the code cannot be had', async () => {
    shop.scripts.set('adder', { failures: 2 })
    const visitor = await open(part('adder', { sku: '7' }), ({ page }) => page.clock.install())
    const { page } = visitor
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expectSoon(() => shop.scripts.get('adder')).toEqual({ failures: 1 })
    // Time for the second attempt, and none for the three seconds.
    await expectSoon(async () => {
      await page.clock.runFor(100)
      return shop.scripts.get('adder')
    }).toEqual({ failures: 0 })
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => [one.path, one.body])).toEqual([['/form/cart/add', 'sku=7&way=cart']])
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island adder:')])
  })

  it('is posted by a browser without scripts', async () => {
    shop.pages.set('/', { html: part('adder', { sku: '7' }) })
    const { page } = await openVisitor(browser, shop.origin, { scripts: false })
    await page.goto('/')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => one.body)).toEqual(['sku=7&way=cart'])
  })
})

it('keeps the document when it replays a submit', async () => {
  const { page } = await open(part('adder', { sku: '7' }))
  const isSame = await markDocument(page)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expectSoon(() => page.locator('output').textContent()).toBe('1')
  expect(await isSame()).toBe(true)
})

declare global {
  interface Window {
    heard: string[]
  }
}
