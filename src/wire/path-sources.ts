import { fixedPaths } from './paths.ts'
import type { ShopRouter } from './shop-config.ts'

/*
 * Paths as sources of regular expressions, without language and for the whole path: documents carry them to the
 * browser's runtime, which knows no rule itself.
 */

/** `/product/:slug` → `/product/[^/]+`. Patterns have letters, digits and `- _ . / : *` only. */
export function sourceOf(pattern: string): string {
  return pattern.replace(/\/$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')
}

/** The paths of private pages, as far as a path tells. */
export function personalSource({ userPath, categories }: ShopRouter): string {
  const checkouts = categories.filter(({ type }) => type === 'checkout').map(({ path }) => path)
  const { cart, 'order-lookup': order, 'inquiry-thankyou': thanks } = fixedPaths
  const starts = [cart, '/checkout', order, '/payment', thanks, '/auth', userPath, ...checkouts]
  return `(?:${starts.map(sourceOf).join('|')})(?:/.*)?`
}
