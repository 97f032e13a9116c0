import { afterAll, beforeAll, expect, it } from 'vitest'
import { harmOf, hostileTemplates, workOf } from '#test/hostile-templates/hostile.ts'
import { type Liquid, openLiquid } from './open-liquid.ts'

const all = hostileTemplates()
const honest = workOf({ name: 'honest', source: '<p>{{ product.title }}{{ turn }}</p>' })
let turn = 0
let liquid: Liquid

beforeAll(async () => {
  // A machine that runs all tests at once is slow: what is looked at here is how they end, not when.
  liquid = openLiquid({ log: { error: () => {}, warn: () => {} }, runs: 1_000, answers: 25_000 })
  await expectHonest()
})
afterAll(() => liquid.close())

/** With other data each time, so that it is rendered. */
async function expectHonest(): Promise<void> {
  turn += 1
  const result = await liquid.render({ ...honest, data: { ...honest.data, turn } })
  expect(result).toEqual({ kind: 'rendered', html: `<p>Oak stool${turn}</p>`, parts: [] })
}

it('knows more than forty', () => {
  expect(all.length).toBeGreaterThan(40)
})

it.each(all)('is not harmed by $name', async ({ name, source, faults }) => {
  const result = await liquid.render(workOf({ name, source }))
  if (faults === null) {
    expect(result).toMatchObject({ kind: 'rendered' })
    const { html, parts } = result as Extract<typeof result, { kind: 'rendered' }>
    expect(harmOf(html)).toEqual([])
    for (const { inner } of parts) expect(harmOf(inner ?? '')).toEqual([])
  } else {
    expect(result).toMatchObject({ kind: 'fault', cause: expect.toBeOneOf([...faults]) })
  }
  await expectHonest()
})

it('refuses markup and inherited names by file and line', async () => {
  for (const { name, source, faults } of all) {
    if (faults === null || !/^(markup|reach)/.test(name)) continue
    const result = await liquid.render(workOf({ name, source }))
    expect(result).toMatchObject({ file: 'sections/hostile.liquid', line: expect.any(Number) })
  }
})
