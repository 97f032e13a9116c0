import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { linksFor } from '#wire/links.ts'
import { listProducts } from '../actions/browse.ts'
import { searchTitles, type FoundTitles } from '../actions/search-titles.ts'
import type { Listing } from '../contract.ts'
import { GroupHead } from '../parts/group-head.tsx'
import { listingQuery, readListing, type ListingChoice } from '../parts/listing-address.ts'
import { listingHead, listingRedirect } from '../parts/listing-page.ts'
import { ListingPages, ListingView } from '../parts/listing.tsx'
import { ProductGrid } from '../parts/product-grid.tsx'

/** Without words: the whole shop as a listing. With words: what has them in its title. */
type SearchData =
  | { kind: 'all'; listing: Listing; choice: ListingChoice }
  | { kind: 'found'; q: string; found: FoundTitles }

export default definePage<SearchData>({
  name: 'search',
  visibility: 'public',
  query: ['q', ...listingQuery],

  async load(ctx, _params, query) {
    const q = (query.get('q') ?? '').trim()
    const choice = readListing(query, ctx.currency)
    const tags = ['catalog', 'list']
    if (q !== '')
      return {
        kind: 'page',
        data: { kind: 'found', q, found: await searchTitles(ctx, q, choice.page) },
        tags,
      }
    const listed = await listProducts(ctx, { category: null, collection: null, tag: null, ...choice })
    if (!listed.ok) return { kind: 'missing', status: 404 }
    const redirect = listingRedirect(
      query,
      choice,
      listed.value.pages,
      linksFor(ctx.shop.router, ctx.langPath).search(),
      ctx,
    )
    return redirect ?? { kind: 'page', data: { kind: 'all', listing: listed.value, choice }, tags }
  },

  meta(data, ctx): PageHead {
    const { t } = ctx
    if (data.kind === 'all')
      return listingHead({ ctx, name: t('catalog.everything'), description: '', path: '/search', ...data })
    const title = t('catalog.search.title', { q: data.q, count: data.found.total })
    return {
      title: `${title} – ${ctx.shop.shop.name}`,
      description: title,
      canonicalPath: '/search',
      noindex: true,
    }
  },

  pageData: (data) =>
    data.kind === 'all'
      ? { total: data.listing.total, page: data.listing.page }
      : { q: data.q, total: data.found.total, page: data.found.page },

  View({ data, ctx }) {
    return (
      <div className="container">
        {data.kind === 'all' ? <Everything data={data} ctx={ctx} /> : <Found data={data} ctx={ctx} />}
      </div>
    )
  },
})

function Everything({
  data: { listing, choice },
  ctx,
}: {
  data: SearchData & { kind: 'all' }
  ctx: Ctx
}): ReactNode {
  return (
    <>
      <GroupHead ctx={ctx} name={ctx.t('catalog.everything')} />
      <ListingView
        listing={listing}
        choice={choice}
        action={linksFor(ctx.shop.router, ctx.langPath).search()}
        ctx={ctx}
      />
    </>
  )
}

function Found({ data: { q, found }, ctx }: { data: SearchData & { kind: 'found' }; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <>
      <GroupHead ctx={ctx} kicker={t('catalog.search')} name={q} description="" />
      <form className="search-again" action={links.search()} method="get" role="search" data-page="search">
        <Field
          id="search-again"
          type="search"
          name="q"
          label={t('catalog.search.label')}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" look="quiet">
          {t('catalog.search')}
        </Button>
      </form>
      {found.total === 0 ? (
        <EmptyState
          title={<h2>{t('catalog.search.nothing.title')}</h2>}
          text={t('catalog.search.nothing.text')}
        >
          <ButtonLink href={links.search()} data-page="search">
            {t('catalog.search.nothing.all')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <section className="search-found" aria-labelledby="products">
          <h2 className="visually-hidden" id="products">
            {t('catalog.products')}
          </h2>
          <p className="listing-count">{t('catalog.count', { count: found.total })}</p>
          <ProductGrid products={found.products} ctx={ctx} eager={4} />
          <ListingPages
            page={found.page}
            pages={found.pages}
            hrefOf={(page) => `${links.search(q)}${page > 1 ? `&page=${page}` : ''}`}
            ctx={ctx}
          />
        </section>
      )}
    </>
  )
}
