import type { ReactNode } from 'react'
import { findProduct, relatedProducts } from '#features/catalog/actions/browse.ts'
import type { ProductCard, ProductView, TogetherView } from '#features/catalog/contract.ts'
import { firstChoice } from '#features/catalog/islands/product-buttons/choice.ts'
import type { ButtonSku } from '#features/catalog/islands/product-buttons/island.tsx'
import type { GalleryPicture } from '#features/catalog/islands/product-image/pictures.ts'
import { BoughtTogether } from '#features/catalog/parts/bought-together.tsx'
import { deliveryTag } from '#features/catalog/parts/delivery-estimate.tsx'
import { CompareLink } from '#features/catalog/parts/compare-link.tsx'
import { ProductFacts } from '#features/catalog/parts/product-facts.tsx'
import { ProductOffers } from '#features/catalog/parts/product-offers.tsx'
import { ProductVideos } from '#features/catalog/parts/product-videos.tsx'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { Heart } from '#features/favourites/parts/heart.tsx'
import { mediaUrl, shareUrl } from '#features/media/contract.ts'
import { productReviews } from '#features/reviews/actions/browse.ts'
import type { ReviewPage } from '#features/reviews/contract.ts'
import {
  isSpelledOut,
  readReviewChoice,
  reviewKeys,
  reviewsHref,
  reviewsId,
} from '#features/reviews/parts/review-url.ts'
import { ReviewSection } from '#features/reviews/parts/review-section.tsx'
import { productQuestions } from '#features/questions/actions/browse.ts'
import type { QuestionPage } from '#features/questions/contract.ts'
import { QuestionSection } from '#features/questions/parts/question-section.tsx'
import { questionsHref, questionsKey, readQuestionPage } from '#features/questions/parts/question-url.ts'
import { questionsTag } from '#features/questions/rules/tags.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Fold } from '#platform/server/pages/fold.tsx'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { picturePreload } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import { linksFor } from '#wire/links.ts'
import { isTile } from '#wire/picture-view.ts'
import { buttonSkus, galleryOf, ProductButtons, ProductImage, stageSizes } from '../product/choice.tsx'
import { structuredProduct } from './product-structured.ts'

interface Data {
  product: ProductView
  languages: readonly string[]
  related: ProductCard[]
  together: TogetherView[]
  skus: ButtonSku[]
  chosen: ButtonSku
  /** The chosen SKU's first. */
  pictures: GalleryPicture[]
  /** Null if there are no reviews. */
  reviews: ReviewPage | null
  /** Null in a shop where nobody may ask. */
  questions: QuestionPage | null
  /** The requested path, without its query. */
  here: string
}

const relatedCount = 8
const reviewsShown = 6
const questionsShown = 5

/** A product with what people say of it: it brings the catalogue and the reviews together, so it belongs to the app. */
export default definePage<Data>({
  name: 'product',
  visibility: 'public',
  query: [...reviewKeys, questionsKey],
  styles: ['shop', 'product'],

  async load(ctx, { slug = '', sku }, query): Promise<Loaded<Data>> {
    const choice = readReviewChoice(query)
    const asked = readQuestionPage(query)
    const [found, related, listed, questions] = await Promise.all([
      findProduct(ctx, slug),
      relatedProducts(ctx, { slug, limit: relatedCount }),
      productReviews(ctx, { product: slug, ...choice }, reviewsShown),
      ctx.shop.shop.reviews.questions
        ? productQuestions(ctx, { product: slug, page: asked }, questionsShown)
        : null,
    ])
    if (!found) return { kind: 'missing', status: 404 }
    const { product, languages } = found
    const skus = buttonSkus(product, ctx)
    const chosen = firstChoice(skus, sku)
    // A SKU that is no longer made: its product is the nearest there is.
    if (!chosen) return { kind: 'redirect', to: product.href, status: 302 }
    const here = sku === undefined ? product.href : linksFor(ctx.shop.router, ctx.langPath).product(slug, sku)
    const reviews = listed.ok && listed.value.total > 0 ? listed.value : null
    const pages = reviews?.pages ?? 1
    const isKnown = choice.bought === null || (reviews !== null && isBought(reviews, choice.bought))
    // Made-up filters are no pages of their own.
    const shown = isKnown
      ? { ...choice, page: Math.min(choice.page, pages) }
      : { ...choice, bought: null, page: 1 }
    if (!isSpelledOut(query, shown)) return { kind: 'redirect', to: reviewsHref(here, shown), status: 302 }
    const right = questions?.ok === true ? Math.min(asked, questions.value.pages) : 1
    // Each page of questions has one URL.
    if (query.getAll(questionsKey).join() !== (right === 1 ? '' : String(right)))
      return { kind: 'redirect', to: questionsHref(here, right), status: 302 }
    return {
      kind: 'page',
      data: {
        product,
        languages,
        related: related.ok ? related.value.products : [],
        together: related.ok ? related.value.together : [],
        skus,
        chosen,
        pictures: galleryOf(product, chosen),
        reviews,
        questions: questions?.ok === true ? questions.value : null,
        here,
      },
      tags: [
        `product:${product.id}`,
        `reviews:${product.id}`,
        questionsTag(product.id),
        ...found.tags,
        ...(ctx.shop.shop.delivery === null ? [] : [deliveryTag]),
      ],
    }
  },

  meta({ product, pictures, reviews }, ctx): PageHead {
    const [first] = pictures
    const links = linksFor(ctx.shop.router, '')
    const url = `${ctx.origin}${product.href}`
    return {
      title: `${product.seoTitle ?? product.title} – ${ctx.shop.shop.name}`,
      description: describe(product),
      // All its SKUs are one page to a search engine.
      canonicalPath: links.product(product.slug),
      tags: [
        { key: 'property', name: 'og:type', content: 'product' },
        ...(first
          ? [{ key: 'property' as const, name: 'og:image', content: `${ctx.origin}${shareUrl(first.key)}` }]
          : []),
      ],
      structured: [
        structuredProduct(
          {
            product,
            url,
            pictures: pictures
              .filter((picture) => !isTile(picture))
              .map(({ key }) => `${ctx.origin}${mediaUrl(key, 1080, 'jpg')}`),
            description: describe(product),
            reviews: reviews?.reviews ?? [],
          },
          ctx,
        ),
        breadcrumbList([home(ctx), ...product.trail, { name: product.title, href: product.href }], ctx),
      ],
      ...(first ? { preload: picturePreload(first.key, stageSizes) } : {}),
    }
  },

  languages: ({ languages }) => languages,

  pageData: ({ product, chosen }) => ({ id: product.id, slug: product.slug, sku: chosen.sku }),

  View({ data, ctx }): ReactNode {
    const { product, related, together, skus, chosen, pictures, reviews, questions, here } = data
    const { t } = ctx
    const { theme } = ctx.shop
    return (
      <article className="product-page container">
        <Breadcrumbs trail={[home(ctx), ...product.trail]} here={product.title} label={t('product.trail')} />
        <div className="product">
          <div className="product-page-gallery">
            <ProductImage k={`image-${product.id}`} product={product} pictures={pictures} ctx={ctx} />
          </div>
          <div className="product-page-info">
            <header className="product-page-head">
              {product.brand !== null && <p className="product-page-brand">{product.brand}</p>}
              <h1>{product.title}</h1>
              <Rating product={product} reviews={reviews} ctx={ctx} />
              <ProductOffers offers={product.offers} />
            </header>
            <ProductButtons
              k={`buttons-${product.id}`}
              product={product}
              skus={skus}
              chosen={chosen.sku}
              ctx={ctx}
            />
            <p>
              <Heart type="product" id={product.slug} ctx={ctx} />
              <CompareLink product={product} ctx={ctx} />
            </p>
            <ProductFacts product={product} ctx={ctx} />
          </div>
        </div>
        <Fold />
        <ProductVideos product={product} ctx={ctx} />
        {theme.showCart && together.length > 0 && chosen.stock !== 'out' && isSoldSingly(product) && (
          <BoughtTogether product={product} chosen={chosen.sku} together={together} ctx={ctx} />
        )}
        {reviews && <ReviewSection page={reviews} base={here} ctx={ctx} />}
        {questions && <QuestionSection product={product.slug} page={questions} base={here} ctx={ctx} />}
        {related.length > 0 && (
          <section className="product-page-related" aria-labelledby="related">
            <h2 id="related">{t('product.related')}</h2>
            <ProductGrid products={related} ctx={ctx} shape="rail" />
          </section>
        )}
        <div data-recent={product.id} />
      </article>
    )
  },
})

function isBought({ options }: ReviewPage, { option, value }: NonNullable<ReviewPage['bought']>): boolean {
  return options.some((one) => one.option === option && one.values.some((known) => known.value === value))
}

/** The score at the top, which leads to the reviews where there are some to read. */
function Rating({
  product: { rating },
  reviews,
  ctx: { t },
}: Pick<Data, 'product' | 'reviews'> & { ctx: Ctx }): ReactNode {
  if (!rating) return null
  const { average, count } = rating
  const score = (
    <Score average={average} label={t('product.rating', { average, count })}>
      {count}
    </Score>
  )
  return reviews ? (
    <a className="product-page-score" href={`#${reviewsId}`}>
      {score}
    </a>
  ) : (
    score
  )
}

function home(ctx: Ctx): { name: string; href: string } {
  return { name: ctx.t('product.home'), href: linksFor(ctx.shop.router, ctx.langPath).home() }
}

/** One of each can be added together. */
function isSoldSingly({ skus }: ProductView): boolean {
  return skus.every(({ quantity }) => quantity.min === 1)
}

function describe(product: ProductView): string {
  const text = product.seoDescription ?? product.summary
  if (text !== '') return text
  const words = product.description
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= 160 ? words || product.title : `${words.slice(0, 157).trimEnd()}…`
}
