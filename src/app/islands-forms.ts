/**
 * The parts of forms, checkout, orders and accounts: what most visitors never load has no line in the table that all
 * of them load.
 */
export const islands = {
  'address-form': () => import('#features/checkout/islands/address-form/island.tsx'),
  'address-modal': () => import('#features/addresses/islands/address-modal/island.tsx'),
  'article-editor': () => import('#features/content/islands/article-editor/island.tsx'),
  auth: () => import('#features/account/islands/auth/island.tsx'),
  cart: () => import('#features/cart/islands/cart/island.tsx'),
  comment: () => import('#features/content/islands/comment/island.tsx'),
  'avatar-crop': () => import('#features/customer/islands/avatar-crop/island.tsx'),
  'checkout-apply': () => import('#features/checkout/islands/checkout-apply/island.tsx'),
  'checkout-lines': () => import('#features/checkout/islands/checkout-lines/island.tsx'),
  'checkout-payment': () => import('#features/checkout/islands/checkout-payment/island.tsx'),
  'checkout-shipping-plan': () => import('#features/checkout/islands/checkout-shipping-plan/island.tsx'),
  content: () => import('#storefront/islands/content/island.tsx'),
  'input-password': () => import('#storefront/islands/input-password/island.tsx'),
  'inquiry-pictures': () => import('#features/inquiries/islands/inquiry-pictures/island.tsx'),
  'order-refund': () => import('#features/returns/islands/order-refund/island.tsx'),
  'order-address': () => import('#features/orders/islands/order-address/island.tsx'),
  'order-watch': () => import('#features/orders/islands/order-watch/island.tsx'),
  passkey: () => import('#features/passkeys/islands/passkey/island.tsx'),
  passkeys: () => import('#features/passkeys/islands/passkeys/island.tsx'),
  'phone-code-select': () => import('#storefront/islands/phone-code-select/island.tsx'),
  'push-switch': () => import('#features/notifications/islands/push-switch/island.tsx'),
  'qr-scan': () => import('#features/qr/islands/qr-scan/island.tsx'),
  'qr-sign-in': () => import('#features/qr/islands/qr-sign-in/island.tsx'),
  verify: () => import('#features/verify/islands/verify/island.tsx'),
}

export const others = () => import('./islands-placed.ts')
