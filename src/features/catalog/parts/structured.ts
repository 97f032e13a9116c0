import type { Ctx } from '#platform/server/context.ts'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import type { Crumb } from '#ui/breadcrumbs.tsx'
import type { Json } from '#wire/page.ts'
import { linksFor } from '#wire/links.ts'
import type { ProductCard } from '../contract.ts'

/*
 * Structured data of the shop and its listings, by schema.org.
 */

/** The way to a listing: `trail` from the root down, without home; the listing itself last. */
export function listingTrail(ctx: Ctx, trail: readonly Crumb[], here: Crumb): Json {
  const home = { name: ctx.t('catalog.home'), href: linksFor(ctx.shop.router, ctx.langPath).home() }
  return breadcrumbList([home, ...trail, here], ctx)
}

/** The products of one page of a listing; `before` is the number on earlier pages. */
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
