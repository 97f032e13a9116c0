import { byWord } from '#domain/by-word.ts'
import { isEntryKind, type EntryKind } from '#features/names/contract.ts'
import {
  entryNamed,
  languagesOfAll,
  languagesOf as languagesOfEntry,
  type PastRoute,
} from '#features/names/queries.ts'
import { redirectFrom } from '#features/redirects/rules/lookup.ts'
import { withQuery } from '#features/redirects/rules/paths.ts'
import { defaultLocale, langPath, locales, type Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import type { Elsewhere, Named, Unanswered } from '#platform/server/pages/make-page.ts'
import type { Router } from '#platform/server/pages/router.ts'
import { entrySlugs, isNamedKind, type NamedKind } from '#wire/entry-slugs.ts'
import type { ShopRouter } from '#wire/shop-config.ts'
import { pastTarget, pathOfEntry } from './past-routes.ts'

/**
 * The present location of a URL: where the merchant lets it lead, its entry's new name (301), its route's new pattern
 * (308), the language that was meant (308), or gone for good. Null: it never existed.
 */
export async function findElsewhere(
  ctx: Ctx,
  asked: Unanswered,
  past: Router<PastRoute>,
): Promise<Elsewhere | null> {
  const { router } = ctx.shop
  // First: what was deleted, and is gone for good otherwise, may have a successor that only the merchant knows.
  const led = await redirectFrom(ctx, asked.path)
  if (led !== null)
    return { kind: 'redirect', to: withQuery(inLanguage(led.to), asked.search), status: led.status }

  const own = entryOf(asked)
  const found = own && (await entryNamed(ctx.db, own.kind, own.slug, ctx.locale))
  if (own && found?.shown === true && found.slug !== null && found.slug !== own.slug)
    return { kind: 'redirect', to: here(pathOf(own.kind, found.slug, own.sku)), status: 301 }

  const before = past.match(asked.path)
  const target = before && pastTarget(before.target, before.params, router)
  if (target && 'path' in target && target.path !== asked.path)
    return { kind: 'redirect', to: here(target.path), status: 308 }
  if (target && 'entry' in target) {
    const { kind, slug, sku } = target.entry
    const entry = await entryNamed(ctx.db, kind, slug, ctx.locale)
    if (entry?.slug && entry.shown === true) {
      const path = pathOf(kind, entry.slug, sku)
      // An entry that exists but is not shown at its own URL cannot be reached by a redirect there.
      if (path !== asked.path) return { kind: 'redirect', to: here(path), status: 308 }
    }
    if (entry?.shown === false) return { kind: 'missing', status: 410 }
  }

  const meant = ctx.locale === defaultLocale ? meantLanguage(asked.path) : null
  if (meant) return { kind: 'redirect', to: `${meant}${asked.search}`, status: 308 }
  return found?.shown === false ? { kind: 'missing', status: 410 } : null

  function pathOf(kind: EntryKind, slug: string, sku: string | null): string {
    return pathOfEntry(kind, slug, sku, router, ctx.langPath)
  }

  function here(path: string): string {
    return `${ctx.langPath}${path}${asked.search}`
  }

  /** The home page of a language has no slash at its end. */
  function inLanguage(target: string): string {
    return ctx.langPath === '' ? target : `${ctx.langPath}${target.replace(/^\/(?=$|[?#])/, '')}`
  }
}

/** The languages that a page's own entry has texts in; null for a page that is no entry's. */
export async function languagesOf(
  ctx: Ctx,
  page: AnyPage,
  params: Readonly<Record<string, string>>,
): Promise<readonly string[] | null> {
  const own = entryOf({ page, params })
  if (own === null) return null
  const { kind, slug } = own
  // Cached like the tree of categories: a listing has enough queries.
  if (kind !== 'category' && kind !== 'collection') return languagesOfEntry(ctx.db, kind, slug)
  const all = await ctx.kept(`languages|${kind}`, ['catalog'], () => languagesOfAll(ctx.db, kind))
  return all.get(slug) ?? []
}

/**
 * The params by the entry's own slug, where the URL has that of its language; or the path that has it, where the URL has
 * the entry's own or that of another language.
 */
export function nameEntry(
  { page, params, path }: Pick<Unanswered, 'page' | 'params' | 'path'>,
  router: ShopRouter,
  langPath: string,
): Named {
  const slugs = entrySlugs(router)
  const own = slugs && entryOf({ page, params })
  if (!own || !isNamedKind(own.kind) || isFixed(path, router)) return { params }
  const here = slugs.table(own.kind, langPath)
  const entry = here?.entries.get(own.slug)
  if (entry !== undefined)
    return { params: { ...params, [params['slug'] === undefined ? 'rest' : 'slug']: entry } }
  const right = here?.slugs.get(own.slug) ?? inOtherLanguage(own.kind, own.slug)
  return right === undefined ? { params } : { to: withSegment(path, own.slug, right, own.sku !== null) }

  function inOtherLanguage(kind: NamedKind, slug: string): string | undefined {
    const known = slugs!.entryOf(kind, slug)
    return known === undefined ? undefined : (here?.slugs.get(known) ?? known)
  }
}

/** A custom category that shows one entry: its path has no slug. */
function isFixed(path: string, { isCustom, categories }: ShopRouter): boolean {
  return isCustom && categories.some((one) => one.slug !== undefined && one.path === path)
}

/** @param hasSku it is the segment behind the slug */
function withSegment(path: string, slug: string, right: string, hasSku: boolean): string {
  const segments = path.split('/')
  const at = segments.findLastIndex(
    (segment, index) => decodeURIComponent(segment) === slug && !(hasSku && index === segments.length - 1),
  )
  return segments.with(at, encodeURIComponent(right)).join('/')
}

/** The entry that a page at these params shows; null for a page of no entry. */
export function entryOf({
  page,
  params,
}: Pick<Unanswered, 'page' | 'params'>): { kind: EntryKind; slug: string; sku: string | null } | null {
  const kind = page?.name === 'custom' ? 'page' : (page?.name ?? '')
  const slug = params['slug'] ?? params['rest']
  return isEntryKind(kind) && slug !== undefined ? { kind, slug, sku: params['sku'] ?? null } : null
}

/** Other spellings of our language prefixes. */
const otherNames: Readonly<Record<string, Locale>> = byWord({
  'zh-cn': 'zh',
  'zh-sg': 'zh',
  'zh-hans': 'zh',
  'zh-hans-cn': 'zh',
  'zh-hant': 'zh-TW',
  'zh-hant-tw': 'zh-TW',
  'zh-hant-hk': 'zh-HK',
  'zh-mo': 'zh-HK',
  tl: 'fil',
})

/** `/en/cart`, `/zh-cn/cart`, `/ZH_hk/cart`, `/de-AT/cart` → the shop's own URL in that language. */
export function meantLanguage(path: string): string | null {
  const [, first = '', ...rest] = path.split('/')
  const tag = first.toLowerCase().replaceAll('_', '-')
  const region = /^([a-z]{2,3})-[a-z]{2}$/.exec(tag)?.[1]
  const locale =
    otherNames[tag] ??
    locales.find((one) => one.toLowerCase() === tag) ??
    locales.find((one) => one === region)
  if (locale === undefined) return null
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`
  return `${langPath(locale)}${below}` || '/'
}
