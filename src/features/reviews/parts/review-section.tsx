import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Pagination } from '#ui/pagination.tsx'
import { reviewSorts, type ReviewPage } from '../contract.ts'
import { reviewsHref, reviewsId } from './review-url.ts'
import { ReviewList } from './review-list.tsx'

interface ReviewSectionProps {
  page: ReviewPage
  /** The product's URL. */
  base: string
  ctx: Ctx
}

/** What people say of a product, a few at a time; each order and page has a URL. */
export function ReviewSection({ page, base, ctx }: ReviewSectionProps): ReactNode {
  const { t } = ctx
  return (
    <section className="review-section" id={reviewsId} aria-labelledby="reviews-title">
      <div className="review-section-head">
        <h2 id="reviews-title">{t('review.title')}</h2>
        {page.total > 1 && (
          <nav className="review-orders" aria-label={t('review.order')}>
            {reviewSorts.map((sort) => (
              <a
                key={sort}
                href={reviewsHref(base, { ...page, page: 1, sort })}
                aria-current={sort === page.sort ? 'true' : undefined}
              >
                {t(`review.order.${sort}`)}
              </a>
            ))}
          </nav>
        )}
      </div>
      <ReviewList page={page} base={base} ctx={ctx} />
      <Pagination
        page={page.page}
        pages={page.pages}
        hrefOf={(number) => reviewsHref(base, { ...page, page: number })}
        texts={{
          label: t('review.pages'),
          previous: t('review.previous'),
          next: t('review.next'),
          page: (number) => t('review.page', { page: number }),
        }}
      />
    </section>
  )
}
