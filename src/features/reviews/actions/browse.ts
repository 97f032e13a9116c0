import { no, ok } from '#domain/result.ts'
import { productCards } from '#features/catalog/actions/browse.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { fits, type Praise } from '../contract.ts'
import { langOf, presentReview, presentStrip } from '../present.ts'
import { boughtOptions } from '../present-summary.ts'
import { praise, reviewsOf } from '../queries/read.ts'

type Listed = Answer<typeof contract.listReviews>

/** Reviews in one answer. */
const perAnswer = 10

export function listReviews(ctx: Ctx, input: Input<typeof contract.listReviews>): Listed {
  return productReviews(ctx, input, perAnswer)
}

/** A page that shows them carries the tag `reviews:<product id>`. */
export async function productReviews(
  ctx: Ctx,
  { product, page, sort, stars, fit, bought }: Input<typeof contract.listReviews>,
  perPage: number,
): Listed {
  // English is everybody's last resort, and nobody's own unless it is.
  const locales = fallbackChain(ctx.locale).filter((locale) => locale !== 'en' || ctx.locale === 'en')
  const found = await reviewsOf(ctx.db, {
    product,
    sort,
    stars,
    fit,
    bought,
    locales,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  if (found === null) return no({ name: 'unknown_product' })
  const { reviews, scores, fits: said, matching } = found
  const total = scores.reduce((sum, { count }) => sum + count, 0)
  const points = scores.reduce((sum, { score, count }) => sum + score * count, 0)
  return ok({
    reviews: reviews.map((row) => presentReview(row, ctx)),
    total,
    page,
    pages: Math.max(1, Math.ceil(matching / perPage)),
    sort,
    stars,
    fit,
    bought,
    average: total === 0 ? null : Math.round((points * 10) / total) / 10,
    spread: [5, 4, 3, 2, 1].map((score) => ({
      score,
      count: scores.find((row) => row.score === score)?.count ?? 0,
    })),
    fits:
      said.length === 0
        ? []
        : fits.map((one) => ({ fit: one, count: said.find((row) => row.fit === one)?.count ?? 0 })),
    options: boughtOptions(found, ctx.locale),
    pictures: presentStrip(found.pictures, ctx),
    checked: found.ordered,
  })
}

/** The best reviews of the whole shop, each of another product. A page that shows them carries the tag `reviews`. */
export async function bestReviews(ctx: Ctx, limit: number): Promise<Praise[]> {
  // Some products may have no price in this currency.
  const found = await praise(ctx.db, fallbackChain(ctx.locale), limit * 2)
  const cards = await productCards(
    ctx,
    found.map(({ productId }) => productId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  return found
    .flatMap(({ id, author, locale, content, productId }) => {
      const card = byId.get(productId)
      if (!card) return []
      const { title, href, picture } = card
      return [{ id, author, content, lang: langOf(locale), product: { title, href, picture } }]
    })
    .slice(0, limit)
}
