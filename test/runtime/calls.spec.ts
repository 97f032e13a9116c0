import type { Page } from '@playwright/test'
import { stopClock } from '#test/page-clock.ts'
import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { expectSoon } from './visitor.ts'

const test = base.extend<{ open(html?: string, path?: string): Promise<Visitor> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html = '', path = '/') => {
      shop.pages.set('/', { html: `<h1>Calls</h1>${html}`, data: { first: true } })
      const visitor = await openVisitor()
      await visitor.page.goto(path)
      return visitor
    }),
})

const { describe } = test

const call = (page: Page, options = {}) =>
  page.evaluate((given) => window.runtime.call('/test/it', { a: 1 }, given), options)
const toasts = (page: Page) => page.locator('.toast').allTextContents()

describe('a call', () => {
  test('is a JSON post with the token and a key, answered by the value', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => ({ envelope: { code: 0, msg: '', data: { b: 2 } } }))
    const { page } = await open()
    await page.evaluate(() => void (document.cookie = 'violet_auth=t-1; path=/'))
    expect(await call(page)).toEqual({ ok: true, value: { b: 2 } })
    const [post] = shop.posts()
    expect([post!.path, post!.body]).toEqual(['/api/web/test/it', '{"a":1}'])
    expect(post!.headers).toMatchObject({
      'x-auth': 't-1',
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(post!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends no token when there is none, and a form as it is', async ({ shop, open }) => {
    const { page } = await open()
    await page.evaluate(() => {
      const form = new FormData()
      form.set('avatar', new Blob(['x']), 'x.png')
      return window.runtime.call('/user/editAvatar', form)
    })
    expect(shop.posts()[0]!.headers['x-auth']).toBeUndefined()
    expect(shop.posts()[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  })

  test('that lost its connection is made once more under the same key', async ({ shop, open }) => {
    shop.calls.set('/test/it', (_, nth) =>
      nth === 1 ? 'hang up' : { envelope: { code: 0, msg: '', data: nth } },
    )
    const { page } = await open()
    expect(await call(page)).toEqual({ ok: true, value: 2 })
    const keys = shop.posts().map((one) => one.headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('that the renewal of its session overtook is made again', async ({ shop, open }) => {
    const again = { code: 40, msg: 'Again', data: { problem: 'session_renewed' } } as const
    shop.calls.set('/test/it', (_, nth) =>
      nth === 1
        ? { status: 409, cookies: ['violet_auth=t-2; Path=/'], envelope: again }
        : { envelope: { code: 0, msg: '', data: nth } },
    )
    const { page } = await open()
    await page.evaluate(() => void (document.cookie = 'violet_auth=t-1; path=/'))
    expect(await call(page)).toEqual({ ok: true, value: 2 })
    expect(shop.posts().map(({ headers }) => headers['x-auth'])).toEqual(['t-1', 't-2'])
    expect(await page.evaluate(() => document.cookie)).toContain('violet_auth=t-2')
  })

  test('that loses it twice fails in words', async ({ open }) => {
    const { page } = await open()
    const keys: unknown[] = []
    await page.route('**/api/web/**', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return route.abort('connectionreset')
    })
    expect(await call(page)).toMatchObject({
      ok: false,
      problem: { code: 500, msg: 'You are offline', isLost: true },
    })
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    // The notice says it, and no message says it again.
    expect(await toasts(page)).toEqual([])
    await page.getByText('You are offline').waitFor()
    await page.unroute('**/api/web/**')
    await call(page)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
  })

  test('that is quiet leaves it to its caller to say that the connection is lost', async ({ open }) => {
    const { page } = await open()
    await page.route('**/api/web/**', (route) => route.abort('connectionreset'))
    expect(await call(page, { quiet: true })).toMatchObject({ problem: { isLost: true } })
    expect(await page.getByText('You are offline').isHidden()).toBe(true)
  })

  test('waits ten seconds and no longer', async ({ shop, openVisitor }) => {
    shop.calls.set('/test/it', () => 'hang')
    shop.pages.set('/', { html: '<h1>Calls</h1>' })
    const { page } = await openVisitor()
    await page.clock.install()
    await page.goto('/')
    const result = call(page)
    await expectSoon(() => shop.posts().length).toBe(1)
    await page.clock.runFor(8_000)
    expect(await toasts(page)).toEqual([])
    await page.clock.runFor(2_500)
    const msg = 'The request timed out and the server did not respond.'
    expect(await result).toMatchObject({ ok: false, problem: { code: 20000, msg } })
    expect(shop.posts()).toHaveLength(1)
  })

  test('can be stopped, and is not made again then', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => 'hang')
    const { page } = await open()
    const controller = await page.evaluateHandle(() => new AbortController())
    const result = page.evaluate(
      ({ signal }) => window.runtime.call('/test/it', {}, { signal, quiet: true }),
      controller,
    )
    await expectSoon(() => shop.posts().length).toBe(1)
    await controller.evaluate((one) => one.abort())
    expect(await result).toMatchObject({ ok: false, problem: { code: 500 } })
    expect(shop.posts()).toHaveLength(1)
  })

  test('that was stopped before it began is not made', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => 'hang')
    const { page } = await open()
    const result = await page.evaluate(() =>
      window.runtime.call('/test/it', {}, { signal: AbortSignal.abort(), quiet: true }),
    )
    expect(result).toMatchObject({ ok: false, problem: { code: 500 } })
    expect(shop.posts()).toHaveLength(0)
  })
})

describe('a failure', () => {
  const shown: [number, string, string[]][] = [
    [30, '', ['Authorization error']],
    [30, 'Not for you', ['Authorization error']],
    [40, 'Beside the field', []],
    [41, 'The cart is full', ['The cart is full']],
    [41, '', ['fail']],
    [10, 'A question', []],
    [500, '', ['An unknown error occurred.']],
  ]
  test('is shown in words where the caller cannot show it better', async ({ shop, open }) => {
    const { page } = await open()
    const seen: typeof shown = []
    for (const [code, msg] of shown) {
      shop.calls.set('/test/it', () => ({ status: 400, envelope: { code: code as 40, msg, data: null } }))
      expect(await call(page)).toMatchObject({ ok: false, problem: { code, problem: null } })
      seen.push([code, msg, await toasts(page)])
      await page.locator('#toasts').evaluate((box) => box.replaceChildren())
    }
    expect(seen).toEqual(shown)
  })

  test('can be shown by the caller instead', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => ({ envelope: { code: 41, msg: 'Full', data: null } }))
    const { page } = await open()
    expect(await call(page, { quiet: true })).toMatchObject({ ok: false, problem: { msg: 'Full' } })
    expect(await toasts(page)).toEqual([])
  })

  test('of code 50 signs out and leads to the sign-in page', async ({ shop, open }) => {
    shop.pages.set('/auth/signin?next=%2F', { html: '<h1>Sign in</h1>' })
    shop.calls.set('/test/it', () => ({ status: 401, envelope: { code: 50, msg: 'Please', data: null } }))
    const { page } = await open()
    await page.evaluate(() => void (document.cookie = 'violet_auth=t-1; path=/'))
    await page.evaluate(() => void window.runtime.call('/test/it', {}))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('violet_auth')
    // It is said there: a toast would have gone with the page.
    expect(await page.evaluate(() => decodeURIComponent(document.cookie))).toBe(
      'violet_notice=refused:login error',
    )
    expect(await toasts(page)).toEqual([])
  })

  test('of code 50 on the sign-in page is said there', async ({ shop, open }) => {
    shop.pages.set('/auth/signin', { html: '<h1>Sign in</h1>' })
    shop.calls.set('/test/it', () => ({ status: 401, envelope: { code: 50, msg: 'Please', data: null } }))
    const { page } = await open('', '/auth/signin')
    await call(page)
    expect(await toasts(page)).toEqual(['login error'])
  })

  test('is one that reads as such, whatever comes: nothing, no JSON, no envelope', async ({ open }) => {
    const { page } = await open()
    const bodies = ['', '<html>', '[1]', 'null']
    const codes: unknown[] = []
    for (const body of bodies) {
      await page.route('**/api/web/**', (route) => route.fulfill({ status: 502, body }), { times: 1 })
      const result = await call(page)
      codes.push(result.ok ? 'ok' : result.problem.code)
    }
    expect(codes).toEqual([20000, 500, 500, 500])
  })
})

describe('a toast', () => {
  const show = (page: Page, text: string, options = {}) =>
    page.evaluate(([html, given]) => window.runtime.toast(html, given), [text, options] as const)

  test('with a reason or a link stays for six seconds, whatever its length', async ({ open }) => {
    const { page } = await open()
    await page.clock.install()
    await stopClock(page)
    await show(page, 'No', { kind: 'error', read: true })
    await show(page, 'The request timed out and the server did not respond.', { kind: 'error' })
    await page.clock.runFor(1_100)
    expect(await toasts(page)).toEqual(['No'])
    await page.clock.runFor(5_000)
    expect(await toasts(page)).toEqual([])
  })

  test('with what the server answers a refused call stays as long', async ({ shop, open }) => {
    const { page } = await open()
    await page.clock.install()
    await stopClock(page)
    for (const msg of ['Only 3 left in stock.', '']) {
      shop.calls.set('/test/it', () => ({ status: 409, envelope: { code: 41, msg, data: null } }))
      await call(page)
    }
    expect(await toasts(page)).toEqual(['Only 3 left in stock.', 'fail'])
    await page.clock.runFor(1_100)
    expect(await toasts(page)).toEqual(['Only 3 left in stock.'])
    await page.clock.runFor(5_000)
    expect(await toasts(page)).toEqual([])
  })

  test('goes after a second, stays while it is pointed at, or until it is closed', async ({ open }) => {
    const { page } = await open()
    await page.clock.install()
    await stopClock(page)
    await show(page, 'gone soon')
    const toast = page.getByText('gone soon')
    await toast.hover()
    await page.clock.runFor(60_000)
    expect(await toast.isVisible()).toBe(true)
    await page.mouse.move(0, 0)
    await page.clock.runFor(900)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(200)
    await expect(toast).toHaveCount(0)
    await show(page, 'stays', { sticky: true, kind: 'error' })
    await page.clock.runFor(60_000)
    expect(await page.locator('.toast[role=status][data-kind=error]').count()).toBe(1)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await toasts(page)).toEqual([])
  })

  const harmful: [string, string][] = [
    ['a <b>bold</b> &amp; <i>fine</i><br>line', 'a <b>bold</b> &amp; <i>fine</i><br>line'],
    ['<a href="/cart">cart</a>', '<a href="/cart">cart</a>'],
    ['<a href="javascript:alert(1)" onclick="alert(2)">x</a>', '<a>x</a>'],
    ['<a href="//evil.invalid">x</a>', '<a>x</a>'],
    ['<a href="java&#39;script:alert(1)">x</a>', '<a>x</a>'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<b onmouseover="alert(1)">x</b>', '<b>x</b>'],
    ['&lt;img src=x onerror=alert(1)&gt;', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<b>never closed', '<b>never closed</b>'],
    ['</b></b>closed too often', 'closed too often'],
    ['a < b', 'a &lt; b'],
    ['<svg><script>1</script></svg><x-island c="counter" on="load" p="{}">z</x-island>', '1z'],
  ]
  test('makes of a text only what may be in it', async ({ open }) => {
    const { page } = await open()
    const made: typeof harmful = []
    for (const [text] of harmful) {
      await show(page, text)
      made.push([text, await page.locator('.toast').innerHTML()])
      await page.locator('#toasts').evaluate((box) => box.replaceChildren())
    }
    expect(made).toEqual(harmful)
  })
})

describe('the stores', () => {
  test('begin with what the document and the cookie say', async ({ shop, openVisitor }) => {
    shop.pages.set('/', { html: `<h1>Stores</h1>${part('store', {}, 'load')}`, data: { first: true } })
    const visitor = await openVisitor()
    await visitor.context.addCookies([
      { name: 'violet_cart_count', value: '3', url: shop.origin },
      { name: 'currency', value: '%', url: shop.origin },
    ])
    await visitor.page.goto('/')
    await expect
      .poll(async () => JSON.parse((await visitor.page.locator('output').textContent())!))
      .toEqual({
        count: 3,
        data: { first: true },
        path: '',
        flags: { showSlideImage: true, showFavorite: true, showCart: true },
        token: null,
      })
  })

  test('count the cart anew after every call, in all windows', async ({ shop, open }) => {
    shop.calls.set('/test/it', () => ({
      cookies: ['violet_cart_count=5; path=/'],
      envelope: { code: 0, msg: '', data: null },
    }))
    const { page, context } = await open(part('store', {}, 'load'))
    const other = await context.newPage()
    await other.goto('/')
    const count = (one: Page) => async () =>
      (JSON.parse((await one.locator('output').textContent())!) as { count: number }).count
    await expectSoon(count(other)).toBe(0)
    await call(page)
    await expectSoon(count(page)).toBe(5)
    await expectSoon(count(other)).toBe(5)
    await other.getByRole('button', { name: 'More' }).click()
    await expectSoon(count(page)).toBe(6)
  })

  test('do not say again what they have heard from another window', async ({ open }) => {
    const { page } = await open(part('store', {}, 'load'))
    await page.locator('output', { hasText: 'count' }).waitFor()
    await expectSoon(() =>
      page.evaluate(() => window.runtime.stores().then(({ cartCount }) => cartCount.get())),
    ).toBe(0)
    const heard = await page.evaluate(async () => {
      const channel = new BroadcastChannel('violet')
      const messages: unknown[] = []
      channel.onmessage = ({ data }) => messages.push(data)
      const { cartCount } = await window.runtime.stores()
      channel.postMessage(9)
      while (cartCount.get() !== 9) await new Promise((resolve) => setTimeout(resolve, 10))
      // Were it said again, that would come before this.
      cartCount.set(10)
      while (!messages.length) await new Promise((resolve) => setTimeout(resolve, 10))
      return messages
    })
    expect(heard).toEqual([10])
  })

  test('have the token of the readable cookie, until the person is signed out', async ({ shop, open }) => {
    shop.pages.set('/auth/signin?next=%2F', { html: '<h1>Sign in</h1>' })
    const { page } = await open(part('store', {}, 'load'))
    await page.evaluate(() => void (document.cookie = 'violet_auth=t-2; path=/'))
    await page.reload()
    await expectSoon(() => page.locator('output').textContent()).toContain('"token":"t-2"')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expectSoon(() => other.locator('output').textContent()).toContain('"token":"t-2"')
    shop.calls.set('/test/it', () => ({ envelope: { code: 51, msg: 'Signed out elsewhere', data: null } }))
    await page.evaluate(() => void window.runtime.call('/test/it', {}))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent('/')}`)
    await expectSoon(() => other.locator('output').textContent()).toContain('"token":null')
    expect(await page.evaluate(() => document.cookie)).not.toContain('violet_auth')
  })
})
