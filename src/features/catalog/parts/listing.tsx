import type { ReactNode } from 'react'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { linksFor } from '#wire/links.ts'
import { sorts } from '#features/listing/contract.ts'
import type { Listing } from '../contract.ts'
import { Facets, filterForm } from './facets.tsx'
import {
  atPage,
  filterCount,
  listingHref,
  mostTogether,
  narrowed,
  unfiltered,
  withNextPage,
  withoutOption,
  type ListingChoice,
} from './listing-url.ts'
import { ProductGrid } from './product-grid.tsx'

interface ListingViewProps {
  listing: Listing
  choice: ListingChoice
  /** The listing's own URL with its language; its query, such as the search term, is kept. */
  action: string
  /** Said in place of a listing without products. */
  nothing?: ReactNode
  ctx: Ctx
}

/** Everything below the title of a listing: filters, products, further pages. */
export function ListingView({ listing, choice, action, nothing, ctx }: ListingViewProps): ReactNode {
  const { t } = ctx
  const chosen = filterCount(choice.filters)
  const at = (other: ListingChoice): string => listingHref(action, other, ctx.currency)
  if (listing.total === 0 && chosen === 0) return nothing ?? <NothingHere ctx={ctx} />
  return (
    <div className="listing">
      <a className="skip-link listing-skip visually-hidden" href="#products">
        {t('catalog.skip_filters')}
      </a>
      <Facets
        listing={listing}
        action={action}
        clearHref={at(unfiltered(choice))}
        chosen={chosen}
        ctx={ctx}
      />
      <section className="listing-content" aria-labelledby="products">
        <h2 className="visually-hidden" id="products">
          {t('catalog.products')}
        </h2>
        <div className="listing-bar">
          <p className="listing-count">
            {t(listing.totalIsExact ? 'catalog.count' : 'catalog.many', { count: listing.total })}
          </p>
          <Button look="quiet" className="listing-filter" popoverTarget={filterForm}>
            <Icon name="filter" size={18} />
            {chosen === 0 ? t('catalog.filter') : t('catalog.filter_count', { count: chosen })}
          </Button>
          <div className="listing-sort">
            <Select
              id="f-sort"
              name="sort"
              form={filterForm}
              label={t('catalog.sort')}
              labelHidden
              defaultValue={listing.sort === 'featured' ? '' : listing.sort}
              data-auto=""
            >
              {sorts.map((sort) => (
                <option key={sort} value={sort === 'featured' ? '' : sort}>
                  {t(`catalog.sort.${sort}`)}
                </option>
              ))}
            </Select>
            <Button type="submit" form={filterForm} look="plain" className="listing-sort-apply">
              {t('catalog.sort_apply')}
            </Button>
          </div>
        </div>
        {chosen > 0 && <Chips listing={listing} choice={choice} at={at} ctx={ctx} />}
        {listing.total === 0 ? (
          (nothing ?? <NothingFits clearHref={at(unfiltered(choice))} ctx={ctx} />)
        ) : (
          <ProductGrid
            products={listing.products}
            ctx={ctx}
            eager={4}
            isFirst
            anchors={{ every: ctx.shop.shop.productsPerPage, of: (index) => pageAnchor(choice.from + index) }}
          />
        )}
        <More listing={listing} choice={choice} at={at} ctx={ctx} />
      </section>
    </div>
  )
}

interface MoreProps {
  listing: Listing
  choice: ListingChoice
  at: (choice: ListingChoice) => string
  ctx: Ctx
}

/** The number of products shown, the next page, and links to all pages. */
function More({ listing, choice, at, ctx }: MoreProps): ReactNode {
  const { t } = ctx
  const { page, pages, total } = listing
  if (pages <= 1) return null
  const further = withNextPage(choice)
  return (
    <div className="listing-more">
      {listing.totalIsExact && (
        <p className="listing-shown">
          {t('catalog.shown', { shown: Math.min(page * ctx.shop.shop.productsPerPage, total), total })}
        </p>
      )}
      {page < pages && (
        <ButtonLink
          href={`${at(further)}${further.from < further.page ? `#${pageAnchor(further.page)}` : ''}`}
          look="quiet"
          rel="next"
          data-more={further.from < further.page ? mostTogether : undefined}
        >
          {t('catalog.load_more')}
        </ButtonLink>
      )}
      <ListingPages page={page} pages={pages} hrefOf={(number) => at(atPage(choice, number))} ctx={ctx} />
    </div>
  )
}

/** Marks where a page begins among several. */
function pageAnchor(page: number): string {
  return `page-${page}`
}

interface ListingPagesProps {
  page: number
  pages: number
  hrefOf: (page: number) => string
  ctx: Ctx
}

function ListingPages({ ctx: { t }, ...pages }: ListingPagesProps): ReactNode {
  const page = (number: number): string => t('catalog.page', { page: number })
  return (
    <Pagination
      {...pages}
      texts={{ label: t('catalog.pages'), previous: t('catalog.previous'), next: t('catalog.next'), page }}
    />
  )
}

interface ChipsProps {
  listing: Listing
  choice: ListingChoice
  at: (choice: ListingChoice) => string
  ctx: Ctx
}

/** The chosen filters; each can be removed. */
function Chips({ listing, choice, at, ctx }: ChipsProps): ReactNode {
  const { t } = ctx
  const chips = Object.entries(choice.filters.options).flatMap(([code, values]) =>
    values.map((value) => {
      const facet = listing.facets.find((other) => other.code === code)
      const name = facet?.values.find((other) => other.code === value)?.name ?? value
      return { key: `${code}=${value}`, name, href: at(withoutOption(choice, code, value)) }
    }),
  )
  for (const slug of choice.filters.tags) {
    const name = listing.tags.find((tag) => tag.slug === slug)?.name ?? slug
    const tags = choice.filters.tags.filter((other) => other !== slug)
    chips.push({ key: `tag=${slug}`, name, href: at(narrowed(choice, { tags })) })
  }
  const { rating } = choice.filters
  if (rating !== null)
    chips.push({
      key: 'rating',
      name: t('catalog.rating_from', { stars: rating }),
      href: at(narrowed(choice, { rating: null })),
    })
  const price = priceName(choice, ctx)
  if (price !== null)
    chips.push({ key: 'price', name: price, href: at(narrowed(choice, { priceMin: null, priceMax: null })) })
  if (choice.filters.inStock)
    chips.push({ key: 'stock', name: t('catalog.in_stock'), href: at(narrowed(choice, { inStock: false })) })
  return (
    <ul className="chips" aria-label={t('catalog.chosen')}>
      {chips.map(({ key, name, href }) => (
        <li key={key}>
          <a className="chip" href={href} data-keep-scroll="" aria-label={t('catalog.clear_one', { name })}>
            {name}
            <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a className="chip chip-clear" href={at(unfiltered(choice))} data-keep-scroll="">
            {t('catalog.clear_all')}
          </a>
        </li>
      )}
    </ul>
  )
}

function priceName(
  { filters: { priceMin, priceMax } }: ListingChoice,
  { t, currency, lang }: Ctx,
): string | null {
  const money = (amount: number): string => formatMoney(amount, currency, lang)
  if (priceMin === null)
    return priceMax === null ? null : t('catalog.price_below', { price: money(priceMax) })
  return priceMax === null
    ? t('catalog.price_above', { price: money(priceMin) })
    : `${money(priceMin)} – ${money(priceMax)}`
}

function NothingFits({ clearHref, ctx: { t } }: { clearHref: string; ctx: Ctx }): ReactNode {
  return (
    <EmptyState title={<h2>{t('catalog.nothing_fits.title')}</h2>} text={t('catalog.nothing_fits.text')}>
      <ButtonLink href={clearHref}>{t('catalog.clear_all')}</ButtonLink>
    </EmptyState>
  )
}

function NothingHere({ ctx }: { ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <EmptyState title={<h2>{t('catalog.nothing_here.title')}</h2>} text={t('catalog.nothing_here.text')}>
      <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).home()}>{t('catalog.to_home')}</ButtonLink>
    </EmptyState>
  )
}
