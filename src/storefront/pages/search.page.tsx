import type { ReactNode } from 'react'
import type { Listing } from '#features/catalog/contract.ts'
import { GroupHead } from '#features/catalog/parts/group-head.tsx'
import {
  filterCount,
  listingHref,
  listingQuery,
  narrowed,
  readListing,
  type ListingChoice,
} from '#features/catalog/parts/listing-url.ts'
import {
  listTogether,
  listingHead,
  listingRedirect,
  pagesTogether,
} from '#features/catalog/parts/listing-page.ts'
import { ListingView } from '#features/catalog/parts/listing.tsx'
import { search } from '#features/search/actions/search.ts'
import { foundTags, groupNames, longestQuery, type Advice } from '#features/search/contract.ts'
import type * as contract from '#features/search/contract.ts'
import { FoundGroups } from '#features/search/parts/found-groups.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/forms/field.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'

type Found = Output<typeof contract.search>

/** Without words: the whole shop as a listing. */
type SearchData =
  | { kind: 'all'; listing: Listing; choice: ListingChoice }
  | { kind: 'found'; found: Found; choice: ListingChoice; isCut: boolean }

export default definePage<SearchData>({
  name: 'search',
  visibility: 'public',
  query: ['q', ...listingQuery],
  hasFreeWords: (query) => query.has('q'),
  styles: ['shop'],

  async load(ctx, _params, query) {
    const typed = query.get('q') ?? ''
    const choice = readListing(query, ctx.currency)
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (typed.trim() === '') {
      const listing = await listTogether(ctx, { category: null, collection: null, tag: null }, choice)
      if (!listing) return { kind: 'missing', status: 404 }
      const redirect = listingRedirect(query, choice, listing.pages, links.search(), ctx)
      return redirect ?? { kind: 'page', data: { kind: 'all', listing, choice }, tags: ['catalog', 'list'] }
    }
    const found = await findTogether(ctx, typed, choice)
    if (found.redirect !== null) return { kind: 'redirect', to: found.redirect, status: 302 }
    const redirect = listingRedirect(query, choice, found.listing.pages, links.search(found.q), ctx)
    const isCut = [...typed.trim()].length > longestQuery
    return (
      redirect ?? {
        kind: 'page',
        data: { kind: 'found', found, choice, isCut },
        tags: foundTags,
      }
    )
  },

  meta(data, ctx): PageHead {
    const { t } = ctx
    if (data.kind === 'all')
      return listingHead({ ctx, name: t('catalog.everything'), description: '', path: '/search', ...data })
    const title = t('search.title', { q: data.found.q, count: data.found.listing.total })
    return {
      title: `${title} – ${ctx.shop.shop.name}`,
      description: title,
      canonicalPath: fixedPaths.search,
      noindex: true,
    }
  },

  pageData: (data) =>
    data.kind === 'all'
      ? { total: data.listing.total, page: data.listing.page }
      : { q: data.found.q, total: data.found.listing.total, page: data.found.listing.page },

  View({ data, ctx }) {
    return (
      <div className="container">
        {data.kind === 'all' ? <Everything data={data} ctx={ctx} /> : <WhatWasFound data={data} ctx={ctx} />}
      </div>
    )
  },
})

/** The pages that the query shows together; everything but the products comes from the first. */
async function findTogether(ctx: Ctx, q: string, choice: ListingChoice): Promise<Found> {
  const answers: Found[] = []
  const listing = await pagesTogether(choice, async (page) => {
    const answer = await search(ctx, {
      q,
      filters: choice.filters,
      sort: choice.sort,
      page,
    })
    if (!answer.ok) return null
    answers.push(answer.value)
    return answer.value.listing
  })
  const [first] = answers as [Found]
  return { ...first, listing: listing ?? first.listing }
}

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

interface FoundProps {
  data: SearchData & { kind: 'found' }
  ctx: Ctx
}

function WhatWasFound({ data, ctx }: FoundProps): ReactNode {
  const { found, choice, isCut } = data
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <>
      <GroupHead ctx={ctx} kicker={t('search.head')} name={found.q} />
      <form className="found-again" action={links.search()} method="get" role="search" data-page="search">
        <Field
          id="search-again"
          type="search"
          name="q"
          label={t('search.label')}
          defaultValue={found.q}
          maxLength={longestQuery}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" look="quiet">
          {t('search.submit')}
        </Button>
      </form>
      {isCut && <p className="found-said">{t('search.cut', { count: longestQuery })}</p>}
      {found.didYouMean !== null && (
        <p className="found-said">{t('search.corrected', { q: found.q, better: found.didYouMean.text })}</p>
      )}
      {found.partial && found.listing.total > 0 && <Partial data={data} ctx={ctx} />}
      <FoundGroups groups={found.groups} t={t} />
      <ListingView
        listing={found.listing}
        choice={choice}
        action={links.search(found.q)}
        nothing={<Nothing data={data} ctx={ctx} />}
        ctx={ctx}
      />
    </>
  )
}

/** No product matches all words. The matches of some words follow; above them, what leaving out a word gives. */
function Partial({ data: { found, choice }, ctx }: FoundProps): ReactNode {
  return (
    <div className="found-partial">
      <p className="found-said">{ctx.t('search.partial')}</p>
      {found.advice.map((advice) => {
        const { text, href } = adviceLink(advice, found, choice, ctx)
        return (
          <ButtonLink key={href} href={href} look="quiet" data-page="search">
            {text}
          </ButtonLink>
        )
      })}
    </div>
  )
}

/** No product, and the filters to remove. */
function Nothing({ data: { found, choice }, ctx }: FoundProps): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const filtered = filterCount(choice.filters) > 0
  const isBeside = !filtered && groupNames.some((name) => found.groups[name].length > 0)
  const advised = found.advice.length > 0
  return (
    <EmptyState
      title={<h2>{t('search.nothing.title')}</h2>}
      text={
        advised
          ? t(found.advice[0]!.kind === 'word' ? 'search.advice.words' : 'search.advice.filters')
          : t(isBeside ? 'search.only_beside' : 'search.nothing.text')
      }
    >
      {found.advice.map((advice) => {
        const { text, href } = adviceLink(advice, found, choice, ctx)
        return (
          <ButtonLink key={href} href={href} look="quiet" data-page="search">
            {text}
          </ButtonLink>
        )
      })}
      {!advised && (
        <ButtonLink href={links.search()} data-page="search">
          {t('search.everything')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

function adviceLink(
  advice: Advice,
  { q, listing }: Found,
  choice: ListingChoice,
  ctx: Ctx,
): { text: string; href: string } {
  const { t } = ctx
  const { count } = advice
  if (advice.kind === 'word')
    return { text: t('search.advice.word', { q: advice.text, count }), href: advice.href }
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const at = (left: Parameters<typeof narrowed>[1]): string =>
    listingHref(links.search(q), narrowed(choice, left), ctx.currency)
  const without = (name: string, href: string) => ({ text: t('search.advice.filter', { name, count }), href })
  switch (advice.filter) {
    case 'price':
      return without(t('search.filter.price'), at({ priceMin: null, priceMax: null }))
    case 'tag':
      return without(t('search.filter.tag'), at({ tags: [] }))
    case 'rating':
      return without(t('search.filter.rating'), at({ rating: null }))
    case 'stock':
      return without(t('search.filter.stock'), at({ inStock: false }))
    default: {
      const code = advice.filter.slice('o.'.length)
      const { [code]: _, ...options } = choice.filters.options
      const name = listing.facets.find((facet) => facet.code === code)?.name ?? t('search.filter.options')
      return without(name, at({ options }))
    }
  }
}
