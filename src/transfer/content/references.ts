import { shown } from '#wire/shown-text.ts'
import { knownGroups, tagIds } from '#features/catalog/queries/import-groups.ts'
import { productIds } from '#features/catalog/queries/import-products.ts'
import { articleIds } from '#features/content/queries/import.ts'
import { couponsByCode } from '#features/promotions/queries/import.ts'
import { skuOwners } from '#features/reviews/queries/import.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** References of entries to the shop: slugs, SKUs, and codes of coupons. */
export interface Names {
  articles: readonly string[]
  products: readonly string[]
  tags: readonly string[]
  categories: readonly string[]
  collections: readonly string[]
  skus: readonly string[]
  codes: readonly string[]
}

/** Those of them that exist. */
export interface References {
  articles: ReadonlyMap<string, number>
  products: ReadonlyMap<string, number>
  tags: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, unknown>
  collections: ReadonlyMap<string, unknown>
  skus: ReadonlyMap<string, { id: number; product: string }>
  /** Code in capitals → slug. */
  coupons: ReadonlyMap<string, string>
}

export async function findReferences(tx: Tx, wanted: readonly Partial<Names>[]): Promise<References> {
  const all = (name: keyof Names): string[] => [...new Set(wanted.flatMap((names) => names[name] ?? []))]
  const find = async <T>(
    name: keyof Names,
    query: (names: string[]) => Promise<Map<string, T>>,
  ): Promise<Map<string, T>> => {
    const names = all(name)
    return names.length === 0 ? new Map<string, T>() : query(names)
  }
  return {
    articles: await find('articles', (names) => articleIds(tx, names)),
    products: await find('products', (names) => productIds(tx, names)),
    tags: await find('tags', (names) => tagIds(tx, names)),
    categories: await find('categories', (names) => knownGroups(tx, 'category', names)),
    collections: await find('collections', (names) => knownGroups(tx, 'collection', names)),
    skus: await find('skus', (names) => skuOwners(tx, names)),
    coupons: await find('codes', (names) => couponsByCode(tx, names)),
  }
}

/** The first thing that an entry names and the shop has not, in words; null when all is there. */
export function unknownName(names: Partial<Names>, known: References): string | null {
  for (const [name, word] of [
    ['articles', 'article'],
    ['products', 'product'],
    ['tags', 'tag'],
    ['categories', 'category'],
    ['collections', 'collection'],
    ['skus', 'SKU'],
  ] as const) {
    const missing = names[name]?.find((key) => !known[name].has(key))
    if (missing !== undefined) return `the ${word} ${shown(missing)} is not known`
  }
  return null
}
