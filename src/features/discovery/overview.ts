import { entryPath, type EntryKind } from '#features/names/contract.ts'
import { defaultLocale, langPath, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { plainText } from '#platform/server/pages/structured.ts'
import { linksFor } from '#wire/links.ts'
import { feedPath } from './article-feed.ts'
import { currenciesOf, merchantPath } from './merchant.ts'
import { newestArticles, overview, type Named } from './queries/reading.ts'
import { offeredLocales, type Site } from './site.ts'

/** Entries of a kind that are named one by one; the sitemaps name all. */
const most = 100
const articles = 20

/** `/llms.txt` (llmstxt.org): the shop and its main pages, in Markdown. */
export async function llmsText(site: Site): Promise<string> {
  const { shop, router } = site.shop
  const locale = defaultLocale
  const links = linksFor(router, langPath(locale))
  const known = await overview(site.db, locale, most)
  const newest = await newestArticles(site.db, locale, site.now, articles)
  const list = (kind: EntryKind, entries: readonly Named[]): string[] =>
    entries.map(({ slug, name, about }) =>
      entry(name, site.origin + entryPath(kind, slug, router, langPath(locale)), about),
    )
  const about = pickText(shop.description, locale) || pickText(shop.tagline, locale)
  const [feedCurrency] = currenciesOf(shop)
  return [
    `# ${line(shop.name)}`,
    ...(about === '' ? [] : [`> ${line(plainText(about))}`]),
    [
      `An online shop${known.products > 0 ? ` of some ${known.products} products` : ''}. Prices are in ${currenciesOf(shop).join(', ')}.`,
      `Languages: ${offeredLocales(site)
        .map((one) => languageLink(one, site))
        .join(', ')}.`,
      `Search for products at ${site.origin}${links.search()}?q=WORDS (filters: price=FROM-TO, stock=1, sort=new, page=2).`,
    ].join('\n'),
    ...section('Categories', list('category', known.categories)),
    ...section('Collections', list('collection', known.collections)),
    ...section('About the shop', list('page', known.pages)),
    ...section(
      'Articles',
      newest.map(({ slug, title, summary }) =>
        entry(title, site.origin + entryPath('article', slug, router, langPath(locale)), summary),
      ),
    ),
    ...section('For programs', [
      entry('Sitemap', `${site.origin}/sitemap.xml`, 'every product, category, article and page'),
      entry(
        'Product feed',
        `${site.origin}${merchantPath({ locale, currency: feedCurrency!, format: 'xml' })}`,
        'all products with prices and stock, in the fields of Google Merchant Center',
      ),
      entry('Articles', `${site.origin}${feedPath(locale)}`, 'RSS'),
      entry('Calls', `${site.origin}/api/openapi.json`, 'OpenAPI'),
    ]),
  ].join('\n\n')
}

function section(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`## ${title}\n\n${entries.join('\n')}`]
}

function entry(name: string, href: string, about: string | null): string {
  const words = about === null ? '' : line(plainText(about))
  return `- [${line(name).replace(/[[\]\\]/g, '\\$&')}](${href})${words === '' ? '' : `: ${words}`}`
}

function languageLink(locale: Locale, { origin, words }: Site): string {
  return `[${words.name(locale)}](${origin}${langPath(locale) || '/'})`
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** What no machine has any use for: personal pages, calls, form posts, the page protocol. */
export function robotsText({ shop, origin }: Pick<Site, 'shop' | 'origin'>): string {
  const { userPath } = shop.router
  // `*` before a path would close all URLs that have such a part anywhere: `/*/cart` closes `/tag/cartoon`.
  const personal = ['/cart$', '/cart?', '/auth/', '/checkout/', '/form/', userPath]
  const prefixes = ['', ...offeredLocales({ shop }).map(langPath)]
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...[...new Set(prefixes)].flatMap((prefix) => personal.map((path) => `Disallow: ${prefix}${path}`)),
    'Disallow: /*request=route',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
