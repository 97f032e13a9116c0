import type { Ctx } from '#platform/server/context.ts'
import type { Loaded, PageHead } from '#platform/server/page.ts'
import { ogPicture } from '#platform/server/structured.ts'
import { picturePreload } from '#ui/picture.tsx'
import type { PictureView } from '#wire/picture-view.ts'
import { perPage } from '../actions/browse.ts'
import type { Listing } from '../contract.ts'
import { filterCount, hasTypedPrice, listingSearch, type ListingChoice } from './listing-address.ts'
import { cardSizes } from './product-card.tsx'
import { itemList } from './structured.ts'

/*
 * What the pages that show a listing have in common.
 */

/** Where the visitor should be instead: the one spelling of a typed price, the last page there is. */
export function listingRedirect(
  query: URLSearchParams,
  choice: ListingChoice,
  pages: number,
  action: string,
  ctx: Ctx,
): Loaded<never> | null {
  if (choice.page <= pages && !hasTypedPrice(query)) return null
  const to = `${action}${listingSearch({ ...choice, page: Math.min(choice.page, pages) }, ctx.currency)}`
  return { kind: 'redirect', to, status: 302 }
}

interface ListingHead {
  ctx: Ctx
  name: string
  description: string
  listing: Listing
  choice: ListingChoice
  /** The listing's address without language and query. */
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
  const first = listing.products[0]?.picture
  const paged = choice.page > 1 ? t('catalog.page_title', { name, page: choice.page }) : name
  // The title is read out after each change of filters: it says what came of it.
  const title = filters > 0 ? t('catalog.filtered_title', { name, count: listing.total }) : paged
  return {
    title: `${title} – ${ctx.shop.shop.name}`,
    description:
      description ||
      t('catalog.category.description', { name, shop: ctx.shop.shop.name, count: listing.total }),
    canonicalPath: `${path}${listingSearch({ ...choice, sort: 'featured' }, ctx.currency)}`,
    tags: ogPicture(ctx, picture ?? first),
    structured: [itemList(ctx, listing.products, (choice.page - 1) * perPage)],
    // One facet is a page that somebody looks for; more are the same products in ever new arrangements.
    noindex: filters > 1 || hasPrice(choice) || choice.filters.inStock || listing.total === 0,
    ...(first && !pictured ? { preload: picturePreload(first.key, cardSizes, 320, 800) } : {}),
  }
}

function hasPrice({ filters }: ListingChoice): boolean {
  return filters.priceMin !== null || filters.priceMax !== null
}
