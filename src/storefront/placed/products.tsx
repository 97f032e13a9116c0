import type { ReactNode } from 'react'
import { z } from 'zod'
import { findProduct, productCards } from '#features/catalog/actions/browse.ts'
import type { ProductView } from '#features/catalog/contract.ts'
import { firstChoice } from '#features/catalog/islands/product-buttons/choice.ts'
import type { ButtonSku } from '#features/catalog/islands/product-buttons/island.tsx'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { productReviews } from '#features/reviews/actions/browse.ts'
import { reviewSorts } from '#features/reviews/contract.ts'
import { ReviewList } from '#features/reviews/parts/review-list.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/layers/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Score } from '#ui/score.tsx'
import { linksFor } from '#wire/links.ts'
import { buttonSkus, galleryOf, ProductButtons, ProductImage } from '../product/choice.tsx'
import { definePart, type LoadedPart, type Place, type PlacedPart } from './part.ts'
import { limit, line, ownSlug, sku, slug } from './props.ts'

/* One product, and what belongs to it. */

const named = { slug }
const chosenOf = { slug, sku: sku.nullable().default(null) }

interface Found {
  product: ProductView
  skus: ButtonSku[]
  chosen: ButtonSku
  tags: string[]
}

async function find(ctx: Ctx, asked: { slug: string; sku?: string | null }): Promise<Found | null> {
  const found = await findProduct(ctx, ownSlug(ctx, 'product', asked.slug))
  if (found === null) return null
  const { product } = found
  const skus = buttonSkus(product, ctx)
  const chosen = firstChoice(skus, asked.sku ?? undefined)
  return chosen ? { product, skus, chosen, tags: [`product:${product.id}`, ...found.tags] } : null
}

/** Pictures have ids by their number: those of each part begin at another one. */
function numbersFrom({ k }: Pick<Place, 'k'>): number {
  return 1_000 * (1 + Number(/^part(\d{1,4})-/.exec(k)?.[1] ?? 9_999))
}

function Gallery({ found, place, ctx }: { found: Found; place: Place; ctx: Ctx }): ReactNode {
  const { product, chosen } = found
  const from = numbersFrom(place)
  const pictures = galleryOf(product, chosen).map((one) => ({ ...one, number: from + one.number }))
  return (
    <div className="placed-image">
      <ProductImage
        k={`${place.k}-image`}
        product={product}
        pictures={pictures}
        sizes="(min-width: 48em) 42rem, 92vw"
        ctx={ctx}
      />
    </div>
  )
}

function Buttons({ found, place, ctx }: { found: Found; place: Place; ctx: Ctx }): ReactNode {
  const { product, skus, chosen } = found
  const from = numbersFrom(place)
  const numbered = skus.map((one) => ({ ...one, picture: one.picture === null ? null : from + one.picture }))
  return (
    <div className="placed-buttons">
      <ProductButtons
        k={`${place.k}-buttons`}
        product={product}
        skus={numbered}
        chosen={chosen.sku}
        ctx={ctx}
      />
    </div>
  )
}

/** Loads one product for a part that shows it. */
function ofProduct<P extends { slug: string; sku?: string | null }>(
  part: Omit<PlacedPart<P>, 'load'> & {
    show(found: Found, ctx: Ctx, place: Place, props: P): ReactNode
  },
): PlacedPart {
  const { show, ...rest } = part
  return definePart<P>({
    ...rest,
    async load(ctx, props, place): Promise<LoadedPart | null> {
      const found = await find(ctx, props)
      return found && { element: show(found, ctx, place, props), tags: found.tags }
    },
  })
}

function CardOf({ found, card, ctx }: { found: Found; card: ReactNode; ctx: Ctx }): ReactNode {
  return (
    card ?? (
      <a href={linksFor(ctx.shop.router, ctx.langPath).product(found.product.slug)}>{found.product.title}</a>
    )
  )
}

export const productParts = {
  'product-image': ofProduct({
    about: 'The pictures of a product, which can be looked at closely.',
    props: z.strictObject(chosenOf),
    styles: ['product', 'content'],
    show: (found, ctx, place) => <Gallery found={found} place={place} ctx={ctx} />,
  }),

  'product-buttons': ofProduct({
    about: 'The price of a product, the choice among its SKUs, and the buttons to buy one.',
    props: z.strictObject(chosenOf),
    styles: ['shop', 'product', 'content'],
    show: (found, ctx, place) => <Buttons found={found} place={place} ctx={ctx} />,
  }),

  'product-interactive': ofProduct({
    about: 'Pictures and choice of one product side by side: to choose a SKU turns to its picture.',
    props: z.strictObject(chosenOf),
    styles: ['shop', 'product', 'content'],
    show: (found, ctx, place) => (
      <div className="placed-product">
        <Gallery found={found} place={place} ctx={ctx} />
        <div className="product-page-info">
          <p className="placed-product-title">
            <a href={found.product.href}>{found.product.title}</a>
          </p>
          <Buttons found={found} place={place} ctx={ctx} />
        </div>
      </div>
    ),
  }),

  'product-price': ofProduct({
    about: 'What a product costs now, and before; among words, too.',
    props: z.strictObject(chosenOf),
    styles: [],
    words: true,
    show: ({ chosen }, { t }) => <Price price={chosen.price} was={t('product.was')} />,
  }),

  'product-score': ofProduct({
    about: 'The stars of a product; nothing where nobody has given one. Among words, too.',
    props: z.strictObject(named),
    styles: [],
    words: true,
    show: ({ product: { rating } }, { t }) =>
      rating && (
        <Score average={rating.average} label={t('product.rating', rating)}>
          {rating.count}
        </Score>
      ),
  }),

  'product-spec': ofProduct({
    about: 'The facts of a product: measures, materials, care.',
    props: z.strictObject(named),
    styles: ['product'],
    show: ({ product: { details } }) =>
      details.length > 0 && (
        <dl className="product-page-details">
          {details.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ),
  }),

  'product-single': definePart<{ slug: string }>({
    about: 'One product as a card.',
    props: z.strictObject(named),
    styles: ['shop'],
    async load(ctx, props) {
      const found = await find(ctx, props)
      if (found === null) return null
      const cards = await productCards(ctx, [found.product.id])
      const card = cards.length > 0 && <ProductGrid products={cards} ctx={ctx} />
      return { element: <CardOf found={found} card={card || null} ctx={ctx} />, tags: found.tags }
    },
  }),

  'product-modal': ofProduct<{ slug: string; sku: string | null; text: string }>({
    about: 'A button that opens one product in a dialog, with its choice and the buttons to buy it.',
    props: z.strictObject({ ...chosenOf, text: line(80).default('') }),
    styles: ['shop', 'product', 'content'],
    show: (found, ctx, place, { text }) => <Modal found={found} place={place} text={text} ctx={ctx} />,
  }),

  review: definePart<{ slug: string; sort: (typeof reviewSorts)[number]; limit: number }>({
    about: 'What people say of a product, and the way to say something.',
    props: z.strictObject({ slug, sort: z.enum(reviewSorts).default('helpful'), limit: limit(20, 5) }),
    styles: ['product', 'reviews'],
    async load(ctx, { slug: given, sort, limit: most }) {
      const product = ownSlug(ctx, 'product', given)
      const all = { page: 1, sort, stars: null, fit: null, bought: null }
      const [found, listed] = await Promise.all([
        find(ctx, { slug: product }),
        productReviews(ctx, { product, ...all }, most),
      ])
      if (found === null || !listed.ok) return null
      const links = linksFor(ctx.shop.router, ctx.langPath)
      return {
        element: (
          <div className="review-section">
            <ReviewList page={listed.value} base={found.product.href} ctx={ctx} />
            <p>
              <a href={links.user('review')} data-page="user">
                {ctx.t('review.write')}
              </a>
            </p>
          </div>
        ),
        tags: [...found.tags, `reviews:${found.product.id}`],
      }
    },
  }),
}

/** A native dialog: it opens and closes without scripts. */
function Modal({
  found,
  place,
  text,
  ctx,
}: {
  found: Found
  place: Place
  text: string
  ctx: Ctx
}): ReactNode {
  const { product, chosen } = found
  const { t } = ctx
  const id = `${place.k}-dialog`
  const picture = galleryOf(product, chosen)[0]
  return (
    <>
      <button type="button" className="button button-quiet" popoverTarget={id}>
        {text === '' ? t('catalog.choose', { title: product.title }) : text}
      </button>
      <Dialog id={id} title={product.title} closeText={t('choose.close')}>
        {picture && (
          <Picture
            className="placed-modal-picture"
            picture={picture}
            sizes="(min-width: 48em) 30rem, 92vw"
            from={320}
            to={1080}
          />
        )}
        {product.summary !== '' && <p>{product.summary}</p>}
        <div className="placed-buttons">
          <ProductButtons
            k={`${place.k}-buttons`}
            product={product}
            // There is no gallery to turn.
            skus={found.skus.map((one) => ({ ...one, picture: null }))}
            chosen={chosen.sku}
            ctx={ctx}
          />
        </div>
        <ButtonLink href={product.href} look="quiet" data-page="product">
          {t('choose.more')}
        </ButtonLink>
      </Dialog>
    </>
  )
}
