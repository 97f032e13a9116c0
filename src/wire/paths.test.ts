import { expect, it } from 'vitest'
import { personalSource, sourceOf } from './paths.ts'
import { router, type ShopRouter } from './shop-config.ts'

const isPersonal = (rules: ShopRouter, path: string): boolean =>
  new RegExp(`^(${personalSource(rules)})/?$`).test(path)

it.each([
  ['/product/:slug', ['/product/a-b', '/product/%E7%81%AF'], ['/product', '/product/a/b', '/products/a']],
  ['/shop/:slug/all', ['/shop/a/all'], ['/shop/a', '/shop/a/b/all']],
  ['/v1.0/*', ['/v1.0/', '/v1.0/a/b'], ['/v1x0/a', '/v1.0']],
  ['/user/', ['/user'], ['/user/a']],
])('%s fits its own paths alone', (pattern, fits, others) => {
  const whole = new RegExp(`^${sourceOf(pattern)}$`)
  expect(fits.filter((path) => !whole.test(path))).toEqual([])
  expect(others.filter((path) => whole.test(path))).toEqual([])
})

it('names what is the visitor’s own, by the rules of the shop', () => {
  const plain = router.parse({})
  const changed = router.parse({
    isCustom: true,
    userPath: '/my/account/',
    categories: [
      { path: '/pay-now', type: 'checkout', slug: 'cart' },
      { path: '/pay/:slug', type: 'checkout' },
      { path: '/rooms/:slug', type: 'category' },
    ],
  })
  for (const path of ['/cart', '/cart/link', '/checkout/x', '/order', '/order/1/return', '/payment/1/return'])
    expect([path, isPersonal(plain, path), isPersonal(changed, path)]).toEqual([path, true, true])
  for (const path of ['/inquiry/thankyou', '/auth/signin'])
    expect([path, isPersonal(plain, path)]).toEqual([path, true])
  for (const path of ['', '/', '/carts', '/inquiry/quote', '/rooms/oak', '/pay-nowhere', '/product/cart'])
    expect([path, isPersonal(plain, path), isPersonal(changed, path)]).toEqual([path, false, false])
  expect([isPersonal(plain, '/user/order/1'), isPersonal(changed, '/user/order/1')]).toEqual([true, false])
  for (const path of ['/my/account/', '/my/account/order', '/pay-now', '/pay/x'])
    expect([path, isPersonal(plain, path), isPersonal(changed, path)]).toEqual([path, false, true])
})
