import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { findTag } from '../actions/browse.ts'
import type { Listing } from '../contract.ts'
import { GroupHead } from '../parts/group-head.tsx'
import { listingQuery, readListing, type ListingChoice } from '../parts/listing-url.ts'
import { listTogether, listingHead, listingRedirect } from '../parts/listing-page.ts'
import { ListingView } from '../parts/listing.tsx'
import { listingTrail } from '../parts/structured.ts'

interface TagData {
  slug: string
  name: string
  /** The tag's own URL. */
  href: string
  listing: Listing
  choice: ListingChoice
}

export default definePage<TagData>({
  name: 'tag',
  visibility: 'public',
  query: listingQuery,
  styles: ['shop'],

  async load(ctx, params, query) {
    const slug = params.slug ?? ''
    const choice = readListing(query, ctx.currency)
    const [tag, listing] = await Promise.all([
      findTag(ctx, slug),
      listTogether(ctx, { category: null, collection: null, tag: slug }, choice),
    ])
    if (!tag || !listing) return { kind: 'missing', status: 404 }
    const href = linksFor(ctx.shop.router, ctx.langPath).tag(tag.slug)
    const redirect = listingRedirect(query, choice, listing.pages, href, ctx)
    return (
      redirect ?? {
        kind: 'page',
        data: { ...tag, href, listing, choice },
        tags: ['catalog', 'list'],
      }
    )
  },

  meta({ slug, name, href, listing, choice }, ctx): PageHead {
    const path = linksFor(ctx.shop.router, '').tag(slug)
    const head = listingHead({ ctx, name, description: '', listing, choice, path })
    return { ...head, structured: [listingTrail(ctx, [], { name, href }), ...(head.structured ?? [])] }
  },

  pageData: ({ slug, listing }) => ({ tag: slug, total: listing.total, page: listing.page }),

  View({ data: { name, href, listing, choice }, ctx }) {
    return (
      <div className="container">
        <GroupHead ctx={ctx} kicker={ctx.t('catalog.tag')} name={name} />
        <ListingView listing={listing} choice={choice} action={href} ctx={ctx} />
      </div>
    )
  },
})
