import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { plainText } from '#platform/server/pages/structured.ts'
import { linksFor } from '#wire/links.ts'
import { findCategory, type FoundCategory } from '../actions/browse.ts'
import type { Listing } from '../contract.ts'
import { GroupHead } from '../parts/group-head.tsx'
import { listingQuery, readListing, type ListingChoice } from '../parts/listing-url.ts'
import { listTogether, listingHead, listingRedirect } from '../parts/listing-page.ts'
import { ListingView } from '../parts/listing.tsx'
import { listingTrail } from '../parts/structured.ts'

interface CategoryData {
  category: FoundCategory
  listing: Listing
  choice: ListingChoice
}

export default definePage<CategoryData>({
  name: 'category',
  visibility: 'public',
  query: listingQuery,
  styles: ['shop'],

  async load(ctx, params, query) {
    const slug = params.slug ?? ''
    const choice = readListing(query, ctx.currency)
    const [category, listing] = await Promise.all([
      findCategory(ctx, slug),
      listTogether(ctx, { category: slug, collection: null, tag: null }, choice),
    ])
    if (!category || !listing) return { kind: 'missing', status: 404 }
    const action = linksFor(ctx.shop.router, ctx.langPath).category(slug)
    const redirect = listingRedirect(query, choice, listing.pages, action, ctx)
    return (
      redirect ?? {
        kind: 'page',
        data: { category, listing, choice },
        tags: [`category:${category.id}`, 'catalog'],
      }
    )
  },

  meta({ category, listing, choice }, ctx): PageHead {
    const { name, slug, trail, picture } = category
    const path = linksFor(ctx.shop.router, '').category(slug)
    const head = listingHead({
      ctx,
      name,
      description: plainText(category.description),
      listing,
      choice,
      path,
      picture,
    })
    const here = { name, href: linksFor(ctx.shop.router, ctx.langPath).category(slug) }
    return { ...head, structured: [listingTrail(ctx, trail, here), ...(head.structured ?? [])] }
  },

  pageData: ({ category, listing }) => ({
    category: category.slug,
    total: listing.total,
    page: listing.page,
  }),

  View({ data: { category, listing, choice }, ctx }) {
    return (
      <div className="container">
        <GroupHead
          ctx={ctx}
          name={category.name}
          description={category.description}
          trail={category.trail}
          parts={category.children}
        />
        <ListingView
          listing={listing}
          choice={choice}
          action={linksFor(ctx.shop.router, ctx.langPath).category(category.slug)}
          ctx={ctx}
        />
      </div>
    )
  },
})
