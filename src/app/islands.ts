import type { moreIslands } from './islands-more-live.ts'

/*
 * Every part that wakes in the browser, by name. The server loads all of them at boot to render their first HTML;
 * the browser imports one when it wakes. The folder's name is the island's name.
 */
type More = typeof moreIslands

/** What stands in the second table; one text is shorter than a list, and every page carries it. */
const more =
  'address-form checkout-apply checkout-lines checkout-payment checkout-shipping-plan inquiry-pictures order-watch phone-code-select slides countdown cart'

export const islands = {
  'product-buttons': () => import('#features/catalog/islands/product-buttons/island.tsx'),
  'product-image': () => import('#features/catalog/islands/product-image/island.tsx'),
  'cart-drawer': () => import('#features/cart/islands/cart-drawer/island.tsx'),
  search: () => import('#features/search/islands/search/island.tsx'),
  ...(Object.fromEntries(
    more
      .split(' ')
      .map((name) => [
        name,
        () =>
          import('./islands-more-live.ts').then(
            (second) => second.moreIslands[name as keyof More]() as Promise<unknown>,
          ),
      ]),
  ) as unknown as More),
}
