import { entryPath, isEntryKind, type EntryKind } from '#features/names/contract.ts'
import { keepPastRoutes, type PastRoute } from '#features/names/queries.ts'
import type { ConfigEffect } from '#features/shop/actions.ts'
import { replacedConfig } from '#features/shop/queries.ts'
import { articleListPath } from '#wire/links.ts'
import { shopConfig, type ShopRouter } from '#wire/shop-config.ts'
import { routes } from '../routes.ts'

/** Patterns that are remembered, the newest first: more than any shop changes its mind in years. */
const mostRemembered = 200

/** Stores the patterns that the new configuration gave up: their URLs lead to the new ones. */
export const rememberRoutes: ConfigEffect = async (tx, { router }, now) => {
  const before = await replacedConfig(tx)
  const parsed = shopConfig.safeParse(before?.document ?? {})
  // A document that only an older program could read has no routes that this one ever answered.
  const past = parsed.success ? givenUp(parsed.data.router, router) : []
  const current = routes(router).map(({ pattern }) => pattern)
  await keepPastRoutes(tx, past, current, now, mostRemembered)
  return []
}

/** Patterns that answered some URL and no longer exist. */
function givenUp(before: ShopRouter, after: ShopRouter): PastRoute[] {
  const kept = new Set(patternsOf(after).map(({ pattern }) => pattern))
  const gone = patternsOf(before).filter(({ pattern }) => !kept.has(pattern))
  return [...new Map(gone.map((route) => [route.pattern, route])).values()]
}

function patternsOf(router: ShopRouter): PastRoute[] {
  const custom = router.isCustom ? router.categories : []
  return [
    ...custom.flatMap(({ path, type, slug }) => [{ pattern: path, kind: type, slug: slug ?? null }]),
    ...(['article', 'category', 'collection', 'page', 'product', 'tag'] as const).map((kind) => ({
      pattern: router[`${kind}Rule`],
      kind,
      slug: null,
    })),
    { pattern: `${router.productRule}/:sku`, kind: 'product', slug: null },
    { pattern: articleListPath(router), kind: 'article-list', slug: null },
    { pattern: router.appRule, kind: 'custom', slug: null },
    { pattern: `${router.userPath}*`, kind: 'user', slug: null },
  ]
}

/** Where a URL that fits a past pattern leads now; an entry of the shop, or a path without language. */
export type PastTarget = { entry: { kind: EntryKind; slug: string; sku: string | null } } | { path: string }

/** @param params the params that the past pattern found in the URL */
export function pastTarget(
  { kind, slug: own }: PastRoute,
  params: Readonly<Record<string, string>>,
  router: ShopRouter,
): PastTarget | null {
  const slug = own ?? params['slug']
  const rest = (params['rest'] ?? '').split('/').map(encodeURIComponent).join('/')
  if (kind === 'user') return { path: `${router.userPath}${rest}`.replace(/\/$/, '') }
  if (kind === 'article-list') return { path: articleListPath(router) }
  const elsewhere = own === null ? undefined : customPath(kind, own, router)
  if (elsewhere !== undefined) return { path: elsewhere }
  if (kind === 'custom') {
    const below = slug === undefined ? rest : encodeURIComponent(slug)
    return below === '' ? null : { path: router.appRule.replace('*', below) }
  }
  if (slug === undefined || !isEntryKind(kind)) return null
  return { entry: { kind, slug, sku: params['sku'] ?? null } }
}

/** The path of the custom category that shows this very entry. */
function customPath(kind: PastRoute['kind'], slug: string, router: ShopRouter): string | undefined {
  if (!router.isCustom) return undefined
  return router.categories.find((one) => one.type === kind && one.slug === slug)?.path
}

/** An entry's present path, without language. @param langPath of the language that it is in */
export function pathOfEntry(
  kind: EntryKind,
  slug: string,
  sku: string | null,
  router: ShopRouter,
  langPath: string,
): string {
  const path = entryPath(kind, slug, router, langPath)
  return sku === null ? path : `${path}/${encodeURIComponent(sku)}`
}
