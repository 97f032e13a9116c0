import { stopClock } from '#test/page-clock.ts'
import { expect, test as base, type Visitor } from './stage.ts'
import { letPass } from './visitor.ts'

/*
 * What a part says of itself when it has come alive, and parts that a script puts into the page.
 */

const test = base.extend<{ open(html: string): Promise<Visitor> }>({
  open: ({ shop, openVisitor }, provide) =>
    provide(async (html) => {
      shop.pages.set('/', { html: `<h1>Islands</h1>${html}` })
      const visitor = await openVisitor()
      await visitor.page.clock.install()
      await visitor.page.goto('/')
      return visitor
    }),
})

const { describe } = test

describe('a part that comes alive', () => {
  test('says so once, and one that fails says why it does not', async ({ open }) => {
    const visitor = await open('<div id="here"></div>')
    const { page } = visitor
    const said = await page.evaluate(
      (made) =>
        new Promise<string[]>((resolve) => {
          const heard: string[] = []
          for (const type of ['island:live', 'island:error'])
            document.addEventListener(type, ({ target, detail }: Event & { detail?: unknown }) => {
              const { name } = detail as { name: string }
              heard.push(`${type} ${name} ${(target as Element).getAttribute('c')}`)
              if (heard.length === 2) resolve(heard.toSorted())
            })
          for (const [name, props] of made) {
            const host = document.createElement('x-island')
            host.setAttribute('c', name)
            host.setAttribute('p', props)
            host.setAttribute('on', 'delay:20')
            document.getElementById('here')!.append(host)
          }
        }),
      [
        ['counter', '{"label":"A"}'],
        ['crasher', '{"when":"render"}'],
      ] as const,
    )
    expect(said).toEqual(['island:error crasher crasher', 'island:live counter counter'])
    expect(await page.locator('#here .counter button').textContent()).toBe('A: 0')
    expect(visitor.errors.splice(0)).toEqual([expect.stringContaining('Island crasher:')])
  })
})

describe('mountLater', () => {
  test('mounts after its time and answers true', async ({ open }) => {
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

  test('waits two seconds unless it is told otherwise', async ({ open }) => {
    const { page } = await open('<div id="here"></div>')
    await stopClock(page)
    const mounted = page.evaluate(() =>
      window.runtime.mountLater(document.getElementById('here')!, 'counter', {}),
    )
    await letPass(page, 1_999)
    expect(await page.locator('#here .counter').count()).toBe(0)
    await letPass(page, 100)
    expect(await mounted).toBe(true)
    expect(await page.locator('#here .counter').count()).toBe(1)
  })

  test('answers false when the element is gone, was never there, or the part fails', async ({ open }) => {
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
