import type { ReactNode } from 'react'
import { mediaUrl } from '#features/media/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import { linksFor } from '#wire/links.ts'
import type { ReviewPage, ReviewView } from '../contract.ts'
import { reviewsHref } from './review-url.ts'

interface ReviewListProps {
  page: ReviewPage
  /** The product's URL. */
  base: string
  ctx: Ctx
}

/** The number of each score, with links to filter by it, and one page of reviews. */
export function ReviewList({ page, base, ctx }: ReviewListProps): ReactNode {
  const { t } = ctx
  const here = reviewsHref(base, page)
  if (page.average === null) return <p className="muted">{t('review.none')}</p>
  return (
    <div className="reviews">
      <div className="review-sum">
        <p className="review-average">{page.average.toFixed(1)}</p>
        <Score average={page.average} label={t('review.average', { average: page.average })} />
        <p className="muted">{t('review.count', { count: page.total })}</p>
        <ul className="review-spread">
          {page.spread.map(({ score, count }) => (
            <li key={score}>
              <Bar score={score} count={count} page={page} base={base} ctx={ctx} />
            </li>
          ))}
        </ul>
        {page.stars !== null && (
          <a className="review-all" href={reviewsHref(base, { page: 1, sort: page.sort, stars: null })}>
            {t('review.all')}
          </a>
        )}
      </div>
      <ul className="review-list">
        {page.reviews.map((review) => (
          <li key={review.id}>
            <Review review={review} here={here} ctx={ctx} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One score of the spread: a link to those who gave it, or back to all of them. */
function Bar({
  score,
  count,
  page,
  base,
  ctx: { t },
}: ReviewListProps & { score: number; count: number }): ReactNode {
  const isChosen = page.stars === score
  const bar = (
    <>
      <span aria-hidden="true">{t('review.stars', { score })}</span>
      <meter min={0} max={page.total} value={count} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('review.spread', { score, count })}</span>
    </>
  )
  if (count === 0) return <span className="review-bar">{bar}</span>
  return (
    <a
      className="review-bar"
      href={reviewsHref(base, { page: 1, sort: page.sort, stars: isChosen ? null : score })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {bar}
    </a>
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
    verified,
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
        <ul
          className="review-pictures"
          data-lightbox={t('review.pictures', { author })}
          data-previous={t('product.previous')}
          data-next={t('product.next')}
          data-close={t('product.close')}
        >
          {pictures.map((picture) => (
            <li key={picture.key}>
              <a href={mediaUrl(picture.key, 1920, 'jpg')} data-nav="off">
                <Picture picture={picture} sizes="5rem" from={160} to={240} />
              </a>
            </li>
          ))}
        </ul>
      )}
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
