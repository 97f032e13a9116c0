import type { ReactNode } from 'react'
import { useTags } from '#platform/server/render.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Swatch } from '#ui/swatch.tsx'
import { linksFor } from '#wire/links.ts'
import type { ProductCard as Card } from '../contract.ts'
import { CompareLink } from './compare-link.tsx'

/** In the first view or not: the first pictures are fetched at once, one of them before all others. */
export type CardUrgency = 'lazy' | 'eager' | 'high'

interface ProductCardProps {
  card: Card
  ctx: Ctx
  urgency?: CardUrgency
  /** `large`: four cells of the grid in one. */
  size?: CardSize
}

export type CardSize = 'cell' | 'large'

/** How wide a card is on the grids of the shop. */
export const cardSizes = '(min-width: 90em) 24vw, (min-width: 48em) 32vw, 48vw'
const largeSizes = '(min-width: 64em) 50vw, 96vw'

const mostSwatches = 5

/**
 * One product in a grid. It is not kept as a fragment: its key would name as many facts as its HTML shows, and
 * rendering it takes no longer than finding it.
 */
export function ProductCard({ card, ctx, urgency = 'lazy', size = 'cell' }: ProductCardProps): ReactNode {
  useTags([`product:${card.id}`])
  const { t } = ctx
  const { showCart, showSlideImage } = ctx.shop.theme
  const sizes = size === 'large' ? largeSizes : cardSizes
  const widest = size === 'large' ? 1440 : 800
  const { href, title, picture, secondPicture, price, onlySku, inStock } = card
  return (
    <article className="product-card" data-product={card.id}>
      <a className="product-card-link" href={href} data-page="product">
        <span className="product-card-media" data-second={showSlideImage ? secondPicture?.key : undefined}>
          {picture && <Picture picture={picture} sizes={sizes} from={320} to={widest} urgency={urgency} />}
          <CardBadge card={card} ctx={ctx} />
        </span>
        <h3 className="product-card-title">{title}</h3>
      </a>
      <p className="product-card-price">
        <Price
          price={price}
          was={t('catalog.was')}
          from={card.priceFrom ? t('catalog.from', { price: price.text }) : undefined}
        />
      </p>
      {card.swatches.length > 1 && <CardSwatches swatches={card.swatches} ctx={ctx} />}
      <CompareLink product={card} ctx={ctx} />
      {showCart && onlySku !== null && inStock && (
        <button
          className="product-card-add"
          type="submit"
          form={quickAddForm}
          name="sku"
          value={onlySku}
          aria-label={t('catalog.add', { title })}
        >
          <Icon name="plus" />
        </button>
      )}
      {showCart && onlySku === null && inStock && (
        <a
          className="product-card-add"
          href={linksFor(ctx.shop.router, ctx.langPath).choose(card.slug)}
          rel="nofollow"
          aria-label={t('catalog.choose', { title })}
          data-choose=""
          data-no-prefetch=""
        >
          <Icon name="plus" />
        </a>
      )}
    </article>
  )
}

/** The id of the one form that all cards' buttons send; it stands in the frame of the document. */
export const quickAddForm = 'quick-add'

function CardBadge({ card, ctx: { t } }: { card: Card; ctx: Ctx }): ReactNode {
  if (!card.inStock) return <Badge kind="faint">{t('catalog.sold_out')}</Badge>
  if (card.price.off !== null) return <Badge kind="sale">{card.price.off}</Badge>
  return card.isNew ? <Badge>{t('catalog.new')}</Badge> : null
}

function CardSwatches({ swatches, ctx: { t } }: { swatches: Card['swatches']; ctx: Ctx }): ReactNode {
  const more = swatches.length - mostSwatches
  return (
    <p className="product-card-swatches">
      <span className="visually-hidden">{t('catalog.colours', { count: swatches.length })}</span>
      {swatches.slice(0, mostSwatches).map(({ name, color }) => (
        <Swatch key={name} color={color} />
      ))}
      {more > 0 && (
        <span className="product-card-more" aria-hidden="true">
          {`+${more}`}
        </span>
      )}
    </p>
  )
}
