/*
 * The parts that HTML of a merchant may place by name: `<x-island c="product-list" p='{"collection":"oak"}'>…</x-island>`.
 * Which props each takes, and what it shows, is in `storefront/placed`.
 */

/**
 * Those that an island of the shop is behind, with props that only the server can make: in the document a `part` stands
 * around it, which knows what the merchant wrote.
 */
export const islandParts = [
  'address-form',
  'address-modal',
  'cart',
  'cart-drawer',
  'checkout-apply',
  'checkout-payment',
  'checkout-shipping-plan',
  'comment',
  'content',
  'input-password',
  'order-refund',
  'phone-code-select',
  'product-buttons',
  'product-image',
  'search',
  'slides',
] as const

/** HTML of the server, made anew by it when the props change. Each is an island of this name. */
export const serverParts = [
  'article-list',
  'article-masonry',
  'aside-menu',
  'category-article',
  'category-page',
  'category-product',
  'dropdown',
  'input',
  'locale-switcher',
  'nav',
  'nav-menu',
  'newsletter',
  'payment',
  'product-interactive',
  'product-list',
  'product-modal',
  'product-price',
  'product-score',
  'product-single',
  'product-slides',
  'product-spec',
  'review',
  'user-header',
] as const

/**
 * Those that show what belongs to one visitor. A page is the same for everybody: the browser fetches them, and the
 * server makes them for its session.
 */
export const ownParts = [
  'address-form',
  'address-modal',
  'cart',
  'checkout-apply',
  'checkout-payment',
  'checkout-shipping-plan',
  'order-refund',
  'payment',
] as const satisfies readonly (IslandPart | ServerPart)[]

export type IslandPart = (typeof islandParts)[number]
export type ServerPart = (typeof serverParts)[number]
export type PlacedName = IslandPart | ServerPart

export const placedNames: readonly PlacedName[] = [...islandParts, ...serverParts].toSorted()

export function isPlacedName(name: string): name is PlacedName {
  return (placedNames as readonly string[]).includes(name)
}

export function isServerPart(name: PlacedName): name is ServerPart {
  return (serverParts as readonly string[]).includes(name)
}

export function isOwnPart(name: string): boolean {
  return (ownParts as readonly string[]).includes(name)
}

/**
 * Where the server makes one part by itself.
 * @param props JSON @param k begins the ids in it
 */
export function partUrl(langPath: string, name: string, props: string, k: string): string {
  const base = isOwnPart(name) ? ownPartPath : partPath
  return `${langPath}${base}/${name}?${new URLSearchParams({ k, p: props })}`
}

export const partPath = '/part'
export const ownPartPath = '/part/own'
