/*
 * Every part that wakes in the browser, by name. The server loads all of them at boot to render their first HTML;
 * the browser imports one when it wakes. The folder's name is the island's name.
 */
export const islands = {
  'product-buttons': () => import('#features/catalog/islands/product-buttons/island.tsx'),
  'product-image': () => import('#features/catalog/islands/product-image/island.tsx'),
  cart: () => import('#features/cart/islands/cart/island.tsx'),
  'cart-drawer': () => import('#features/cart/islands/cart-drawer/island.tsx'),
  search: () => import('#features/search/islands/search/island.tsx'),
  slides: () => import('./islands/slides/island.tsx'),
  'inquiry-pictures': () => import('#features/inquiries/islands/inquiry-pictures/island.tsx'),
  countdown: () => import('./islands/countdown/island.tsx'),
  'phone-code-select': () => import('./islands/phone-code-select/island.tsx'),
}
