import { createElement } from 'react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { contextOf, loadPage } from '#test/page-visitor.ts'
import { prototypeWords } from '#test/prototype-words.ts'
import { fillShop } from '#transfer/content/for-tests.ts'
import { isOwnPart, placedNames, type PlacedName } from '#wire/placed-names.ts'
import { partRoutes } from './part.page.tsx'
import { loadParts, placeParts, understood } from './place.tsx'
import { loadIslands, rendered, rightProps, shopCatalogue, shopContent } from '#test/placed/placed-parts.tsx'

/*
 * Two hundred sets of props for each part, made to hurt: wrong types, names that every object has, huge and broken
 * texts, markup, numbers out of all bounds. Whatever is written, the page stands.
 */

const setsEach = 200

let shop: TestDatabase
let islands: Rendering['islands']
beforeAll(async () => {
  shop = await createDatabase()
  islands = await loadIslands()
  await fillShop(shop.db, shopCatalogue, shopContent)
})
afterAll(() => shop.drop())

/** The same numbers at each run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const markup = [
  '<hx-evil>',
  '"><hx-evil>',
  `'><hx-evil x='`,
  '" hx-on="1',
  "' hx-on='1",
  '</x-island><hx-evil>',
  '<!--<hx-evil>',
  '</script><hx-evil>',
  '&lt;hx-evil&gt;&#60;hx-evil&#62;',
  '<x-hole n="0"></x-hole>',
  '\u2028</title><hx-evil>',
]

const texts = [
  ...markup,
  ...prototypeWords,
  'x'.repeat(3_000),
  '橡木'.repeat(700),
  '橡木',
  'stool',
  'oak',
  'a\0b',
  '\ud800',
  'a\udfff\ud800b',
  '\u202eevil',
  '../../etc/passwd',
  '%00%ff',
  "'; drop table pages; --",
  '{{7*7}}${7*7}',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/ok\r\nset-cookie: a=b',
  '\\u0000',
  '',
  ' ',
]
const others: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, -0.0001, 1e308, -1e308, 2 ** 53, 1e-320, 9_999_999],
  ...[[], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { valueOf: 'x' }],
]

function hostileProps(name: PlacedName, count: number): unknown[] {
  const next = dice([...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) | 0)
  const of = (list: readonly unknown[]): unknown => list[Math.floor(next() * list.length)]
  const known = understood(name, rightProps[name])
  const right = (known.ok ? known.props : {}) as Record<string, unknown>
  const deep = (levels: number): unknown =>
    levels === 0 ? of(texts) : [{ [String(of(texts))]: deep(levels - 1) }]
  const value = (): unknown => {
    const kind = next()
    if (kind < 0.5) return of(texts)
    if (kind < 0.75) return of(others)
    if (kind < 0.85) return Array.from({ length: Math.floor(next() * 60) }, () => of(texts))
    return kind < 0.95 ? deep(Math.floor(next() * 40)) : of(Object.values(right))
  }
  return Array.from({ length: count }, (_, turn) => {
    if (turn % 25 === 0) return value()
    const props: Record<string, unknown> = { ...right }
    const names = Object.keys(right)
    for (let change = Math.floor(next() * 3); change >= 0; change--) {
      const member =
        names.length > 0 && next() < 0.75 ? of(names) : of([...texts, 'slug', 'limit', 'children'])
      Object.defineProperty(props, String(member), {
        value: value(),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return props
  })
}

const inner = '<p>Still here</p>'
const isSafe = (html: string): boolean => !/<hx-evil|" hx-on="|' hx-on='|<x-hole|\0/i.test(html)

it.each(placedNames)('%s is harmless, whatever its props are', async (name) => {
  const ctx = contextOf(shop.db, { locale: 'zh' })
  const sets = hostileProps(name, setsEach)
  const route = partRoutes.find(({ pattern }) => pattern.startsWith('/part/own') === isOwnPart(name))!
  let refused = 0
  let taken = 0
  for (const props of sets) {
    const json = JSON.stringify(props) ?? 'null'
    const [asked] = await loadParts(ctx, [{ name, props, inner }], 'templates/test.liquid')
    const written = json.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const placed = await placeParts(
      ctx,
      `<x-island c="${name}" p="${written}">${inner}</x-island>`,
      '/page/x',
    )
    const shown = [asked!, placed].map((one) => rendered(one, ctx, islands).html)
    for (const html of shown) {
      if (!isSafe(html)) throw new Error(`${json}\n${html}`)
      if (html === inner) refused += 1
      else if (html.includes(`-${name}" p='`)) taken += 1
      else throw new Error(`neither the part nor what stood in it: ${html}`)
    }
    const loaded = await loadPage(
      route.target,
      ctx,
      { name },
      String(new URLSearchParams({ p: json, k: 'k-1' })),
    )
    if (loaded.kind !== 'page') continue
    expect([undefined, 404, 422]).toContain(loaded.status)
    const alone = renderView(createElement(route.target.View, { data: loaded.data, ctx }), {
      lang: ctx.lang,
      islands,
      cache: null,
      tags: new Set(),
      used: new Set(),
    })
    if (!isSafe(alone)) throw new Error(`${json}\n${alone}`)
  }
  expect(refused + taken).toBe(2 * setsEach)
  expect(refused).toBeGreaterThan(setsEach)
  expect(Object.keys(Object.prototype)).toEqual([])
})
