import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launch } from '../chromium.ts'
import { islands } from './fixtures.ts'
import { part } from './parts.ts'
import { startShop, type FixtureShop } from './shop.ts'
import { expectSoon, openVisitor, type Visitor } from './visitor.ts'

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

async function open(html: string, path = '/'): Promise<Visitor> {
  shop.pages.set(path, { html: `<h1>Islands</h1>${html}` })
  const visitor = await openVisitor(browser, shop.origin)
  await visitor.page.goto(path)
  return visitor
}

const alive = '.counter[data-alive=true]'

function mounts(visitor: Visitor): Promise<string[] | undefined> {
  return visitor.page.evaluate(() => window.mounts)
}

describe('when a part wakes', () => {
  it('is at once with on="load": the same nodes, told that they come from outside', async () => {
    shop.scripts.set('counter', { delay: 300 })
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    const { page } = visitor
    await page.evaluate(() => (window.taken = document.querySelector('.counter button')!))
    await page.locator(alive).waitFor()
    expect(await page.evaluate(() => window.taken === document.querySelector('.counter button'))).toBe(true)
    expect(await page.locator('.counter').getAttribute('data-external')).toBe('true')
    await page.locator('.counter button').click()
    expect(await page.locator('.counter button').textContent()).toBe('A: 1')
    expect(await mounts(visitor)).toEqual(['A'])
  })

  it('is when it is touched, by default: before that, no React is loaded and no root is made', async () => {
    const cards = Array.from({ length: 48 }, (_, i) => part('counter', { label: `card ${i}` })).join('')
    const visitor = await open(cards)
    const { page } = visitor
    await page.waitForTimeout(500)
    expect(await mounts(visitor)).toBeUndefined()
    expect(await loadedScripts(page)).toEqual([expect.stringMatching(/^browser-/)])
    await page.locator('.counter button').nth(7).click()
    await page.locator(alive).waitFor()
    expect(await page.locator('.counter button').nth(7).textContent()).toBe('card 7: 1')
    expect(await mounts(visitor)).toEqual(['card 7'])
  })

  it('fetches the code when it is pointed at, and runs nothing of it', async () => {
    const visitor = await open(part('counter', { label: 'A' }))
    await visitor.page.locator('.counter button').hover()
    await expect
      .poll(() => loadedScripts(visitor.page))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^mount-/), expect.stringMatching(/^counter-/)]))
    await visitor.page.waitForTimeout(100)
    expect(await mounts(visitor)).toBeUndefined()
  })

  it('is when it comes into sight with on="visible", margins and slots included', async () => {
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

  it('is when the browser is idle, after a time, or when the screen fits', async () => {
    const visitor = await open(
      part('counter', { label: 'later' }, 'delay:3000') +
        part('counter', { label: 'idle' }, 'idle') +
        part('counter', { label: 'narrow' }, '(max-width: 500px)') +
        part('counter', { label: 'wide' }, '(min-width: 500px)'),
    )
    await expectSoon(() => mounts(visitor)).toEqual(expect.arrayContaining(['idle', 'wide']))
    expect(await mounts(visitor)).toHaveLength(2)
    await expectSoon(() => mounts(visitor)).toHaveLength(3)
    expect((await mounts(visitor))![2]).toBe('later')
    await visitor.page.setViewportSize({ width: 400, height: 600 })
    await expectSoon(() => mounts(visitor)).toHaveLength(4)
  })

  it('leaves a part alone that is meant for another screen, and what is done in it', async () => {
    const visitor = await open(part('counter', { label: 'narrow' }, '(max-width: 500px)'))
    await visitor.page.locator('.counter button').click()
    await visitor.page.waitForTimeout(300)
    expect(await mounts(visitor)).toBeUndefined()
  })

  it('is after the part in whose own HTML it stands', async () => {
    shop.scripts.set('parent', { delay: 500 })
    const visitor = await open(part('parent', { child: 'child' }))
    await expectSoon(() => mounts(visitor)).toEqual(['parent', 'child'])
    expect(await visitor.page.locator('.counter button').textContent()).toBe('child: 0')
  })
})

describe('what does not wake', () => {
  it('is a name that is not in the table, whatever it is', async () => {
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
    await expectSoon(() => page.getByRole('main').getAttribute('data-clicks')).toBe(`${names.length}`)
    expect(await page.locator('[data-dead]').count()).toBe(0)
    const scripts = await loadedScripts(page)
    expect(
      scripts.filter((name) => Object.keys(islands).some((island) => name.startsWith(`${island}-`))),
    ).toEqual([])
  })

  it('is anything inside [data-no-islands]', async () => {
    const visitor = await open(`<div data-no-islands>${part('counter', {}, 'load')}</div>`)
    await visitor.page.locator('.counter button').click()
    await visitor.page.waitForTimeout(200)
    expect(await mounts(visitor)).toBeUndefined()
  })

  it('is a part whose props are not JSON: it says so, once', async () => {
    const visitor = await open(
      `<x-island c="counter" on="load" p='{oops'><b>server</b></x-island>${part('counter', { label: 'B' }, 'load')}`,
    )
    await visitor.page.locator(alive).waitFor()
    expect(await visitor.page.locator('[data-dead]').textContent()).toBe('server')
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island counter:')])
  })

  it('is a part whose code cannot be had: one more attempt, then it stays as it was', async () => {
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

  it('has a second chance: code that fails once is fetched again', async () => {
    shop.scripts.set('counter', { failures: 1 })
    const visitor = await open(part('counter', { label: 'A' }, 'load'))
    await visitor.page.locator(alive).waitFor()
    expect(shop.scripts.get('counter')).toEqual({ failures: 0 })
  })
})

describe('the life of a part', () => {
  it('begins when its HTML is put into the page, and without HTML it is rendered', async () => {
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

  it('goes on when it is moved, ends when it stays out, and begins again when it comes back', async () => {
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

  it('forgets what was done in it when it is taken out before it lives', async () => {
    shop.scripts.set('counter', { delay: 600 })
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
    await page.locator(alive).waitFor()
    await page.waitForTimeout(100)
    expect(await page.locator('.counter button').textContent()).toBe('A: 0')
  })

  it('takes new props by event and by attribute, and keeps its state', async () => {
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

  it('keeps props that come too early until it lives: it wakes with those that the server saw', async () => {
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

  it('wakes when it is told to, with what it is told', async () => {
    const visitor = await open(part('counter', { label: 'server' }))
    const { page } = visitor
    await page.evaluate(() => window.runtime.rouse(document.querySelector('x-island')!, { label: 'roused' }))
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('roused: 0')
    await page.evaluate(() => window.runtime.rouse(document.querySelector('x-island')!, { label: 'again' }))
    await expectSoon(() => page.locator('.counter button').textContent()).toBe('again: 0')
    expect(await mounts(visitor)).toEqual(['server'])
  })

  it('does not take an update that was meant for a part inside it', async () => {
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

describe('mountLater', () => {
  it('mounts after its time and answers true', async () => {
    const { page } = await open('<div id="here"></div>')
    const result = await page.evaluate(async () => {
      const from = performance.now()
      const mounted = await window.runtime.mountLater(
        document.getElementById('here')!,
        'counter',
        { label: 'late' },
        300,
      )
      return { mounted, after: performance.now() - from }
    })
    expect(result.mounted).toBe(true)
    expect(result.after).toBeGreaterThanOrEqual(300)
    expect(await page.locator('#here .counter button').textContent()).toBe('late: 0')
    expect(await page.locator('#here .counter').getAttribute('data-external')).toBe('false')
  })

  it('waits two seconds unless it is told otherwise', async () => {
    const { page } = await open('<div id="here"></div>')
    const after = await page.evaluate(async () => {
      const from = performance.now()
      await window.runtime.mountLater(document.getElementById('here')!, 'counter', {})
      return performance.now() - from
    })
    expect(after).toBeGreaterThanOrEqual(2000)
  })

  it('answers false when the element is gone, was never there, or the part fails', async () => {
    const visitor = await open('<div id="here"></div><div id="there"></div>')
    const results = await visitor.page.evaluate(async () => {
      const { mountLater } = window.runtime
      const here = document.getElementById('here')!
      const there = document.getElementById('there')!
      const leaving = mountLater(here, 'counter', {}, 200)
      here.remove()
      return Promise.all([
        leaving,
        mountLater(document.createElement('div'), 'counter', {}, 10),
        mountLater(there, 'nothing', {}, 10),
        mountLater(there, 'crasher', { when: 'render' }, 10),
      ])
    })
    expect(results).toEqual([false, false, false, false])
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island crasher:')])
  })
})

/** The names of the scripts that the page has loaded. */
function loadedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => path.endsWith('.js'))
      .map((path) => path.replace('/assets/', '')),
  )
}

declare global {
  interface Window {
    taken: Element
  }
}
