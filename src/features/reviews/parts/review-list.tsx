import type { ReactNode } from 'react'
import { mediaUrl } from '#features/media/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import type { ReviewPage, ReviewView } from '../contract.ts'

/** How many gave which score, and what people wrote: one page of it. */
export function ReviewList({ page, ctx }: { page: ReviewPage; ctx: Ctx }): ReactNode {
  const { t } = ctx
  if (page.average === null) return <p className="muted">{t('review.none')}</p>
  return (
    <div className="reviews">
      <div className="review-sum">
        <p className="review-average">{page.average.toFixed(1)}</p>
        <Score average={page.average} label={t('review.average', { average: page.average })} />
        <p className="muted">{t('review.count', { count: page.total })}</p>
        <ul className="review-spread">
          {page.spread.map(({ score, count }) => (
            <li key={score} aria-label={t('review.spread', { score, count })}>
              <span aria-hidden="true">{t('review.stars', { score })}</span>
              <meter min={0} max={page.total} value={count} aria-hidden="true" />
              <span aria-hidden="true">{count}</span>
            </li>
          ))}
        </ul>
      </div>
      <ul className="review-list">
        {page.reviews.map((review) => (
          <li key={review.id}>
            <Review review={review} ctx={ctx} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Review({ review, ctx: { t, shop } }: { review: ReviewView; ctx: Ctx }): ReactNode {
  const { author, score, title, content, lang, date, createdAt, bought, verified, helpful, pictures, reply } =
    review
  return (
    <article className="review">
      <header className="review-head">
        <Score average={score} label={t('review.score', { score })} />
        <p className="review-line">
          <strong>{author}</strong>
          <time dateTime={createdAt}>{date}</time>
          {verified && (
            <span className="review-verified">
              <Icon name="check" size={14} />
              {t('review.verified')}
            </span>
          )}
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
      {pictures.length > 0 && (
        <ul className="review-pictures">
          {pictures.map((picture) => (
            <li key={picture.key}>
              <a href={mediaUrl(picture.key, 1920, 'jpg')} data-nav="off">
                <Picture picture={picture} sizes="5rem" from={160} to={240} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {(bought !== '' || helpful > 0) && (
        <p className="review-line">
          {bought !== '' && <span>{t('review.bought', { what: bought })}</span>}
          {helpful > 0 && <span>{t('review.helpful', { count: helpful })}</span>}
        </p>
      )}
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
