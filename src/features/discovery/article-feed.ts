import { entryPath } from '#features/names/contract.ts'
import { withPlainPictures } from '#features/media/rules/prose.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { langPath, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import { linksFor } from '#wire/links.ts'
import { newestArticles, type FeedArticle } from './queries/reading.ts'
import type { Site } from './site.ts'
import { element, escapeXml } from './xml.ts'

/** Articles in a feed. */
const most = 50

export function feedPath(locale: Locale): string {
  return `${langPath(locale)}/feed.xml`
}

/** RSS 2.0 of the newest articles in the language, whole. */
export async function articleFeed(site: Site, locale: Locale): Promise<string> {
  const { shop, router } = site.shop
  const articles = await Promise.all(
    (await newestArticles(site.db, locale, site.now, most)).map(async (article) => ({
      ...article,
      body: await withPlainPictures(site.db, article.body ?? ''),
    })),
  )
  const [newest] = articles
  const about = pickText(shop.description, locale) || pickText(shop.tagline, locale) || shop.name
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    element('title', shop.name),
    element('link', `${site.origin}${linksFor(router, langPath(locale)).articles()}`),
    element('description', about),
    element('language', site.words.lang(locale)),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(site.origin + feedPath(locale))}"/>`,
    newest === undefined ? '' : element('lastBuildDate', newest.publishedAt.toUTCString()),
    ...articles.map((article) => item(site, article, locale)),
    '</channel></rss>\n',
  ].join('\n')
}

function item({ origin, shop }: Site, article: FeedArticle, locale: Locale): string {
  const href = `${origin}${langPath(locale)}${entryPath('article', article.slug, shop.router, langPath(locale))}`
  const picture =
    article.picture === null
      ? ''
      : `<p><img src="${origin}${mediaUrl(article.picture, 1080, 'jpg')}" alt=""></p>`
  return [
    '<item>',
    element('title', article.title),
    element('link', href),
    `<guid isPermaLink="true">${escapeXml(href)}</guid>`,
    element('pubDate', article.publishedAt.toUTCString()),
    element('dc:creator', pickText(article.author, locale)),
    ...article.tags.map((tag) => element('category', tag)),
    element('description', article.summary),
    element('content:encoded', `${picture}${wholeAddresses(article.body ?? '', origin)}`),
    '</item>',
  ].join('')
}

/** A reader knows nothing of the shop that `/…` is a path on. */
function wholeAddresses(html: string, origin: string): string {
  return html.replace(/\b(href|src)="\/(?!\/)/g, `$1="${origin}/`)
}
