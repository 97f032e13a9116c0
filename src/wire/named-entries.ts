import type { ShopConfigDocument } from './shop-config.ts'

/** An entry that a setting cannot do without. */
export interface NamedEntry {
  /** The setting: `sales.terms`. */
  path: string
  /** `page`, `category`, … */
  kind: string
  slug: string
}

/** The entries that the configuration names by their slugs. */
export function namedEntries({ shop, sales, router }: ShopConfigDocument): NamedEntry[] {
  const page = (path: string, slug: string | null): NamedEntry[] =>
    slug === null ? [] : [{ path, kind: 'page', slug }]
  return [
    ...page('sales.terms', sales.terms),
    ...page('shop.sizeGuide', shop.sizeGuide),
    ...sales.returns.finalSale.categories.map((slug, index) => ({
      path: `sales.returns.finalSale.categories.${index}`,
      kind: 'category',
      slug,
    })),
    ...(router.isCustom ? router.categories : []).flatMap(({ type, slug }, index) =>
      slug === undefined ? [] : [{ path: `router.categories.${index}`, kind: type, slug }],
    ),
  ]
}
