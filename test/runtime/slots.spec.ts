import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon } from './visitor.ts'

interface Opened extends Visitor {
  isSameNode: () => Promise<boolean>
}

const test = base.extend<{
  /** Opens a page and remembers the node `.mine`, to be compared later. */
  open(html: string): Promise<Opened>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html) => {
      shop.pages.set('/', { html: `<h1>Slots</h1>${html}` })
      const visitor = await openVisitor()
      await visitor.page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => (window.mine = document.querySelector('.mine')))
      })
      await visitor.page.goto('/')
      const isSameNode = (): Promise<boolean> =>
        visitor.page.evaluate(() => window.mine !== null && window.mine === document.querySelector('.mine'))
      return { ...visitor, isSameNode }
    }),
})

const { describe } = test

const button = (visitor: Visitor, name: string) => visitor.page.getByRole('button', { name, exact: true })

describe('what stands in a slot', () => {
  test('stays the very node that the server sent, through waking, new props, hiding and showing', async ({
    open,
  }) => {
    const visitor = await open(part('content', { title: 'A' }, 'load', '<p class="mine">words</p>'))
    const { page, isSameNode } = visitor
    await button(visitor, 'Hide').click()
    await expectSoon(() => page.locator('.mine').isVisible()).toBe(false)
    await button(visitor, 'Open').click()
    await expectSoon(() => page.locator('.mine').isVisible()).toBe(true)
    await page
      .locator('x-island')
      .evaluate((host) => host.dispatchEvent(new CustomEvent('island:update', { detail: { title: 'B' } })))
    await expectSoon(() => page.locator('h2').textContent()).toBe('B')
    expect(await isSameNode()).toBe(true)
  })

  test('comes back as the same node after it was taken out; a part in it starts anew', async ({ open }) => {
    const inner = part('counter', { label: 'inner' }, 'load')
    const visitor = await open(part('content', {}, 'load', `<p class="mine">words</p>${inner}`))
    const { page, isSameNode } = visitor
    await page.locator('.counter[data-alive=true]').waitFor()
    await page.locator('.counter button').click()
    await button(visitor, 'Take out').click()
    await expectSoon(() => page.locator('.mine').count()).toBe(0)
    expect(await page.evaluate(() => window.unmounts)).toEqual(['inner'])
    await button(visitor, 'Open').click()
    await page.locator('.counter[data-alive=true]').waitFor()
    expect(await page.locator('.counter button').textContent()).toBe('inner: 0')
    expect(await isSameNode()).toBe(true)
  })

  test('is independent: a part in it may live before the part around it, and keeps its state', async ({
    open,
  }) => {
    const inner = part('counter', { label: 'inner' })
    const visitor = await open(part('content', {}, 'interact', `<div class="mine">${inner}</div>`))
    const { page, isSameNode } = visitor
    await page.locator('.counter button').click()
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('inner: 1')
    await button(visitor, 'Hide').click()
    await expectSoon(() => page.locator('.counter').isVisible()).toBe(false)
    await button(visitor, 'Open').click()
    await page.locator('.counter button').click()
    expect(await page.locator('.counter button').textContent()).toBe('inner: 2')
    expect(await isSameNode()).toBe(true)
  })

  test('is not held: a form in it is posted while the part around it sleeps', async ({ shop, open }) => {
    const form = '<form action="/form/plain" method="post"><button name="a" value="1">Post</button></form>'
    shop.scripts.set('content', { delay: 60_000 })
    const visitor = await open(part('content', {}, 'interact', form))
    await button(visitor, 'Post').click()
    await visitor.page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => one.body)).toEqual(['a=1'])
  })

  test('survives that its part is moved out of the page and back', async ({ open }) => {
    const visitor = await open(part('content', { title: 'A' }, 'load', '<p class="mine">words</p>'))
    const { page, isSameNode } = visitor
    await button(visitor, 'Hide').click()
    await expectSoon(() => page.locator('.mine').isVisible()).toBe(false)
    await page.evaluate(async () => {
      const host = document.querySelector('x-island')!
      const parent = host.parentElement!
      host.remove()
      await new Promise((resolve) => setTimeout(resolve, 50))
      parent.append(host)
    })
    await expectSoon(() => page.locator('.mine').isVisible()).toBe(true)
    expect(await isSameNode()).toBe(true)
  })
})

describe('content that a merchant wrote, without a slot', () => {
  test('becomes the content of the part: the nodes themselves, with what lives in them', async ({
    shop,
    open,
  }) => {
    const inner = part('counter', { label: 'inner' }, 'load')
    shop.scripts.set('content', { delay: 600 })
    const visitor = await open(
      `<x-island c="content" on="load" p='{"title":"Written"}'><p class="mine">words</p>${inner}</x-island>`,
    )
    const { page, isSameNode } = visitor
    await page.locator('.counter[data-alive=true]').waitFor()
    await page.locator('.counter button').click()
    await page.getByRole('heading', { name: 'Written' }).waitFor()
    expect(await isSameNode()).toBe(true)
    await page.locator('.counter button').click()
    expect(await page.locator('.counter button').textContent()).toBe('inner: 2')
    expect(await page.evaluate(() => window.unmounts)).toBeUndefined()
    await button(visitor, 'Hide').click()
    await expectSoon(() => page.locator('.mine').isVisible()).toBe(false)
  })
})

declare global {
  interface Window {
    mine: Element | null
  }
}
