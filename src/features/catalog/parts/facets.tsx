import type { ReactNode } from 'react'
import { amountText } from '#domain/money.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Checkbox, Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Score } from '#ui/score.tsx'
import { Swatch } from '#ui/forms/swatch.tsx'
import type { Ctx } from '#platform/server/context.ts'
import type { FacetView, Listing } from '../contract.ts'

/** The id of the form, which the sort menu uses, too. */
export const filterForm = 'filters'

const shownAtOnce = 10

interface FacetsProps {
  listing: Listing
  /** The listing's own URL; its query is kept. */
  action: string
  /** The listing's URL without filters. */
  clearHref: string
  chosen: number
  ctx: Ctx
}

/**
 * All filters of a listing: a column next to it, or a sheet on small screens. One GET form: its fields are the query.
 */
export function Facets({ listing, action, clearHref, chosen, ctx }: FacetsProps): ReactNode {
  const { t } = ctx
  const [path, own] = action.split('?')
  return (
    <form
      id={filterForm}
      className="facets"
      action={path}
      method="get"
      popover="auto"
      data-sheet=""
      data-auto="(min-width: 64em)"
      data-keep-scroll=""
      aria-label={t('catalog.filters')}
    >
      {[...new URLSearchParams(own)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="facets-head">
        <p className="facets-heading">{t('catalog.filters')}</p>
        <IconButton label={t('catalog.close')} popoverTarget={filterForm} popoverTargetAction="hide">
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="facets-groups">
        {inOrder(listing.facets).map((facet) => (
          <Facet key={facet.code} facet={facet} ctx={ctx} />
        ))}
        {listing.price && listing.price.to > listing.price.from && (
          <PriceFacet price={listing.price} ctx={ctx} />
        )}
        {(listing.ratings.length > 0 || listing.rating !== null) && (
          <RatingFacet listing={listing} ctx={ctx} />
        )}
        {listing.tags.length > 0 && <TagFacet tags={listing.tags} ctx={ctx} />}
        <fieldset className="facet" id="facet-stock">
          <legend className="facet-title">{t('catalog.availability')}</legend>
          <Checkbox id="f-stock" name="stock" value="1" defaultChecked={listing.inStockOnly}>
            <span className="facet-name">{t('catalog.in_stock')}</span>
            <span className="facet-count">{listing.inStockCount}</span>
          </Checkbox>
        </fieldset>
      </div>
      <div className="facets-foot">
        {chosen > 0 && (
          <a className="button button-quiet facets-clear" href={clearHref} data-keep-scroll="">
            {t('catalog.clear_all')}
          </a>
        )}
        <Button type="submit" className="facets-apply">
          {/* The count follows each choice; without scripts it would be that of before. */}
          <span className="facets-apply-count">{t('catalog.show_count', { count: listing.total })}</span>
          <span className="facets-apply-plain">{t('catalog.apply')}</span>
        </Button>
      </div>
    </form>
  )
}

/** Colours first, then by code: a choice does not move the groups about. */
function inOrder(facets: readonly FacetView[]): FacetView[] {
  const isColour = ({ values }: FacetView): boolean => values.some(({ swatch }) => swatch !== null)
  return facets.toSorted((a, b) => Number(isColour(b)) - Number(isColour(a)) || (a.code < b.code ? -1 : 1))
}

function Facet({ facet: { code, name, values }, ctx }: { facet: FacetView; ctx: Ctx }): ReactNode {
  const choices = values.map((value) => ({ ...value, value: value.code }))
  return <Choices id={code} name={`o.${code}`} title={name} choices={choices} ctx={ctx} />
}

function TagFacet({ tags, ctx }: { tags: Listing['tags']; ctx: Ctx }): ReactNode {
  const choices = tags.map((tag) => ({ ...tag, value: tag.slug, swatch: null }))
  return <Choices id="tag" name="tag" title={ctx.t('catalog.tags')} choices={choices} ctx={ctx} />
}

interface Choice {
  value: string
  name: string
  swatch: string | null
  count: number
  chosen: boolean
}

interface ChoicesProps {
  /** Part of the ids. */
  id: string
  /** The key in the URL. */
  name: string
  title: string
  choices: readonly Choice[]
  ctx: Ctx
}

function Choices({ id, name, title, choices, ctx: { t } }: ChoicesProps): ReactNode {
  // Chosen values are never hidden behind "more".
  const [first, rest] = choices.length <= shownAtOnce + 2 ? [choices, []] : split(choices)
  return (
    <fieldset className="facet" id={`facet-${id}`}>
      <legend className="facet-title">{title}</legend>
      <ChoiceList id={id} name={name} choices={first} />
      {rest.length > 0 && (
        <details className="facet-more">
          <summary>{t('catalog.more', { count: rest.length })}</summary>
          <ChoiceList id={id} name={name} choices={rest} />
        </details>
      )}
    </fieldset>
  )
}

function split(choices: readonly Choice[]): [Choice[], Choice[]] {
  const first = choices.filter((choice, index) => index < shownAtOnce || choice.chosen)
  return [first, choices.filter((choice) => !first.includes(choice))]
}

function ChoiceList({ id, name, choices }: Pick<ChoicesProps, 'id' | 'name' | 'choices'>): ReactNode {
  return (
    <ul className="facet-values">
      {choices.map((choice) => (
        <li key={choice.value} id={`f-${id}-${choice.value}-item`}>
          <Checkbox
            id={`f-${id}-${choice.value}`}
            name={name}
            value={choice.value}
            defaultChecked={choice.chosen}
          >
            {choice.swatch !== null && <Swatch color={choice.swatch} />}
            <span className="facet-name">{choice.name}</span>
            <span className="facet-count">{choice.count}</span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

/** One of several: "4 stars and up" holds "3 stars and up". */
function RatingFacet({ listing, ctx: { t } }: { listing: Listing; ctx: Ctx }): ReactNode {
  const { rating } = listing
  return (
    <fieldset className="facet" id="facet-rating">
      <legend className="facet-title">{t('catalog.rating')}</legend>
      <Checkbox type="radio" id="f-rating" name="rating" value="" defaultChecked={rating === null}>
        <span className="facet-name">{t('catalog.rating_any')}</span>
      </Checkbox>
      {shownRatings(listing).map(({ min, count }) => (
        <Checkbox
          key={min}
          type="radio"
          id={`f-rating-${min}`}
          name="rating"
          value={min}
          defaultChecked={rating === min}
        >
          <span className="facet-name">
            <Score average={min} label={t('catalog.rating_from', { stars: min })} />
            <span aria-hidden="true"> +</span>
          </span>
          <span className="facet-count">{count}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

/**
 * "3 stars and up" is no filter if all products have four. A chosen one stays, so that the form still contains it.
 */
function shownRatings({ ratings, rating }: Listing): Listing['ratings'] {
  const all =
    rating === null || ratings.some(({ min }) => min === rating)
      ? ratings
      : [...ratings, { min: rating, count: 0 }]
  return all.filter(({ min, count }, index) => min === rating || index === 0 || count > all[index - 1]!.count)
}

function PriceFacet({ price, ctx: { t } }: { price: NonNullable<Listing['price']>; ctx: Ctx }): ReactNode {
  const text = (amount: number | null): string => (amount === null ? '' : whole(amount, price.currency))
  const field = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    pattern: '\\d*([.]\\d+)?',
  } as const
  return (
    <fieldset className="facet" id="facet-price">
      <legend className="facet-title">
        {t('catalog.price')} <span className="facet-unit">{price.currency}</span>
      </legend>
      <div className="facet-span">
        <Field
          id="f-min"
          name="min"
          label={t('catalog.price_from')}
          placeholder={text(price.from)}
          defaultValue={text(price.min)}
          {...field}
        />
        <Field
          id="f-max"
          name="max"
          label={t('catalog.price_to')}
          placeholder={text(price.to)}
          defaultValue={text(price.max)}
          {...field}
        />
      </div>
    </fieldset>
  )
}

function whole(amount: number, currency: string): string {
  return amountText(amount, currency).replace(/\.0+$/, '')
}
