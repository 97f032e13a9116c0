import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Score } from '#ui/score.tsx'
import { linksFor } from '#wire/links.ts'
import type { ReviewPage, ReviewView } from '../contract.ts'
import { ReviewPictures, ReviewSum } from './review-sum.tsx'
import { reviewsHref } from './review-url.ts'

interface ReviewListProps {
  page: ReviewPage
  /** The product's URL. */
  base: string
  ctx: Ctx
}

/** What all reviews say together, with links to filter by it, and one page of them. */
export function ReviewList({ page, base, ctx }: ReviewListProps): ReactNode {
  const { t } = ctx
  const here = reviewsHref(base, page)
  if (page.average === null) return <p className="muted">{t('review.none')}</p>
  return (
    <div className="reviews">
      <ReviewSum page={page} base={base} ctx={ctx} />
      <div className="review-main">
        <ReviewPictures
          pictures={page.pictures}
          label={t('review.strip')}
          className="review-pictures review-strip"
          ctx={ctx}
        />
        {page.reviews.length === 0 && <p className="muted">{t('review.filter.nothing')}</p>}
        <ul className="review-list">
          {page.reviews.map((review) => (
            <li key={review.id}>
              <Review review={review} here={here} ctx={ctx} />
            </li>
          ))}
        </ul>
        <p className="review-law">
          {page.checked === 0
            ? t('review.checked_none')
            : t('review.checked_how', {
                checked: page.checked,
                total: page.total,
                others: page.total - page.checked,
              })}
        </p>
      </div>
    </div>
  )
}

interface ReviewProps {
  review: ReviewView
  /** Where a vote without scripts comes back to. */
  here: string
  ctx: Ctx
}

function Review({ review, here, ctx }: ReviewProps): ReactNode {
  const { t, shop } = ctx
  const {
    id,
    author,
    score,
    title,
    content,
    lang,
    date,
    createdAt,
    bought,
    checked,
    fit,
    isEdited,
    helpful,
    pictures,
    reply,
  } = review
  return (
    <article className="review">
      <header className="review-head">
        <Score average={score} label={t('review.score', { score })} />
        <p className="review-line">
          <strong>{author}</strong>
          <time dateTime={createdAt}>{date}</time>
          {checked !== null && (
            <span className="review-verified">
              <Icon name="check" size={14} />
              {t(checked === 'order' ? 'review.checked' : 'review.verified')}
            </span>
          )}
          {isEdited && <span>{t('review.edited')}</span>}
        </p>
      </header>
      {title !== null && (
        <h3 className="review-title" lang={lang}>
          {title}
        </h3>
      )}
      <p className="review-content" lang={lang}>
        {content}
      </p>
      <ReviewPictures pictures={pictures} label={t('review.pictures', { author })} ctx={ctx} />
      {fit !== null && <p className="review-line">{t('review.fit.says', { fit: t(`review.fit.${fit}`) })}</p>}
      {bought !== '' && <p className="review-line">{t('review.bought', { what: bought })}</p>}
      <form
        className="review-helpful"
        action={linksFor(shop.router, ctx.langPath).form('review/helpful')}
        method="post"
        data-action="review/helpful"
      >
        <input type="hidden" name="review" value={id} data-number="" />
        <input type="hidden" name="next" value={here} />
        <Button type="submit" look="plain" aria-label={t('review.vote_of', { author })}>
          {t('review.vote')}
        </Button>
        <output>{helpful > 0 ? t('review.helpful', { count: helpful }) : ''}</output>
      </form>
      {reply && (
        <div className="review-reply">
          <p className="review-line">
            <strong>{t('review.reply', { shop: shop.shop.name })}</strong>
            <span>{reply.date}</span>
          </p>
          <p className="review-content" lang={lang}>
            {reply.content}
          </p>
        </div>
      )}
    </article>
  )
}
