import type { moreIslands } from './islands-more-live.ts'

/*
 * Every part that wakes in the browser, by name. The server loads all of them at boot to render their first HTML;
 * the browser imports one when it wakes. The folder's name is the island's name.
 */
type More = typeof moreIslands

/** What stands in the second table. */
const more = [
  'address-form',
  'checkout-apply',
  'checkout-lines',
  'checkout-payment',
  'checkout-shipping-plan',
  'inquiry-pictures',
  'order-watch',
  'phone-code-select',
  'slides',
  'countdown',
] as const satisfies readonly (keyof More)[]

export const islands = {
  'product-buttons': () => import('#features/catalog/islands/product-buttons/island.tsx'),
  'product-image': () => import('#features/catalog/islands/product-image/island.tsx'),
  cart: () => import('#features/cart/islands/cart/island.tsx'),
  'cart-drawer': () => import('#features/cart/islands/cart-drawer/island.tsx'),
  search: () => import('#features/search/islands/search/island.tsx'),
  ...(Object.fromEntries(
    more.map((name) => [
      name,
      () =>
        import('./islands-more-live.ts').then((second) =>
          (second.moreIslands[name] as () => Promise<unknown>)(),
        ),
    ]),
  ) as unknown as More),
}
