import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, letPass, untilAlive } from './visitor.ts'

const test = base.extend<{
  /** A page with a part that fails and one that must not notice. */
  open(html: string): Promise<Visitor>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html) => {
      shop.pages.set('/', { html: `<h1>Crash</h1>${html}${part('counter', { label: 'other' }, 'load')}` })
      const visitor = await openVisitor()
      await visitor.page.addInitScript(() => {
        window.failures = []
        document.addEventListener('island:error', (event) =>
          window.failures.push((event as CustomEvent).detail.name),
        )
      })
      await visitor.page.goto('/')
      await visitor.page.locator('.counter[data-alive=true]').first().waitFor()
      return visitor
    }),
})

const { describe } = test

async function expectRestored({ page, errors }: Visitor): Promise<void> {
  const dead = page.locator('x-island[data-dead]')
  await dead.waitFor({ state: 'attached' })
  expect(await dead.locator('p').textContent()).toBe('Made by the server')
  expect(await page.evaluate(() => window.failures)).toEqual(['crasher'])
  expect(errors.splice(0)).toEqual([expect.stringContaining('Island crasher:')])
  const other = page.locator('main > x-island:last-child .counter button')
  await other.click()
  expect(await other.textContent()).toBe('other: 1')
}

describe('a part that crashes leaves the HTML of the server, and the others alone', () => {
  test('while it renders', async ({ open }) => {
    const visitor = await open(part('crasher', { when: 'render' }, 'load'))
    await expectRestored(visitor)
  })

  test('in an effect', async ({ open }) => {
    const visitor = await open(part('crasher', { when: 'effect' }, 'load'))
    await expectRestored(visitor)
  })

  test('in the rendering after a click, long after it came to life', async ({ open }) => {
    const visitor = await open(part('crasher', { when: 'click' }, 'load'))
    await untilAlive(visitor.page, 'crasher')
    await visitor.page.getByRole('button', { name: 'Click' }).click()
    await expectRestored(visitor)
  })

  test('in the rendering after a click that was kept for it', async ({ open }) => {
    const visitor = await open(part('crasher', { when: 'click' }))
    await visitor.page.getByRole('button', { name: 'Click' }).click()
    await expectRestored(visitor)
  })

  test('when an update brings it down', async ({ open }) => {
    const visitor = await open(part('crasher', { when: 'never' }, 'load'))
    await untilAlive(visitor.page, 'crasher')
    await visitor.page.evaluate(() =>
      document
        .querySelector('x-island[c=crasher]')!
        .dispatchEvent(new CustomEvent('island:update', { detail: { when: 'render' } })),
    )
    await expectRestored(visitor)
  })
})

describe('what was in the part that crashed', () => {
  test('stays: what was typed before it woke', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('crasher', { held })
    const visitor = await open(part('crasher', { when: 'render' }, 'load'))
    await visitor.page.getByLabel('kept').fill('precious')
    letGo()
    await expectRestored(visitor)
    expect(await visitor.page.getByLabel('kept').inputValue()).toBe('precious')
  })

  test('is posted, if it was a form that had been sent', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('crasher', { held })
    const visitor = await open(part('crasher', { when: 'render' }))
    await visitor.page.getByLabel('kept').fill('precious')
    await visitor.page.getByRole('button', { name: 'Send' }).click()
    letGo()
    await visitor.page.getByRole('heading', { name: 'Posted' }).waitFor()
    expect(shop.posts().map((one) => [one.path, one.body])).toEqual([
      ['/form/crashed', 'kept=precious&way=sent'],
    ])
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island crasher:')])
  })

  test('is not sent again, if it was done before the crash', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('crasher', { held })
    const visitor = await open(part('crasher', { when: 'click' }))
    const { page } = visitor
    await page.clock.install()
    await page.getByRole('button', { name: 'Send' }).click()
    letGo()
    await expectSoon(() => page.locator('output').textContent()).toBe('1')
    await page.getByRole('button', { name: 'Click' }).click()
    await expectRestored(visitor)
    await letPass(page, 10_000)
    expect(shop.posts()).toEqual([])
  })

  test('lives on, if it stood in the slot: the same nodes, in the state that they had', async ({ open }) => {
    const visitor = await open(
      part('crasher', { when: 'click' }, 'load', part('counter', { label: 'inner' }, 'load')),
    )
    const { page } = visitor
    const inner = page.locator('x-slot .counter button')
    await page.locator('x-slot .counter[data-alive=true]').waitFor()
    await inner.click()
    await page.getByRole('button', { name: 'Click' }).click()
    await expectRestored(visitor)
    await inner.click()
    expect(await inner.textContent()).toBe('inner: 2')
  })
})

declare global {
  interface Window {
    failures: string[]
  }
}
