/**
 * The islands of pages that few visits begin with. Their table is fetched with the first of them: the scripts that
 * every page loads before anything else name only those that most pages show.
 */
export const moreIslands = {
  'address-form': () => import('#features/checkout/islands/address-form/island.tsx'),
  'checkout-apply': () => import('#features/checkout/islands/checkout-apply/island.tsx'),
  'checkout-lines': () => import('#features/checkout/islands/checkout-lines/island.tsx'),
  'checkout-payment': () => import('#features/checkout/islands/checkout-payment/island.tsx'),
  'checkout-shipping-plan': () => import('#features/checkout/islands/checkout-shipping-plan/island.tsx'),
  'inquiry-pictures': () => import('#features/inquiries/islands/inquiry-pictures/island.tsx'),
  'order-watch': () => import('#features/orders/islands/order-watch/island.tsx'),
  'phone-code-select': () => import('#storefront/islands/phone-code-select/island.tsx'),
  slides: () => import('#storefront/islands/slides/island.tsx'),
  countdown: () => import('#storefront/islands/countdown/island.tsx'),
  cart: () => import('#features/cart/islands/cart/island.tsx'),
}
