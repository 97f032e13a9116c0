import type { ReactNode } from 'react'
import { amountText } from '#domain/money.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Checkbox, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Swatch } from '#ui/swatch.tsx'
import type { Ctx } from '#platform/server/context.ts'
import type { FacetView, Listing } from '../contract.ts'

/** The id of the form that the sort menu beside it belongs to as well. */
export const filterForm = 'filters'

const shownAtOnce = 10
type FacetValue = FacetView['values'][number]

interface FacetsProps {
  listing: Listing
  /** The listing's own address, without query. */
  action: string
  /** Where the listing stands without any filter. */
  clearHref: string
  chosen: number
  ctx: Ctx
}

/**
 * All that a listing can be narrowed by: a column beside it, or where there is no room a sheet. One GET form:
 * its fields are the address.
 */
export function Facets({ listing, action, clearHref, chosen, ctx }: FacetsProps): ReactNode {
  const { t } = ctx
  return (
    <form
      id={filterForm}
      className="facets"
      action={action}
      method="get"
      popover="auto"
      data-sheet=""
      data-auto="(min-width: 64em)"
      data-keep-scroll=""
      aria-label={t('catalog.filters')}
    >
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
        <fieldset className="facet">
          <legend className="facet-title">{t('catalog.availability')}</legend>
          <Checkbox id="f-stock" name="stock" value="1" defaultChecked={listing.inStockOnly}>
            <span className="facet-name">{t('catalog.in_stock')}</span>
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
          {t('catalog.apply')}
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

function Facet({ facet, ctx: { t } }: { facet: FacetView; ctx: Ctx }): ReactNode {
  const { code, name, values } = facet
  // What is chosen is never hidden behind "more".
  const [first, rest] = values.length <= shownAtOnce + 2 ? [values, []] : split(values)
  return (
    <fieldset className="facet">
      <legend className="facet-title">{name}</legend>
      <FacetValues code={code} values={first} />
      {rest.length > 0 && (
        <details className="facet-more">
          <summary>{t('catalog.more', { count: rest.length })}</summary>
          <FacetValues code={code} values={rest} />
        </details>
      )}
    </fieldset>
  )
}

function split(values: readonly FacetValue[]): [FacetValue[], FacetValue[]] {
  const first = values.filter((value, index) => index < shownAtOnce || value.chosen)
  return [first, values.filter((value) => !first.includes(value))]
}

function FacetValues({ code, values }: { code: string; values: readonly FacetValue[] }): ReactNode {
  return (
    <ul className="facet-values">
      {values.map((value) => (
        <li key={value.code}>
          <Checkbox
            id={`f-${code}-${value.code}`}
            name={`o.${code}`}
            value={value.code}
            defaultChecked={value.chosen}
          >
            {value.swatch !== null && <Swatch color={value.swatch} />}
            <span className="facet-name">{value.name}</span>
            <span className="facet-count">{value.count}</span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
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
    <fieldset className="facet">
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
