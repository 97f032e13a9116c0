/**
 * The parts that a merchant's HTML places by name and that no page of the program has: most shops never load this
 * table.
 */
export const islands = {
  'article-list': () => import('#storefront/islands/article-list/island.tsx'),
  'article-masonry': () => import('#storefront/islands/article-masonry/island.tsx'),
  'aside-menu': () => import('#storefront/islands/aside-menu/island.tsx'),
  'category-article': () => import('#storefront/islands/category-article/island.tsx'),
  'category-page': () => import('#storefront/islands/category-page/island.tsx'),
  'category-product': () => import('#storefront/islands/category-product/island.tsx'),
  dropdown: () => import('#storefront/islands/dropdown/island.tsx'),
  input: () => import('#storefront/islands/input/island.tsx'),
  'locale-switcher': () => import('#storefront/islands/locale-switcher/island.tsx'),
  nav: () => import('#storefront/islands/nav/island.tsx'),
  'nav-menu': () => import('#storefront/islands/nav-menu/island.tsx'),
  newsletter: () => import('#storefront/islands/newsletter/island.tsx'),
  part: () => import('#storefront/islands/part/island.tsx'),
  payment: () => import('#storefront/islands/payment/island.tsx'),
  'product-interactive': () => import('#storefront/islands/product-interactive/island.tsx'),
  'product-list': () => import('#storefront/islands/product-list/island.tsx'),
  'product-modal': () => import('#storefront/islands/product-modal/island.tsx'),
  'product-price': () => import('#storefront/islands/product-price/island.tsx'),
  'product-score': () => import('#storefront/islands/product-score/island.tsx'),
  'product-single': () => import('#storefront/islands/product-single/island.tsx'),
  'product-slides': () => import('#storefront/islands/product-slides/island.tsx'),
  'product-spec': () => import('#storefront/islands/product-spec/island.tsx'),
  review: () => import('#storefront/islands/review/island.tsx'),
  'user-header': () => import('#storefront/islands/user-header/island.tsx'),
}
