/**
 * Every part that wakes in the browser, by name: here those of pages that all visitors see, and in `islands-forms.ts`
 * the others. The server loads all of them at boot to render their first HTML; the browser fetches this table with the
 * first part that wakes, and imports one when it wakes. The folder's name is the island's name.
 */
export const islands = {
  'cart-drawer': () => import('#features/cart/islands/cart-drawer/island.tsx'),
  countdown: () => import('#storefront/islands/countdown/island.tsx'),
  'product-buttons': () => import('#features/catalog/islands/product-buttons/island.tsx'),
  'product-image': () => import('#features/catalog/islands/product-image/island.tsx'),
  search: () => import('#features/search/islands/search/island.tsx'),
  slides: () => import('#storefront/islands/slides/island.tsx'),
}

export const others = () => import('./islands-forms.ts')
