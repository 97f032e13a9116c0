import { stopClock } from '#test/page-clock.ts'
import { islands } from './fixtures.ts'
import { part } from './parts.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { createHold, expectSoon, letPass } from './visitor.ts'

interface Opened extends Visitor {
  /** The names of the scripts that the page has asked for. */
  scripts: string[]
}

const test = base.extend<{
  /** `stopped`: the page's clock stands still from the beginning. */
  open(html: string, options?: { stopped?: boolean }): Promise<Opened>
}>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html, { stopped = false } = {}) => {
      shop.pages.set('/', { html: `<h1>Islands</h1>${html}` })
      const visitor = await openVisitor()
      const scripts: string[] = []
      visitor.page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.endsWith('.js')) scripts.push(pathname.replace('/assets/', ''))
      })
      await visitor.page.clock.install()
      if (stopped) await stopClock(visitor.page)
      await visitor.page.goto('/')
      return { ...visitor, scripts }
    }),
})

const { describe } = test

const alive = '.counter[data-alive=true]'

function mounts(visitor: Visitor): Promise<string[] | undefined> {
  return visitor.page.evaluate(() => window.mounts)
}

describe('when a part wakes', () => {
  test('is at once with on="load": the same nodes, told that they come from outside', async ({
    shop,
    open,
  }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('counter', { held })
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    const { page } = visitor
    await page.evaluate(() => (window.taken = document.querySelector('.counter button')!))
    letGo()
    await page.locator(alive).waitFor()
    expect(await page.evaluate(() => window.taken === document.querySelector('.counter button'))).toBe(true)
    expect(await page.locator('.counter').getAttribute('data-external')).toBe('true')
    await page.locator('.counter button').click()
    expect(await page.locator('.counter button').textContent()).toBe('A: 1')
    expect(await mounts(visitor)).toEqual(['A'])
  })

  test('is when it is touched, by default: before that, no React is loaded and no root is made', async ({
    open,
  }) => {
    const cards = Array.from({ length: 48 }, (_, i) => part('counter', { label: `card ${i}` })).join('')
    const visitor = await open(cards)
    const { page } = visitor
    await letPass(page, 60_000)
    expect(await mounts(visitor)).toBeUndefined()
    expect(visitor.scripts).toEqual([expect.stringMatching(/^browser-/)])
    await page.locator('.counter button').nth(7).click()
    await page.locator(alive).waitFor()
    expect(await page.locator('.counter button').nth(7).textContent()).toBe('card 7: 1')
    expect(await mounts(visitor)).toEqual(['card 7'])
  })

  test('fetches the code when it is pointed at, and runs nothing of it', async ({ open }) => {
    const visitor = await open(part('counter', { label: 'A' }))
    await visitor.page.locator('.counter button').hover()
    await expect
      .poll(() => visitor.scripts)
      .toEqual(expect.arrayContaining([expect.stringMatching(/^mount-/), expect.stringMatching(/^counter-/)]))
    await letPass(visitor.page, 60_000)
    expect(await mounts(visitor)).toBeUndefined()
  })

  test('is when it comes into sight with on="visible", margins and slots included', async ({ open }) => {
    const visitor = await open(
      `<div class="tall"></div>${part('counter', { label: 'far' }, 'visible')}<div class="tall"></div>` +
        part('bare', {}, 'visible:200px', '<p>only a slot</p>') +
        part('counter', { label: 'near' }, 'visible:6200px') +
        part('counter', { label: 'below' }, 'visible:10px'),
    )
    const { page } = visitor
    await expectSoon(() => mounts(visitor)).toEqual(['near'])
    await page.evaluate(() => scrollTo(0, 2600))
    await expectSoon(() => mounts(visitor)).toEqual(['near', 'far'])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectSoon(async () => [...(await mounts(visitor))!].sort()).toEqual([
      'bare',
      'below',
      'far',
      'near',
    ])
  })

  test('is when the browser is idle, after a time, or when the screen fits', async ({ open }) => {
    const visitor = await open(
      part('counter', { label: 'later' }, 'delay:3000') +
        part('counter', { label: 'idle' }, 'idle') +
        part('counter', { label: 'narrow' }, '(max-width: 500px)') +
        part('counter', { label: 'wide' }, '(min-width: 500px)'),
      { stopped: true },
    )
    await letPass(visitor.page, 1_000)
    await expectSoon(async () => (await mounts(visitor))?.toSorted()).toEqual(['idle', 'wide'])
    await letPass(visitor.page, 3_000)
    await expectSoon(() => mounts(visitor)).toHaveLength(3)
    expect((await mounts(visitor))![2]).toBe('later')
    await visitor.page.setViewportSize({ width: 400, height: 600 })
    await expectSoon(() => mounts(visitor)).toHaveLength(4)
  })

  test('leaves a part alone that is meant for another screen, and what is done in it', async ({ open }) => {
    const visitor = await open(part('counter', { label: 'narrow' }, '(max-width: 500px)'))
    await visitor.page.locator('.counter button').click()
    await letPass(visitor.page, 60_000)
    expect(await mounts(visitor)).toBeUndefined()
  })

  test('is after the part in whose own HTML it stands', async ({ shop, open }) => {
    shop.scripts.set('parent', { delay: 500 })
    const visitor = await open(part('parent', { child: 'child' }))
    await expectSoon(() => mounts(visitor)).toEqual(['parent', 'child'])
    expect(await visitor.page.locator('.counter button').textContent()).toBe('child: 0')
  })
})

describe('what does not wake', () => {
  test('is a name that is not in the table, whatever it is', async ({ open }) => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing', '']
    const visitor = await open(
      names.map((c) => `<x-island c="${c}" on="load" p='{}'><button>${c}</button></x-island>`).join(''),
    )
    const { page } = visitor
    await page.evaluate(() => {
      const main = document.querySelector('main')!
      main.addEventListener(
        'click',
        () => (main.dataset['clicks'] = `${Number(main.dataset['clicks'] ?? 0) + 1}`),
      )
    })
    for (const button of await page.getByRole('main').getByRole('button').all()) await button.click()
    // What was done before the table was there is done after all.
    await letPass(page, 60_000)
    await expect(page.getByRole('main')).toHaveAttribute('data-clicks', `${names.length}`)
    expect(await page.locator('[data-dead]').count()).toBe(0)
    expect(
      visitor.scripts.filter((name) => Object.keys(islands).some((island) => name.startsWith(`${island}-`))),
    ).toEqual([])
  })

  test('is anything inside [data-no-islands]', async ({ open }) => {
    const visitor = await open(`<div data-no-islands>${part('counter', {}, 'load')}</div>`)
    await visitor.page.locator('.counter button').click()
    await letPass(visitor.page, 60_000)
    expect(await mounts(visitor)).toBeUndefined()
  })

  test('is a part whose props are not JSON: it says so, once', async ({ open }) => {
    const visitor = await open(
      `<x-island c="counter" on="load" p='{oops'><b>server</b></x-island>${part('counter', { label: 'B' }, 'load')}`,
    )
    await visitor.page.locator(alive).waitFor()
    expect(await visitor.page.locator('[data-dead]').textContent()).toBe('server')
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island counter:')])
  })

  test('is a part whose code cannot be had: one more attempt, then it stays as it was', async ({
    shop,
    open,
  }) => {
    shop.scripts.set('counter', { failures: 2 })
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    const { page } = visitor
    const told = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('island:error', (event) => resolve((event as CustomEvent).detail.name)),
        ),
    )
    expect(await told).toBe('counter')
    expect(await page.locator('[data-dead] .counter button').textContent()).toBe('A: 0')
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island counter:')])
  })

  test('has a second chance: code that fails once is fetched again', async ({ shop, open }) => {
    shop.scripts.set('counter', { failures: 1 })
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    await visitor.page.locator(alive).waitFor()
    expect(shop.scripts.get('counter')).toEqual({ failures: 0 })
  })
})

describe('the life of a part', () => {
  test('begins when its HTML is put into the page, and without HTML it is rendered', async ({ open }) => {
    const visitor = await open('<div id="here"></div>')
    const { page } = visitor
    await page.evaluate(() => {
      const host = document.createElement('x-island')
      for (const [name, value] of Object.entries({
        c: 'counter',
        on: 'load',
        k: 'new',
        p: '{"label":"made"}',
      })) {
        host.setAttribute(name, value)
      }
      document.getElementById('here')!.append(host)
    })
    await page.locator(alive).waitFor()
    expect(await page.locator('.counter button').textContent()).toBe('made: 0')
  })

  test('goes on when it is moved, ends when it stays out, and begins again when it comes back', async ({
    open,
  }) => {
    const visitor = await open(`${part('counter', { label: 'A' })}<div id="there"></div>`)
    const { page } = visitor
    await page.locator('.counter button').click()
    await page.locator(alive).waitFor()
    await page.evaluate(() => document.getElementById('there')!.append(document.querySelector('x-island')!))
    await page.locator('#there .counter button').click()
    expect(await page.locator('.counter button').textContent()).toBe('A: 2')
    expect(await page.evaluate(() => window.unmounts)).toBeUndefined()

    await page.evaluate(() => (window.taken = document.querySelector('x-island')!).remove())
    await expectSoon(() => page.evaluate(() => window.unmounts)).toEqual(['A'])

    await page.evaluate(() => {
      window.taken.dispatchEvent(new CustomEvent('island:update', { detail: { label: 'back' } }))
      document.getElementById('there')!.append(window.taken)
    })
    await expectSoon(() => page.locator(`#there ${alive} button`).textContent()).toBe('back: 0')
  })

  test('forgets what was done in it when it is taken out before it lives', async ({ shop, open }) => {
    const { held, letGo } = createHold()
    shop.scripts.set('counter', { held })
    const { page } = await open(part('counter', { label: 'A' }))
    await page.locator('.counter button').click()
    await page.evaluate(async () => {
      const host = document.querySelector('x-island')!
      const parent = host.parentElement!
      host.remove()
      await new Promise((resolve) => setTimeout(resolve, 50))
      parent.append(host)
      host.dispatchEvent(new Event('island:wake'))
    })
    letGo()
    await page.locator(alive).waitFor()
    await letPass(page, 60_000)
    expect(await page.locator('.counter button').textContent()).toBe('A: 0')
  })

  test('may end between its mounting and its hydration, without a word', async ({ open }) => {
    const { page } = await open(part('counter', { label: 'first' }, 'load') + part('counter'))
    await page.locator(alive).waitFor()
    const wasMounted = await page.evaluate(async () => {
      const sleeper = [...document.querySelectorAll('x-island')].at(-1)!
      const short = sleeper.cloneNode(true) as HTMLElement
      short.setAttribute('on', 'load')
      document.getElementById('main')!.append(short)
      // It is mounted within this task; React hydrates in the next one.
      for (let turn = 0; turn < 100; turn++) await Promise.resolve()
      const isMounted = Object.keys(short).some((key) => key.startsWith('__reactContainer'))
      short.remove()
      return isMounted
    })
    expect(wasMounted).toBe(true)
    await letPass(page, 1_000)
    expect(await page.evaluate(() => window.mounts)).toEqual(['first'])
  })

  test('takes new props by event and by attribute, and keeps its state', async ({ open }) => {
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    const { page } = visitor
    const button = page.locator('.counter button')
    await page.locator(alive).waitFor()
    await button.click()
    await page.evaluate(() =>
      document
        .querySelector('x-island')!
        .dispatchEvent(new CustomEvent('island:update', { detail: { label: 'B' } })),
    )
    await expectSoon(() => button.textContent()).toBe('B: 1')
    await page.evaluate(() => document.querySelector('x-island')!.setAttribute('p', '{"label":"C"}'))
    await expectSoon(() => button.textContent()).toBe('C: 1')
    expect(await page.locator('.counter').getAttribute('data-external')).toBe('true')
  })

  test('keeps props that come too early until it lives: it wakes with those that the server saw', async ({
    open,
  }) => {
    const visitor = await open(part('counter', { label: 'server' }))
    const { page } = visitor
    await page.evaluate(() => {
      const host = document.querySelector('x-island')!
      host.dispatchEvent(new CustomEvent('island:update', { detail: { label: 'first' } }))
      host.dispatchEvent(new CustomEvent('island:update', { detail: { label: 'last' } }))
    })
    expect(await page.locator('.counter button').textContent()).toBe('server: 0')
    await page.locator('.counter button').click()
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('last: 1')
    expect(await mounts(visitor)).toEqual(['server'])
  })

  test('wakes when it is told to, with what it is told', async ({ open }) => {
    const visitor = await open(part('counter', { label: 'server' }))
    const { page } = visitor
    await page.evaluate(() => window.runtime.rouse(document.querySelector('x-island')!, { label: 'roused' }))
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('roused: 0')
    await page.evaluate(() => window.runtime.rouse(document.querySelector('x-island')!, { label: 'again' }))
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('again: 0')
    expect(await mounts(visitor)).toEqual(['server'])
  })

  test('does not take an update that was meant for a part inside it', async ({ open }) => {
    const visitor = await open(
      part('content', { title: 'outer' }, 'load', part('counter', { label: 'inner' }, 'load')),
    )
    const { page } = visitor
    await page.locator(alive).waitFor()
    await page
      .locator('x-island x-island')
      .evaluate((host) =>
        host.dispatchEvent(
          new CustomEvent('island:update', { detail: { label: 'new', title: 'wrong' }, bubbles: true }),
        ),
      )
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('new: 0')
    expect(await page.locator('h2').textContent()).toBe('outer')
  })
})

declare global {
  interface Window {
    taken: Element
  }
}
