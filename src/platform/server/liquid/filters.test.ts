import { afterAll, beforeAll, expect, it } from 'vitest'
import { work } from './for-tests.ts'
import { type Liquid, openLiquid } from './open-liquid.ts'

let liquid: Liquid

beforeAll(() => {
  // A machine that runs all tests at once is slow: what is looked at here is what comes, not when.
  liquid = openLiquid({ log: { error: () => {}, warn: () => {} }, runs: 2_000, answers: 30_000 })
})
afterAll(() => liquid.close())

async function html(...args: Parameters<typeof work>): Promise<string> {
  const result = await liquid.render(work(...args))
  return result.kind === 'rendered' ? result.html : `${result.cause}: ${result.message}`
}

const more = {
  'locales/en.json':
    '{"cart": {"count": "{count, plural, one {# thing} other {# things}}", "only": "Only here"}}',
  'locales/zh.json': '{"cart": {"count": "{count} 件"}}',
}

it('says the theme’s texts, best language first, then the shop’s', async () => {
  const words = {
    hash: 'w',
    texts: { 'cart.only': 'The shop’s', 'shop.hello': ['Hello ', ['name'], '!'] as never },
  }
  const source =
    '{{ "cart.count" | t: count: 2 }} {{ "cart.only" | t }} {{ "shop.hello" | t: name: n }} {{ "no.such" | t }}'
  const chinese = { more, words, lang: 'zh-Hans', locales: ['zh', 'en'] }
  expect(await html(source, { n: '<b>' }, chinese)).toBe('2 件 Only here Hello &lt;b&gt;! no.such')
  expect(await html(source, { n: 'you' }, { more, words })).toBe('2 things Only here Hello you! no.such')
})

it('writes paths of the shop as the page’s language has them, once, and leaves other addresses alone', async () => {
  const source = '{% for one in all %}{{ one | in_language }} {% endfor %}'
  const all = ['/', '/tag/oak', '/zh/search', '/zh', '/zhu', '//elsewhere', 'https://shop.example/a', '#a']
  expect(await html(source, { all }, { langPath: '/zh' })).toBe(
    '/zh /zh/tag/oak /zh/search /zh /zh/zhu //elsewhere https://shop.example/a #a ',
  )
  expect(await html(source, { all: ['/', '/tag/oak'] })).toBe('/ /tag/oak ')
})

it('names a text that is no message', async () => {
  const broken = { 'locales/en.json': '{"a": "{count, plural, one {#"}' }
  expect(await html('{{ "a" | t: count: 1 }}', {}, { more: broken })).toMatch(
    /^syntax: .*the text "a" is no message/,
  )
})

it('formats minor units exactly, and refuses what is none', async () => {
  const source = '{{ a | money }} {{ b | money }} {{ c | money }}'
  expect(await html(source, { a: 1990, b: 123_456_789, c: null })).toBe('$19.90 $1,234,567.89 ')
  expect(await html(source, { a: 1990, b: 0, c: null }, { currency: 'JPY' })).toBe('¥1,990 ¥0 ')
  expect(await html('{{ "19.90" | money }}')).toMatch(/money is an integer of minor units/)
})

it('writes days as the shop does, in its time zone', async () => {
  const source = '{{ d | date }} / {{ d | date: "%Y-%m-%d %H:%M" }}'
  expect(await html(source, { d: '2026-11-28T20:00:00Z' })).toBe('29 November 2026 / 2026-11-29 04:00')
  expect(await html('{{ "now" | date }}')).toMatch(/date wants a date/)
})
