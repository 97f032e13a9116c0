import { entryPath } from '#features/names/contract.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { defaultLocale, langPath, type Locale } from '#i18n/locales.ts'
import { linksFor } from '#wire/links.ts'
import { entriesOf, listedKinds, nextChunk, type Chunk, type ListedKind } from './queries/listed-pages.ts'
import { offeredLocales, type Site } from './site.ts'
import { escapeXml } from './xml.ts'

/*
 * https://www.sitemaps.org/protocol.html, with Google's entries for languages and pictures.
 */

/** Ids in one file. The protocol allows 50 000 URLs and 50 MB: with fifteen languages each, bytes are reached first. */
const chunkSize = 10_000
/** Rows in memory at a time. */
const batch = 1_000

export interface SitemapName {
  locale: Locale
  /** `shop`: the pages that are no entry's. */
  kind: ListedKind | 'shop'
  chunk: number
}

function sitemapPath({ locale, kind, chunk }: SitemapName): string {
  return `/sitemap-${locale}-${kind}-${chunk}.xml`
}

/** Reads `zh-HK-product-3`; null for anything that can be no sitemap of this shop. */
export function readSitemapName(text: string, site: Pick<Site, 'shop'>): SitemapName | null {
  const match = /^([A-Za-z-]{2,5})-([a-z]+)-([1-9]\d{0,8})$/.exec(text)
  const locale = offeredLocales(site).find((one) => one === match?.[1])
  const kind = [...listedKinds, 'shop' as const].find((one) => one === match?.[2])
  return match && locale && kind ? { locale, kind, chunk: Number(match[3]) } : null
}

/** Every file that has something in it, by kind. Range by range: no statement takes long, however large the shop is. */
export async function sitemapChunks(site: Site): Promise<Map<ListedKind, Chunk[]>> {
  const locales = offeredLocales(site)
  const found = new Map<ListedKind, Chunk[]>()
  for (const kind of listedKinds) {
    const chunks: Chunk[] = []
    for (let after = 0; ;) {
      const chunk = await nextChunk(site.db, kind, chunkSize, locales, after)
      if (chunk === null) break
      if (chunk.locales.length > 0) chunks.push(chunk)
      after = chunk.number * chunkSize
    }
    found.set(kind, chunks)
  }
  return found
}

/** The index: all files, language by language. */
export function sitemapIndex(site: Site, chunks: ReadonlyMap<ListedKind, readonly Chunk[]>): string {
  const line = (name: SitemapName, changedAt: Date | null): string =>
    `<sitemap><loc>${site.origin}${sitemapPath(name)}</loc>${changedAt === null ? '' : lastmod(changedAt)}</sitemap>\n`
  const files = offeredLocales(site).flatMap((locale) => [
    line({ locale, kind: 'shop', chunk: 1 }, null),
    ...[...chunks].flatMap(([kind, some]) =>
      some
        .filter(({ locales }) => locales.includes(locale))
        .map(({ number, changedAt }) => line({ locale, kind, chunk: number }, changedAt)),
    ),
  ])
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files.join('')}</sitemapindex>\n`
}

/** One file, piece by piece; its memory does not grow with the shop. */
export async function* sitemap(site: Site, { locale, kind, chunk }: SitemapName): AsyncGenerator<string> {
  yield `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`
  const offered = offeredLocales(site)
  if (kind === 'shop') {
    for (const path of chunk === 1 ? shopPaths(site) : [])
      yield address(site, { pathIn: () => path, locale, locales: offered, changedAt: null, pictures: [] })
  } else {
    const until = chunk * chunkSize
    for (let after = until - chunkSize; ;) {
      const entries = await entriesOf(site.db, kind, locale, { after, until, limit: batch })
      yield entries
        .map(({ slug, locales, changedAt, pictures }) =>
          address(site, {
            pathIn: (one) => entryPath(kind, slug, site.shop.router, langPath(one)),
            locale,
            locales: offered.filter((one) => locales.includes(one)),
            changedAt,
            pictures,
          }),
        )
        .join('')
      if (entries.length < batch) break
      after = entries.at(-1)!.id
    }
  }
  yield '</urlset>\n'
}

/** Without language. */
function shopPaths({ shop }: Site): string[] {
  const links = linksFor(shop.router, '')
  return [links.home(), links.articles(), links.promotions(), links.coupons()]
}

interface Address {
  /** Without language. */
  pathIn: (locale: Locale) => string
  locale: Locale
  /** Of all versions, this one among them. */
  locales: readonly Locale[]
  changedAt: Date | null
  pictures: readonly string[]
}

function address({ origin, words }: Site, { pathIn, locale, locales, changedAt, pictures }: Address): string {
  const at = (one: Locale): string => {
    const path = pathIn(one)
    return escapeXml(`${origin}${langPath(one)}${path === '/' && one !== defaultLocale ? '' : path}`)
  }
  const versions = locales.map((one) => version(words.lang(one), at(one)))
  const neutral = locales.includes(defaultLocale) ? defaultLocale : locale
  const images = pictures.map(
    (key) => `<image:image><image:loc>${origin}${mediaUrl(key, 1440, 'jpg')}</image:loc></image:image>`,
  )
  return `<url><loc>${at(locale)}</loc>${changedAt === null ? '' : lastmod(changedAt)}${versions.join('')}${version('x-default', at(neutral))}${images.join('')}</url>\n`
}

function version(lang: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`
}

function lastmod(at: Date): string {
  return `<lastmod>${at.toISOString()}</lastmod>`
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
