import type { Ctx } from '#platform/server/context.ts'
import type { Loaded, PageHead } from '#platform/server/pages/page.ts'
import { ogPicture } from '#platform/server/pages/structured.ts'
import type { PictureView } from '#wire/picture-view.ts'
import { listProducts } from '../actions/browse.ts'
import type { Listing } from '../contract.ts'
import {
  atPage,
  filterCount,
  hasTypedPrice,
  listingHref,
  listingSearch,
  type ListingChoice,
} from './listing-url.ts'
import { cardPreload } from './product-card.tsx'
import { itemList } from './structured.ts'

/*
 * Shared by all pages that show a listing.
 */

interface Group {
  category: string | null
  collection: string | null
  tag: string | null
}

/** Several pages of the choice as one listing; null if there is no such group. */
export function listTogether(ctx: Ctx, group: Group, choice: ListingChoice): Promise<Listing | null> {
  return pagesTogether(choice, async (page) => {
    const listed = await listProducts(ctx, { ...group, filters: choice.filters, sort: choice.sort, page })
    return listed.ok ? listed.value : null
  })
}

/** The same for a listing from another source: `read` returns one page of it. */
export async function pagesTogether(
  { from, page }: ListingChoice,
  read: (page: number) => Promise<Listing | null>,
): Promise<Listing | null> {
  const numbers = Array.from({ length: page - from + 1 }, (_, index) => from + index)
  const [first, ...others] = await Promise.all(numbers.map(read))
  if (!first) return null
  const products = [first, ...others].flatMap((part) => part?.products ?? [])
  // Something may have come in between two pages: nothing is shown twice.
  const unique = [...new Map(products.map((card) => [card.id, card])).values()]
  return { ...first, page, products: unique }
}

/** Where the visitor should be instead: the one spelling of a typed price, the last page there is. */
export function listingRedirect(
  query: URLSearchParams,
  choice: ListingChoice,
  pages: number,
  action: string,
  ctx: Ctx,
): Loaded<never> | null {
  if (choice.page <= pages && !hasTypedPrice(query)) return null
  const known = choice.page <= pages ? choice : atPage(choice, pages)
  const to = listingHref(action, known, ctx.currency)
  return { kind: 'redirect', to, status: 302 }
}

interface ListingHead {
  ctx: Ctx
  name: string
  description: string
  listing: Listing
  choice: ListingChoice
  /** The listing's path without language and query. */
  path: string
  picture?: PictureView | null
  /** The picture is shown large at the top, above the products. */
  pictured?: boolean
}

export function listingHead({
  ctx,
  name,
  description,
  listing,
  choice,
  path,
  picture,
  pictured = false,
}: ListingHead): PageHead {
  const { t } = ctx
  const filters = filterCount(choice.filters)
  const [card] = listing.products
  const first = card?.picture
  const preload = cardPreload(card, 'cell')
  const paged = choice.page > 1 ? t('catalog.page_title', { name, page: choice.page }) : name
  // The title is announced after each change of filters: it contains the result.
  const title = filters > 0 ? t('catalog.filtered_title', { name, count: listing.total }) : paged
  return {
    title: `${title} – ${ctx.shop.shop.name}`,
    description:
      description ||
      t('catalog.category.description', { name, shop: ctx.shop.shop.name, count: listing.total }),
    canonicalPath: `${path}${listingSearch({ ...atPage(choice, choice.from), sort: 'featured' }, ctx.currency)}`,
    tags: ogPicture(ctx, picture ?? first),
    structured: [itemList(ctx, listing.products, (choice.from - 1) * ctx.shop.shop.productsPerPage)],
    // People search for one facet; several facets are the same products in ever new arrangements.
    noindex:
      choice.from < choice.page ||
      filters > 1 ||
      hasPrice(choice) ||
      choice.filters.inStock ||
      listing.total === 0,
    ...(preload && !pictured ? { preload } : {}),
  }
}

function hasPrice({ filters }: ListingChoice): boolean {
  return filters.priceMin !== null || filters.priceMax !== null
}
