import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entrySlugs, namedKinds, pathIn, slugIn, withEntrySlugs, type NamedSlug } from './entry-slugs.ts'
import { linksFor } from './links.ts'
import { shopConfig } from './shop-config.ts'

const { router } = shopConfig.parse({ router: { categoryRule: '/shop/:slug/all' } })
const named = withEntrySlugs(router, [
  { kind: 'product', langPath: '/zh', entry: 'oak-stool', slug: '橡木凳' },
  { kind: 'product', langPath: '/de', entry: 'oak-stool', slug: 'eichenhocker' },
  { kind: 'category', langPath: '/zh', entry: 'seats', slug: '座椅' },
  { kind: 'category', langPath: '', entry: 'tische', slug: 'tables' },
])

describe('links of a language', () => {
  it('have the slug of the language, else the entry’s own', () => {
    expect(linksFor(named, '/zh').product('oak-stool', 'S 1')).toBe(
      '/zh/product/%E6%A9%A1%E6%9C%A8%E5%87%B3/S%201',
    )
    expect(linksFor(named, '').product('oak-stool')).toBe('/product/oak-stool')
    expect(linksFor(named, '/zh').product('lamp')).toBe('/zh/product/lamp')
    expect(linksFor(named, '').category('tische')).toBe('/shop/tables/all')
    expect(linksFor(named, '/zh').tag('oak-stool')).toBe('/zh/tag/oak-stool')
  })

  it('are as ever in a shop without such slugs', () => {
    expect(withEntrySlugs(router, [])).toBe(router)
    expect(entrySlugs(router)).toBeNull()
    expect(linksFor(router, '/zh').product('oak-stool')).toBe('/zh/product/oak-stool')
    expect(slugIn(router, 'product', '/zh', 'oak-stool')).toBe('oak-stool')
  })

  it('leave the configuration as it is on the wire', () => {
    expect(JSON.parse(JSON.stringify(named))).toEqual(router)
  })
})

describe('a path in another language', () => {
  it.each([
    ['/product/oak-stool/S1?x=1', '', '/zh', '/product/%E6%A9%A1%E6%9C%A8%E5%87%B3/S1?x=1'],
    ['/product/%E6%A9%A1%E6%9C%A8%E5%87%B3', '/zh', '/de', '/product/eichenhocker'],
    ['/product/eichenhocker', '/de', '', '/product/oak-stool'],
    ['/shop/seats/all?page=2', '', '/zh', '/shop/%E5%BA%A7%E6%A4%85/all?page=2'],
    ['/seats', '', '/zh', '/%E5%BA%A7%E6%A4%85'],
    ['/shop/tables/all', '', '/zh', '/shop/tische/all'],
    ['/shop/seats', '', '/zh', '/shop/seats'],
    ['/product/oak-stool/S1/more', '', '/zh', '/product/oak-stool/S1/more'],
    ['/product/%E6%A9', '/zh', '', '/product/%E6%A9'],
    ['/cart', '', '/zh', '/cart'],
    ['/', '', '/zh', '/'],
  ])('%s of %j is in %j %s', (path, from, to, expected) => {
    expect(pathIn(named, path, from, to)).toBe(expected)
  })

  it('leads back to where it came from', () => {
    const word = fc.stringMatching(/^[a-z0-9\u4e00-\u4eff]{1,6}$/)
    const slugs = fc
      .uniqueArray(fc.record({ kind: fc.constantFrom(...namedKinds), entry: word, slug: word }), {
        selector: ({ kind, entry }) => `${kind} ${entry}`,
      })
      .map((all): NamedSlug[] => {
        const taken = new Set(all.map(({ kind, entry }) => `${kind} ${entry}`))
        return all.flatMap((one) => {
          const key = `${one.kind} ${one.slug}`
          if (taken.has(key)) return []
          taken.add(key)
          return [{ ...one, langPath: '/zh' }]
        })
      })
    fc.assert(
      fc.property(slugs, fc.constantFrom(...namedKinds), word, (all, kind, slug) => {
        const shop = withEntrySlugs(router, all)
        const path = linksFor(shop, '')[kind](slug)
        // The slug of another entry in the language is no entry's own.
        fc.pre(all.every((one) => one.kind !== kind || one.slug !== slug))
        const there = pathIn(shop, path, '', '/zh')
        expect(`/zh${there}`).toBe(linksFor(shop, '/zh')[kind](slug))
        expect(pathIn(shop, there, '/zh', '')).toBe(path)
      }),
    )
  })
})
