import { describe, expect, it } from 'vitest'
import { createRouter } from '#platform/server/pages/router.ts'
import { skeletonPaths } from '#storefront/layout/skeleton-paths.ts'
import { router as routerRules, type ShopRouter } from '#wire/shop-config.ts'
import { changedRouter } from '../../../e2e/public-routes.ts'
import { routes } from '../routes.ts'

/** The skeletons whose paths have this one, as the runtime tries them: there may be one at most. */
function skeletonsAt(router: ShopRouter, path: string): string[] {
  return Object.entries(skeletonPaths(router)).flatMap(([name, source]) =>
    new RegExp(`^(${source})/?$`).test(path) ? [name] : [],
  )
}

/** A path of every route, with words that are no route by themselves, and one of nothing. */
function pathsOf(router: ShopRouter): string[] {
  const filled = routes(router).map(({ pattern }) =>
    pattern.replace(/:\w+/g, 'oak-stool').replace('*', 'some/where'),
  )
  return [...filled, '', '/cart/', '/no/such/page/there']
}

/** The skeletons of pages whose own name is longer. */
const called: Readonly<Record<string, string>> = {
  'checkout-detail': 'checkout',
  'favorite-shared': 'favorite',
}

const plain = routerRules.parse({})

describe.each([
  ['as they come', plain],
  ['all changed', changedRouter],
  ['with products at the top and parts with dots', { ...plain, productRule: '/v1.0/:slug/buy' }],
  ['with custom categories switched off', { ...changedRouter, isCustom: false }],
])('with rules %s', (_how, router) => {
  const table = createRouter(routes(router))
  const skeletons = Object.keys(skeletonPaths(router))

  it.each(pathsOf(router))('%s shows the skeleton of its own page, or none', (path) => {
    const target = table.match(path === '' ? '/' : path)?.target.name ?? ''
    // What the account area does not have is answered as not found.
    const page = target === 'not-found' ? 'user' : (called[target] ?? target)
    expect(skeletonsAt(router, path)).toEqual(skeletons.includes(page) ? [page] : [])
  })
})

it('takes no other character for a dot', () => {
  const router = { ...plain, productRule: '/v1.0/:slug/buy' }
  expect(skeletonsAt(router, '/v1.0/stool/buy')).toEqual(['product'])
  expect(skeletonsAt(router, '/v1x0/stool/buy')).toEqual([])
})

it('finds the paths that only the rules tell, and takes no list of one page for a category', () => {
  for (const [path, skeleton] of [
    ['/p/one-stem-vase', 'product'],
    ['/p/one-stem-vase/OSV-1', 'product'],
    ['/marked/stoneware', 'tag'],
    ['/series/slow-mornings', 'collection'],
    ['/journal', 'article-list'],
    ['/my/account/order/1', 'user'],
    ['/my/account/favorite', 'favorite'],
    ['/rooms/tableware', 'category'],
    ['/tableware', 'category'],
    ['/recent', 'recent'],
  ] as const)
    expect([path, skeletonsAt(changedRouter, path)]).toEqual([path, [skeleton]])
  for (const path of ['/compare', '/consent', '/checkout/thankyou', '/inquiry/thankyou', '/made/shipping'])
    expect([path, skeletonsAt(changedRouter, path)]).toEqual([path, []])
})
