import { articleListPath } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import { fixedPaths, sourceOf } from '#wire/paths.ts'
import type { ShopRouter } from '#wire/shop-config.ts'

/*
 * Which paths a skeleton stands for. The rules are the configuration's, so the server writes them into the templates:
 * the runtime tries them and knows no rule itself.
 */

/** A path pattern, and the skeleton of its pages; null for pages without one. */
type Row = readonly [pattern: string, skeleton: SkeletonName | null]

const fixedSkeletons: Partial<Record<keyof typeof fixedPaths, SkeletonName>> = {
  home: 'home',
  cart: 'cart',
  'order-detail': 'order',
  'checkout-detail': 'checkout',
  search: 'search',
  recent: 'recent',
  'favorite-shared': 'favorite',
  promotion: 'promotion-list',
  'promotion-detail': 'promotion',
  'inquiry-detail': 'inquiry',
  coupon: 'coupon-list',
  'coupon-detail': 'coupon',
}

/**
 * Skeleton → the paths of its pages, without language, as the source of a regular expression for the whole path. The
 * sources exclude each other, so their order does not matter.
 */
export function skeletonPaths(router: ShopRouter): Readonly<Record<SkeletonName, string>> {
  const rows = rowsOf(router)
  // Of two patterns that fit one path, one is a single path, and it comes first: `routeFaults` refuses all others.
  const singles = rows.filter(([pattern]) => !isOpen(pattern))
  const found = new Map<SkeletonName, string[]>()
  for (const [pattern, skeleton] of rows) {
    if (skeleton === null) continue
    const source = sourceOf(pattern)
    const whole = new RegExp(`^${source}$`)
    const others = isOpen(pattern)
      ? singles.filter(([path, other]) => other !== skeleton && whole.test(path)).map(([path]) => path)
      : []
    const without = others.length === 0 ? '' : `(?!(?:${others.map(sourceOf).join('|')})/?$)`
    found.set(skeleton, [...(found.get(skeleton) ?? []), without + source])
  }
  return Object.fromEntries(
    [...found].map(([skeleton, sources]) => [skeleton, [...new Set(sources)].join('|')]),
  ) as Record<SkeletonName, string>
}

/** As in the table of routes: `app/routes.ts`, whose pages a test compares with these. */
function rowsOf(router: ShopRouter): Row[] {
  const { userPath, productRule } = router
  return [
    ...(router.isCustom ? router.categories : []).map(({ path, type }): Row => [
      path,
      type === 'custom' ? null : type,
    ]),
    ...Object.entries(fixedPaths).map(([name, path]): Row => {
      const own = fixedSkeletons[name as keyof typeof fixedPaths]
      return [path, own ?? (name.startsWith('auth-') ? 'auth' : null)]
    }),
    [`${userPath}favorite`, 'favorite'],
    [`${userPath}*`, 'user'],
    // Leads to the first page of the area.
    [userPath.replace(/\/$/, '') || '/', 'user'],
    [articleListPath(router), 'article-list'],
    [router.articleRule, 'article'],
    [router.pageRule, 'page'],
    [router.categoryRule, 'category'],
    [router.collectionRule, 'collection'],
    [productRule, 'product'],
    [`${productRule}/:sku`, 'product'],
    [router.tagRule, 'tag'],
    ['/:slug', 'category'],
  ]
}

/** Whether more than one path fits it. */
function isOpen(pattern: string): boolean {
  return /[:*]/.test(pattern)
}
