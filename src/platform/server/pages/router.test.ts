import { expect, it } from 'vitest'
import { createRouter } from './router.ts'

const router = createRouter([
  { pattern: '/', target: 'home' },
  { pattern: '/cart', target: 'cart' },
  { pattern: '/product/:slug', target: 'product' },
  { pattern: '/product/:slug/:sku', target: 'product' },
  { pattern: '/:slug', target: 'category' },
  { pattern: '/app/*', target: 'custom' },
])

it.each([
  ['/', 'home', {}],
  ['/cart', 'cart', {}],
  ['/product/oak-stool', 'product', { slug: 'oak-stool' }],
  ['/product/oak-stool/OAK-1%2F2', 'product', { slug: 'oak-stool', sku: 'OAK-1/2' }],
  ['/%E6%A9%A1%E6%9C%A8', 'category', { slug: '橡木' }],
  ['/app/a/b', 'custom', { rest: 'a/b' }],
])('%s is %s', (path, target, params) => {
  expect(router.match(path)).toEqual({ target, params })
})

it.each(['/product/a/b/c', '/%E6%A9', '/cart/x'])('%s is nothing', (path) => {
  expect(router.match(path)).toBeNull()
})
