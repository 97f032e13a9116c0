import { useContext, type ReactNode } from 'react'
import { heartForm } from '#features/favourites/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { markup, type Html } from '#platform/server/pages/html.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import { htmlOf, Raw, useTags } from '#platform/server/pages/render.tsx'
import { Icon } from '#ui/icon.tsx'
import {
  fetchPriorities,
  LowData,
  pictureFacts,
  picturePreload,
  type PictureSource,
  type PictureUrgency,
} from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import type { ProductCard as Card } from '../contract.ts'

interface ProductCardProps {
  card: Card
  ctx: Ctx
  urgency?: PictureUrgency
  /** `large`: four cells of the grid in one. */
  size?: CardSize
  /** False where each has a button of its own to leave the favourites. */
  hasHeart?: boolean
}

export type CardSize = 'cell' | 'large'

/** How wide a card is on the grids of the shop. */
export const cardSizes = '(min-width: 90em) 24vw, (min-width: 48em) 32vw, 48vw'
const sizesOf = { cell: cardSizes, large: '(min-width: 64em) 50vw, 96vw' }
const narrowest = 320
const widestOf = { cell: 800, large: 1440 } as const

const mostSwatches = 5

/** One product in a grid. Written as a template: a listing has 48 of them, and in React they were half of its time. */
export function ProductCard({
  card,
  ctx,
  urgency = 'lazy',
  size = 'cell',
  hasHeart = true,
}: ProductCardProps): ReactNode {
  useTags([`product:${card.id}`])
  const lowData = useContext(LowData)
  const { showCart, showFavorite, showSlideImage } = ctx.shop.theme
  const { href, title, picture, secondPicture } = card
  const second = showSlideImage && secondPicture !== null && markup` data-second="${secondPicture.key}"`
  const made = markup`
    <article class="product-card" data-product="${card.id}">
      <a class="product-card-link" href="${href}" data-page="product">
        <span class="product-card-media"${second}>
          ${picture !== null && cardPicture(picture, { urgency, size, lowData })}
          ${badgeOf(card, ctx)}
        </span>
        <h3 class="product-card-title">${title}</h3>
      </a>
      <p class="product-card-price">${priceOf(card, ctx)}</p>
      ${card.swatches.length > 1 && swatchesOf(card, ctx)}
      ${showFavorite && hasHeart && heartOf(card, ctx)}
      ${compareLinkOf(card, ctx)}
      ${showCart && card.inStock && addButtonOf(card, ctx)}
    </article>
  `
  return <Raw html={made.text} />
}

/** The preload for the picture of a card that is the first of a page; undefined without one. */
export function cardPreload(card: Card | undefined, size: CardSize): PageHead['preload'] {
  const picture = card?.picture ?? null
  return picture === null ? undefined : picturePreload(picture.key, sizesOf[size], narrowest, widestOf[size])
}

/** As `Picture` writes it. */
function cardPicture(
  picture: PictureSource,
  { urgency, size, lowData }: { urgency: PictureUrgency; size: CardSize; lowData: boolean },
): Html {
  const priority = fetchPriorities[urgency]
  const facts = pictureFacts(picture, { from: narrowest, to: widestOf[size], lowData })
  const { color, image } = facts.background
  return markup`
    <picture class="picture" style="background-color:${color}${image !== null && `;background-image:${image}`}">
      <source type="image/avif" srcset="${facts.avif}" sizes="${sizesOf[size]}"/>
      <img
        src="${facts.jpg}"
        width="${picture.width}"
        height="${picture.height}"
        alt="${picture.alt}"
        loading="${urgency === 'lazy' ? 'lazy' : 'eager'}"
        decoding="async"${priority !== undefined && markup` fetchpriority="${priority}"`}/>
    </picture>
  `
}

function badgeOf({ inStock, price, hasOffer, isNew }: Card, { t }: Ctx): Html | null {
  if (!inStock) return markup`<span class="badge badge-faint">${t('catalog.sold_out')}</span>`
  if (price.off !== null) return markup`<span class="badge badge-sale">${price.off}</span>`
  if (hasOffer) return markup`<span class="badge badge-sale">${t('catalog.offer')}</span>`
  return isNew ? markup`<span class="badge">${t('catalog.new')}</span>` : null
}

/** As `Price` writes it. */
function priceOf({ price, priceFrom }: Card, { t }: Ctx): Html {
  const text = priceFrom ? t('catalog.from', { price: price.text }) : price.text
  const now = markup`<span class="price-now">${text}</span>`
  if (price.line === null) return markup`<span class="price">${now}</span>`
  const was = markup`
    <s class="price-line">
      <span class="visually-hidden">${`${t('catalog.was')} `}</span>
      ${price.line}
    </s>
  `
  return markup`<span class="price price-reduced">${now} ${was}</span>`
}

function swatchesOf({ swatches }: Card, { t }: Ctx): Html {
  const more = swatches.length - mostSwatches
  return markup`
    <p class="product-card-swatches">
      <span class="visually-hidden">${t('catalog.colours', { count: swatches.length })}</span>
      ${swatches
        .slice(0, mostSwatches)
        .map(
          ({ color }) => markup`<span class="swatch" style="--swatch:${color}" aria-hidden="true"></span>`,
        )}
      ${more > 0 && markup`<span class="product-card-more" aria-hidden="true">+${more}</span>`}
    </p>
  `
}

const heart = htmlOf(<Icon name="heart" size={18} />)
const plus = htmlOf(<Icon name="plus" />)
const scales = htmlOf(<Icon name="scales" size={18} />)

/** Whether it is pressed, only the browser knows: `startHearts`. */
function heartOf({ slug, title }: Card, { t }: Ctx): Html {
  return markup`
    <button
      class="heart"
      type="submit"
      form="${heartForm}"
      name="id"
      value="${slug}"
      aria-label="${t('catalog.favourite', { title })}">
      ${heart}
    </button>
  `
}

/** `CompareLink`, the sign alone. */
function compareLinkOf({ slug, title }: Card, { t, shop, langPath }: Ctx): Html {
  return markup`
    <a
      class="compare-link"
      href="${linksFor(shop.router, langPath).compare([slug])}"
      rel="nofollow"
      aria-label="${t('compare.add', { title })}"
      data-compare="${slug}"
      data-no-prefetch="">
      ${scales}
    </a>
  `
}

function addButtonOf({ slug, title, onlySku }: Card, { t, shop, langPath }: Ctx): Html {
  return onlySku !== null
    ? markup`
        <button
          class="product-card-add"
          type="submit"
          form="${quickAddForm}"
          name="sku"
          value="${onlySku}"
          aria-label="${t('catalog.add', { title })}">
          ${plus}
        </button>
      `
    : markup`
        <a
          class="product-card-add"
          href="${linksFor(shop.router, langPath).choose(slug)}"
          rel="nofollow"
          aria-label="${t('catalog.choose', { title })}"
          data-choose=""
          data-no-prefetch="">
          ${plus}
        </a>
      `
}

/** The id of the one form that all cards' buttons submit; it is part of the frame. */
export const quickAddForm = 'quick-add'
