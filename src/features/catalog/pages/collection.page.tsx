import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { plainText } from '#platform/server/pages/structured.ts'
import { picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { findCollection } from '../actions/browse.ts'
import type { CollectionView, Listing } from '../contract.ts'
import { GroupHead, groupPictureSizes } from '../parts/group-head.tsx'
import { listingQuery, readListing, type ListingChoice } from '../parts/listing-url.ts'
import { listTogether, listingHead, listingRedirect } from '../parts/listing-page.ts'
import { ListingView } from '../parts/listing.tsx'
import { listingTrail } from '../parts/structured.ts'

interface CollectionData {
  collection: CollectionView
  listing: Listing
  choice: ListingChoice
}

export default definePage<CollectionData>({
  name: 'collection',
  visibility: 'public',
  query: listingQuery,
  styles: ['shop'],

  async load(ctx, params, query) {
    const slug = params.slug ?? ''
    const choice = readListing(query, ctx.currency)
    const [collection, listing] = await Promise.all([
      findCollection(ctx, slug),
      listTogether(ctx, { category: null, collection: slug, tag: null }, choice),
    ])
    if (!collection || !listing) return { kind: 'missing', status: 404 }
    const redirect = listingRedirect(query, choice, listing.pages, collection.href, ctx)
    return (
      redirect ?? {
        kind: 'page',
        data: { collection, listing, choice },
        tags: [`collection:${collection.id}`, 'catalog', 'list'],
      }
    )
  },

  meta({ collection, listing, choice }, ctx): PageHead {
    const { name, slug, picture, href } = collection
    const path = linksFor(ctx.shop.router, '').collection(slug)
    const head = listingHead({
      ctx,
      name,
      description: plainText(collection.description),
      listing,
      choice,
      path,
      picture,
      pictured: picture !== null,
    })
    return {
      ...head,
      structured: [listingTrail(ctx, [], { name, href }), ...(head.structured ?? [])],
      ...(picture ? { preload: picturePreload(picture.key, groupPictureSizes, 480, 1920) } : {}),
    }
  },

  pageData: ({ collection, listing }) => ({
    collection: collection.slug,
    total: listing.total,
    page: listing.page,
  }),

  View({ data: { collection, listing, choice }, ctx }) {
    const { name, description, picture, href } = collection
    return (
      <div className="container">
        <GroupHead
          ctx={ctx}
          kicker={ctx.t('catalog.collection')}
          name={name}
          description={description}
          picture={picture}
        />
        <ListingView listing={listing} choice={choice} action={href} ctx={ctx} />
      </div>
    )
  },
})
