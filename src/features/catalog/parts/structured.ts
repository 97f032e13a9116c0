import type { Ctx } from '#platform/server/context.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import type { Json, MetaTag } from '#wire/page.ts'
import { linksFor } from '#wire/links.ts'
import type { PictureView, ProductCard } from '../contract.ts'

/*
 * What pages say to machines, in the words of schema.org and Open Graph.
 */

/** `trail` from the root down, without home; the page itself last. */
export function breadcrumbList(ctx: Ctx, trail: readonly Crumb[], here: Crumb): Json {
  const home = { name: ctx.t('catalog.home'), href: linksFor(ctx.shop.router, ctx.langPath).home() }
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [home, ...trail, here].map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${ctx.origin}${href}`,
    })),
  }
}

/** The products of one page of a listing; `before` is how many stand on the pages before it. */
export function itemList(ctx: Ctx, products: readonly ProductCard[], before: number): Json {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map(({ href }, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      url: `${ctx.origin}${href}`,
    })),
  }
}

export function organization(ctx: Ctx): Json {
  const { name, email } = ctx.shop.shop
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${ctx.origin}/`,
    logo: `${ctx.origin}/favicon.svg`,
    ...(email === null ? {} : { email }),
  }
}

export function webSite(ctx: Ctx): Json {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: ctx.shop.shop.name,
    url: `${ctx.origin}${links.home()}`,
    inLanguage: ctx.lang,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${ctx.origin}${links.search()}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function ogPicture(ctx: Ctx, picture: PictureView | null | undefined): MetaTag[] {
  if (!picture) return []
  return [
    { key: 'property', name: 'og:image', content: `${ctx.origin}/media/${picture.key}/og.jpg` },
    { key: 'property', name: 'og:image:width', content: '1200' },
    { key: 'property', name: 'og:image:height', content: '630' },
    { key: 'property', name: 'og:image:alt', content: picture.alt },
    { key: 'name', name: 'twitter:card', content: 'summary_large_image' },
  ]
}

const longest = 160

/** The words of an HTML text, cut at a word's end to what a search result shows. */
export function plainText(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  // Signs without spaces between words can be cut anywhere.
  return `${/\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut}…`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
