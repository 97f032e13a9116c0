import type { ReactNode } from 'react'
import { findSent } from '#features/inquiries/actions/read.ts'
import { findReviewable, openReviewKey } from '#features/reviews/actions/mine.ts'
import { ReviewState } from '#features/reviews/parts/review-state.tsx'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { ReviewForm, ReviewSaid, type ReviewFormData } from './review-form.tsx'

type Data = ReviewFormData

/**
 * Where a buyer reviews what a line of an order bought. Opening it writes nothing: programs that look at mails follow
 * every link in them, and a star that is only followed is nobody's opinion. The star stands in the form, which one press
 * sends.
 */
export default definePage<Data>({
  name: 'review-write',
  visibility: 'private',
  query: ['key', 'score'],
  styles: ['content', 'product', 'reviews'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data>> {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const line = /^[1-9]\d{0,14}$/.test(slug) ? Number(slug) : null
    if (line === null) return { kind: 'missing', status: 404 }
    const stars = query.get('score') ?? ''
    const score = /^[1-5]$/.test(stars) ? Number(stars) : null
    const key = query.get('key')
    // The key moves into a cookie: a URL is shared, and ends up in logs.
    if (key !== null) {
      // Whose order it is needs no key: an old one leads there as well.
      const isOpen = (await openReviewKey(ctx, key)) || (await findReviewable(ctx, line)) !== null
      const to = isOpen
        ? links.review(line, score === null ? {} : { score })
        : `${links.orderLookup()}?stale=1`
      return { kind: 'redirect', to, status: 303 }
    }
    const [found, sent] = await Promise.all([
      findReviewable(ctx, line),
      findSent(ctx, ctx.visitor.posted?.values['images'] ?? []),
    ])
    // A line of somebody else's order and an unknown one look the same; for both, a link can be mailed.
    if (found === null) return { kind: 'redirect', to: `${links.orderLookup()}?unknown=1`, status: 303 }
    return { kind: 'page', data: { line: found, score, sent }, tags: [] }
  },

  meta: ({ line }, { t, shop }): PageHead => ({
    title: `${t('review.form.title', { product: line.title })} – ${shop.shop.name}`,
    description: t('review.form.content_help'),
    noindex: true,
  }),

  pageData: ({ line }) => ({ orderLine: line.orderLine }),

  View({ data, ctx }): ReactNode {
    const { line } = data
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { review, why } = line
    return (
      <div className="review-page container container-xl">
        <header className="review-page-head">
          {line.picture && <Picture picture={{ ...line.picture, alt: '' }} sizes="6rem" from={96} to={320} />}
          <div>
            <h1>{t('review.form.title', { product: line.title })}</h1>
            {line.choice !== '' && <p className="muted">{line.choice}</p>}
            <a href={links.order(line.order)}>{t('review.to_order')}</a>
          </div>
        </header>
        <ReviewSaid ctx={ctx} />
        {review !== null && <ReviewState review={review} ctx={ctx} />}
        {why !== null && review === null && (
          <p>{t(why === 'not_sold' ? 'review.not_sold' : 'review.not_arrived')}</p>
        )}
        {review === null && why === null && <ReviewForm {...data} ctx={ctx} />}
        {review !== null && review.mayEdit && why !== 'not_sold' && (
          <details className="review-more" open={ctx.visitor.posted !== null}>
            <summary>{t('review.edit')}</summary>
            <p className="muted">{t('review.edit.once')}</p>
            <ReviewForm {...data} ctx={ctx} />
          </details>
        )}
        {review !== null && !review.mayEdit && <p className="muted">{t('review.edit.over')}</p>}
        {review !== null && (
          <details className="review-more">
            <summary>{t('review.delete')}</summary>
            <form action={links.form('review/delete')} method="post">
              <input type="hidden" name="review" value={review.id} />
              <input type="hidden" name="line" value={line.orderLine} />
              <p className="muted">{t('review.delete.text')}</p>
              <Button type="submit" look="quiet">
                {t('review.delete')}
              </Button>
            </form>
          </details>
        )}
      </div>
    )
  },
})
