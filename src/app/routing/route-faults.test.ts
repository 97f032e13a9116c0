import { expect, it } from 'vitest'
import { shopConfig } from '#wire/shop-config.ts'
import { routeFaults } from './route-faults.ts'

function faultsOf(router: object): { path: string; reason: string }[] {
  return routeFaults(shopConfig.parse({ router }))
}

it.each([
  ['the defaults', {}],
  ['every rule changed', everyRuleChanged()],
  ['a category at the root', { categoryRule: '/:slug' }],
  ['an app rule for all that is left', { appRule: '/*' }],
  [
    'a custom category that names one address of a rule',
    { isCustom: true, categories: [{ path: '/category/sofas', type: 'page', slug: 'sofas' }] },
  ],
  [
    'a single segment that would be a category',
    { isCustom: true, categories: [{ path: '/sofas', type: 'collection', slug: 'sofas' }] },
  ],
])('%s is sound', (_, router) => {
  expect(faultsOf(router)).toEqual([])
})

it.each([
  [
    'two rules of one shape',
    { productRule: '/p/:slug', pageRule: '/p/:slug' },
    'router.productRule',
    ['/p/:slug', 'router.pageRule'],
  ],
  [
    'a rule in the way of a product’s SKUs',
    { articleRule: '/product/:slug/read' },
    'router.productRule',
    ['router.articleRule', '/product/:slug/:sku'],
  ],
  [
    'a rule that swallows a fixed address',
    { pageRule: '/:slug/info' },
    'router.pageRule',
    ['/:slug/info', 'promotion-detail'],
  ],
  ['a rule at the root', { productRule: '/:slug' }, 'router.productRule', ['/:slug', 'category']],
  [
    'the tag on the category’s path',
    { tagRule: '/category/:slug' },
    'router.tagRule',
    ['/category/:slug', 'router.categoryRule'],
  ],
  [
    'a rule in the account area',
    { pageRule: '/user/:slug' },
    'router.pageRule',
    ['/user/:slug', 'router.userPath'],
  ],
  [
    'the account area over a rule',
    { userPath: '/product/' },
    'router.productRule',
    ['/product/:slug', 'router.userPath'],
  ],
  ['an app rule that a rule hides', { appRule: '/user/*' }, 'router.appRule', ['/user/*', 'router.userPath']],
  ['a rule without a slug', { productRule: '/p' }, 'router.productRule', ['/p must have one part :slug']],
  [
    'a rule with two parameters',
    { productRule: '/p/:slug/:sku' },
    'router.productRule',
    ['must have one part :slug'],
  ],
  ['an app rule with a parameter', { appRule: '/app/:slug/*' }, 'router.appRule', ['must end with /*']],
  ['a user path without its end', { userPath: '/me' }, 'router.userPath', ['end with /']],
  [
    'a rule over the program',
    { pageRule: '/api/:slug' },
    'router.pageRule',
    ['/api is an address of the program'],
  ],
  [
    'a rule over the pictures',
    { appRule: '/media/*' },
    'router.appRule',
    ['/media is an address of the program'],
  ],
  ['a rule over a sitemap', { pageRule: '/sitemap-en/:slug' }, 'router.pageRule', ['address of the program']],
  [
    'a rule over a language',
    { pageRule: '/zh/:slug' },
    'router.pageRule',
    ['/zh is the prefix of a language'],
  ],
  [
    'a custom category over the cart',
    custom({ path: '/cart', type: 'page', slug: 'x' }),
    'router.categories.0',
    ['/cart', 'fixed address of cart'],
  ],
  [
    'a custom category over a rule',
    custom({ path: '/product/:slug', type: 'page' }),
    'router.productRule',
    ['router.categories.0'],
  ],
  [
    'two custom categories at one path',
    custom({ path: '/a', type: 'page', slug: 'x' }, { path: '/a', type: 'tag', slug: 'y' }),
    'router.categories.1',
    ['router.categories.0'],
  ],
  [
    'a custom category without a slug',
    custom({ path: '/a', type: 'page' }),
    'router.categories.0',
    ['names no entry'],
  ],
  [
    'a custom category with two slugs',
    custom({ path: '/a/:slug', type: 'page', slug: 'x' }),
    'router.categories.0',
    ['of its own too'],
  ],
])('%s is refused', (_, router, path, words) => {
  const faults = faultsOf(router)
  expect(faults.map((fault) => fault.path)).toContain(path)
  const reasons = faults.filter((fault) => fault.path === path).map(({ reason }) => reason)
  expect(
    reasons.some((reason) => words.every((word) => reason.includes(word))),
    reasons.join('\n'),
  ).toBe(true)
})

function custom(...categories: object[]): object {
  return { isCustom: true, categories }
}

function everyRuleChanged(): object {
  return {
    appRule: '/a/*',
    articleRule: '/journal/:slug',
    categoryRule: '/shop/:slug/all',
    collectionRule: '/series/:slug',
    pageRule: '/about/:slug',
    productRule: '/p/:slug',
    tagRule: '/marked/:slug',
    userPath: '/my/account/',
  }
}
