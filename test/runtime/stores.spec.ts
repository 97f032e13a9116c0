import type { Page } from '@playwright/test'
import { verifyTexts } from '#features/verify/islands/verify/texts.ts'
import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon } from './visitor.ts'

/*
 * What the stores hold that a call has to bring, or that an island finds out.
 */

const test = base.extend<{ open(html?: string): Promise<Visitor> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html = '') => {
      shop.pages.set('/', { html: `<h1>Stores</h1>${html}` })
      const visitor = await openVisitor()
      await visitor.page.goto('/')
      return visitor
    }),
})

const { describe } = test

describe('the customer', () => {
  const user = (page: Page) => page.evaluate(async () => (await window.runtime.stores()).user.get())
  const comesWith = (page: Page, token: string) =>
    page.evaluate(async (value) => {
      document.cookie = `violet_auth=${value}; path=/; max-age=${value ? 60 : 0}`
      const { readUser } = await window.runtime.stores()
      readUser()
    }, token)

  test('is asked for with the token, and again in the next document', async ({ shop, open }) => {
    shop.calls.set('/user/info', () => ({ envelope: { code: 0, msg: '', data: { number: '7' } } }))
    const { page } = await open()
    await page.evaluate(() => window.runtime.user())
    expect(await user(page)).toBeNull()
    expect(shop.posts('/api/web/user/info')).toEqual([])
    await comesWith(page, 'one')
    await expectSoon(() => user(page)).toEqual({ number: '7' })
    await page.reload()
    expect(await user(page)).toBeNull()
    await page.evaluate(() => window.runtime.user())
    await expectSoon(() => user(page)).toEqual({ number: '7' })
    const [, again] = shop.posts('/api/web/user/info')
    expect([again!.headers['x-auth'], again!.body]).toEqual(['one', '{}'])
    expect(shop.posts('/api/web/user/info')).toHaveLength(2)
  })

  test('is nobody after signing out, and somebody else with another token', async ({ shop, open }) => {
    shop.calls.set('/user/info', (_, nth) => ({ envelope: { code: 0, msg: '', data: { number: `${nth}` } } }))
    const { page } = await open()
    await page.evaluate(() => window.runtime.user())
    await comesWith(page, 'one')
    await expectSoon(() => user(page)).toEqual({ number: '1' })
    await comesWith(page, 'two')
    await expectSoon(() => user(page)).toEqual({ number: '2' })
    await comesWith(page, '')
    expect(await user(page)).toBeNull()
    expect(shop.posts('/api/web/user/info')).toHaveLength(2)
  })

  test('stays unknown, and nothing is said, where the call is refused', async ({ shop, open }) => {
    shop.calls.set('/user/info', () => ({ envelope: { code: 500, msg: 'Oh', data: null } }))
    const { page } = await open()
    await page.evaluate(() => window.runtime.user())
    const answer = page.waitForResponse('**/user/info')
    await comesWith(page, 'one')
    await (await answer).finished()
    expect(await user(page)).toBeNull()
    expect(await page.locator('.toast').count()).toBe(0)
  })
})

describe('the id of a passed check', () => {
  const texts = Object.fromEntries(verifyTexts.map((key) => [key, key]))
  const asked = { at: 'puzzle', verifyId: 'v-1', fault: null, isChecked: false } as const
  const first = { ...asked, puzzle: { way: 'question', text: '7 + 5 = ?' } }
  const html = `<form data-action="test/it">${part('verify', { id: 'v', first, texts, lang: 'en' }, 'load')}<button class="send">Send</button></form>`
  const verifyId = (page: Page) => page.evaluate(async () => (await window.runtime.stores()).verifyId.get())
  const passes = async (page: Page): Promise<void> => {
    await page.getByRole('textbox').fill('12')
    await page.locator('.verify-answer').click()
    await page.locator('.verify-passed').waitFor()
  }

  test('is there from then on until the form has spent it', async ({ open }) => {
    const { page } = await open(html)
    expect(await verifyId(page)).toBeNull()
    await passes(page)
    expect(await verifyId(page)).toBe('v-1')
    await page.locator('.send').click()
    await expectSoon(() => verifyId(page)).toBeNull()
  })

  test('goes with a form that is refused for it, and with the page', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => ({
      envelope: { code: 40, msg: 'no', data: { problem: 'verification_required', fields: {}, details: {} } },
    }))
    shop.pages.set('/b', { html: '<h1>B</h1>' })
    const { page } = await open(html)
    await passes(page)
    await page.locator('.send').click()
    await page.locator('.verify-begin').waitFor()
    expect(await verifyId(page)).toBeNull()
    await page.goto('/')
    await passes(page)
    expect(await verifyId(page)).toBe('v-1')
    await page.evaluate(() => window.runtime.visit('/b'))
    await expectSoon(() => verifyId(page)).toBeNull()
  })
})
