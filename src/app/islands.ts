/**
 * Every part that wakes in the browser, by name. The server loads all of them at boot to render their first HTML;
 * the browser fetches this table with the first part that wakes, and imports one when it wakes. The folder's name is
 * the island's name.
 */
export const islands = {
  'address-form': () => import('#features/checkout/islands/address-form/island.tsx'),
  auth: () => import('#features/account/islands/auth/island.tsx'),
  cart: () => import('#features/cart/islands/cart/island.tsx'),
  'cart-drawer': () => import('#features/cart/islands/cart-drawer/island.tsx'),
  'checkout-apply': () => import('#features/checkout/islands/checkout-apply/island.tsx'),
  'checkout-lines': () => import('#features/checkout/islands/checkout-lines/island.tsx'),
  'checkout-payment': () => import('#features/checkout/islands/checkout-payment/island.tsx'),
  'checkout-shipping-plan': () => import('#features/checkout/islands/checkout-shipping-plan/island.tsx'),
  countdown: () => import('#storefront/islands/countdown/island.tsx'),
  'input-password': () => import('#storefront/islands/input-password/island.tsx'),
  'inquiry-pictures': () => import('#features/inquiries/islands/inquiry-pictures/island.tsx'),
  'order-watch': () => import('#features/orders/islands/order-watch/island.tsx'),
  'phone-code-select': () => import('#storefront/islands/phone-code-select/island.tsx'),
  'product-buttons': () => import('#features/catalog/islands/product-buttons/island.tsx'),
  'product-image': () => import('#features/catalog/islands/product-image/island.tsx'),
  search: () => import('#features/search/islands/search/island.tsx'),
  slides: () => import('#storefront/islands/slides/island.tsx'),
  verify: () => import('#features/verify/islands/verify/island.tsx'),
}
