import { slugIn } from '#wire/entry-slugs.ts'
import type { ShopRouter } from '#wire/shop-config.ts'

/** The kinds of entries with URLs of their own, by the configuration's types. */
export const entryKinds = [
  'article',
  'category',
  'collection',
  'coupon',
  'inquiry',
  'page',
  'product',
  'promotion',
  'tag',
] as const
export type EntryKind = (typeof entryKinds)[number]

export function isEntryKind(name: string): name is EntryKind {
  return (entryKinds as readonly string[]).includes(name)
}

/** The pattern that entries of the kind are shown under. */
function patternOf(kind: EntryKind, router: ShopRouter): string {
  switch (kind) {
    case 'article':
      return router.articleRule
    case 'category':
      return router.categoryRule
    case 'collection':
      return router.collectionRule
    case 'page':
      return router.pageRule
    case 'product':
      return router.productRule
    case 'tag':
      return router.tagRule
    case 'coupon':
    case 'inquiry':
    case 'promotion':
      return `/${kind}/:slug`
  }
}

/** Without language. @param langPath of the language, in which the entry may have another slug */
export function entryPath(kind: EntryKind, slug: string, router: ShopRouter, langPath: string): string {
  return patternOf(kind, router).replace(':slug', encodeURIComponent(slugIn(router, kind, langPath, slug)))
}
