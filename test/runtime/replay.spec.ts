import { stopClock } from '#test/page-clock.ts'
import { part } from './parts.ts'
import type { FixtureShop } from './shop.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, letPass, markDocument, slowDown } from './visitor.ts'

const test = base.extend<{
  open(html: string, prepare?: (visitor: Visitor) => Promise<void>): Promise<Visitor>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html, prepare) => {
      shop.pages.set('/', { html: `<h1>Replay</h1>${html}` })
      const visitor = await openVisitor()
      await visitor.page.clock.install()
      await prepare?.(visitor)
      await visitor.page.goto('/', { waitUntil: 'domcontentloaded' })
      return visitor
    }),
})

const { describe } = test

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

const added = (shop: FixtureShop): unknown[] =>
  shop.posts('/api/web/cart/add').map((one) => JSON.parse(one.body) as unknown)

describe('on a slow phone, before a part is awake', () => {
  test('a click on "Add to cart" as soon as the document is parsed adds exactly once', async ({
    shop,
    open,
  }) => {
    const { page } = await open(part('adder', { sku: '1020' }), clickWhenParsed('button[value=cart]'))
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    await letPass(page, 10_000)
    expect(added(shop)).toEqual([{ sku: '1020', way: 'cart' }])
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  test('three quick clicks add exactly three, each by the button that was clicked', async ({
    shop,
    open,
  }) => {
    const [cart, checkout] = ['button[value=cart]', 'button[value=checkout]']
    const { page } = await open(part('adder', { sku: '1020' }), clickWhenParsed(cart, checkout, cart))
    await expectSoon(() => page.locator('output').textContent()).toBe('3')
    await letPass(page, 10_000)
    // Sent at once on connections of their own, they may arrive in any order.
    expect(
      added(shop)
        .map((input) => (input as { way: string }).way)
        .toSorted(),
    ).toEqual(['cart', 'cart', 'checkout'])
    expect(shop.posts('/form/cart/add')).toEqual([])
  })

  test('clicks on plain buttons are done in order, each on what the one before has left', async ({
    shop,
    open,
  }) => {
    const [left, right] = ['main button:first-child span', 'main button:nth-child(2)']
    const { page } = await open(part('clicker'), clickWhenParsed(left, right, left, left))
    await expect
      .poll(() => page.locator('output').textContent(), { timeout: 20_000 })
      .toBe('left right left left')
    await letPass(page, 10_000)
    expect(added(shop)).toHaveLength(4)
  })

  test('real clicks of a real mouse are done once each', async ({ open }) => {
    const { page } = await open(part('clicker', {}, 'visible'), slowDown)
    await page.getByRole('button', { name: 'Left' }).click({ clickCount: 3 })
    await expectSoon(() => page.locator('output').textContent()).toBe('left left left')
    await page.getByRole('button', { name: 'Right' }).click()
    await expectSoon(() => page.locator('output').textContent()).toBe('left left left right')
  })
})

describe('while a part is loading', () => {
  test('a press shows that it was heard after 200 ms, not before', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('clicker', { held })
    const { page } = await open(part('clicker'))
    const host = page.locator('x-island')
    await stopClock(page)
    await page.getByRole('button', { name: 'Left' }).click()
    await page.clock.runFor(199)
    expect(await host.getAttribute('aria-busy')).toBeNull()
    await page.clock.runFor(1)
    expect(await host.getAttribute('aria-busy')).toBe('true')
    letGo()
    await expectSoon(() => page.locator('output').textContent()).toBe('left')
    expect(await host.getAttribute('aria-busy')).toBeNull()
  })

  test('a form outside waits for the choice that was made in it', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('clicker', { held })
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
    letGo()
    await expectSoon(() => added(shop).length).toBe(2)
    expect(added(shop)).toEqual([{ sku: 'clicked', way: 'left' }, { sku: 'sage' }])
  })

  test('a link in it works at once', async ({ shop, open }) => {
    shop.scripts.set('clicker', { delay: 60_000 })
    shop.pages.set('/next', { html: '<h1>Next</h1>' })
    const { page } = await open(part('clicker'))
    await page.getByRole('link', { name: 'A link' }).click()
    await expectSoon(() => page.locator('h1').textContent()).toBe('Next')
  })

  test('what is typed and chosen stays, and the part hears of it when it lives', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('typed', { held })
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
    letGo()

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

  test("keys of a widget are kept, the browser's own are not", async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('keys', { held })
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
    letGo()
    await expectSoon(() => page.locator('output').textContent()).toBe('ArrowDown End')
  })

  test('Enter on a button is one click', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('clicker', { held })
    const { page } = await open(part('clicker'))
    await page.getByRole('button', { name: 'Right' }).press('Enter')
    letGo()
    await expectSoon(() => page.locator('output').textContent()).toBe('right')
  })
})

describe('a form that waits in vain', () => {
  test('is posted after three seconds, with what its button says', async ({ shop, open }) => {
    shop.scripts.set('adder', { delay: 60_000 })
    const { page } = await open(part('adder', { sku: '7' }))
    await stopClock(page)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await letPass(page, 2_999)
    expect(shop.posts()).toEqual([])
    await page.clock.runFor(1)
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => [one.path, one.body])).toEqual([
      ['/form/cart/add', 'sku=7&way=checkout'],
    ])
  })

  test('is posted as soon as the code cannot be had', async ({ shop, open }) => {
    shop.scripts.set('adder', { failures: 2 })
    const visitor = await open(part('adder', { sku: '7' }))
    const { page } = visitor
    await stopClock(page)
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

  test('is kept on its page by a gap of the network, and done when pressed again', async ({ shop, open }) => {
    const { page, context } = await open(part('adder', { sku: '7' }))
    await context.setOffline(true)
    const button = page.getByRole('button', { name: 'Add to cart' })
    await button.click()
    await page.getByText('You are offline').waitFor()
    expect(await page.locator('h1').textContent()).toBe('Replay')
    expect(await page.locator('x-island').getAttribute('aria-busy')).toBeNull()
    await context.setOffline(false)
    await button.click()
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    expect(shop.posts('/form/cart/add')).toEqual([])
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
  })

  test('is not posted after three seconds into a gap of the network', async ({ shop, open }) => {
    const { held } = createHold()
    shop.scripts.set('adder', { held })
    const { page, context } = await open(part('adder', { sku: '7' }))
    const button = page.getByRole('button', { name: 'Add to cart' })
    await button.click()
    await context.setOffline(true)
    // The press may reach the page's own script a moment after the click: its three seconds begin there.
    await expect(page.locator('x-island')).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(3_000)
    await page.getByText('You are offline').waitFor()
    expect(shop.posts()).toEqual([])
    expect(await page.locator('h1').textContent()).toBe('Replay')
  })

  test('is posted by a browser without scripts', async ({ shop, openVisitor }) => {
    shop.pages.set('/', { html: part('adder', { sku: '7' }) })
    const { page } = await openVisitor({ scripts: false })
    await page.goto('/')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => one.body)).toEqual(['sku=7&way=cart'])
  })
})

test('keeps the document when it replays a submit', async ({ open }) => {
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
