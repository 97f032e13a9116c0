import { langPath, type Locale } from '#i18n/locales.ts'
import { canonicalQuery, type AnyPage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import type { ShopRouter } from '#wire/shop-config.ts'

/**
 * `?coupon=CODE` may stand at every page. It leads over the private page that takes the coupon along: the page itself is
 * the same for everybody, and cached.
 */
export function couponDetour(
  router: ShopRouter,
  page: AnyPage,
  { locale, path, query }: { locale: Locale; path: string; query: URLSearchParams },
): string | null {
  const code = query.get('coupon') ?? ''
  if (code === '' || canonicalQuery(page, query).has('coupon')) return null
  const rest = new URLSearchParams(query)
  rest.delete('coupon')
  const links = linksFor(router, langPath(locale))
  const here = path === '/' ? links.home() : `${langPath(locale)}${path}`
  return links.couponLink(code, rest.size === 0 ? here : `${here}?${rest}`)
}
