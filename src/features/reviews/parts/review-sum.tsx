import type { ReactNode } from 'react'
import { mediaUrl } from '#features/media/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import type { PictureView } from '#wire/picture-view.ts'
import type { ReviewPage } from '../contract.ts'
import { reviewsHref, type ReviewChoice } from './review-url.ts'

interface SumProps {
  page: ReviewPage
  /** The product's URL. */
  base: string
  ctx: Ctx
}

/** What all reviews say together, with links that filter by it. */
export function ReviewSum({ page, base, ctx }: SumProps & { page: { average: number | null } }): ReactNode {
  const { t } = ctx
  const { average, total, fits, options } = page
  const isFiltered = page.stars !== null || page.fit !== null || page.bought !== null
  const said = fits.reduce((sum, { count }) => sum + count, 0)
  const chosen: ReviewChoice = { ...page, page: 1 }
  if (average === null) return null
  return (
    <div className="review-sum">
      <p className="review-average">{average.toFixed(1)}</p>
      <Score average={average} label={t('review.average', { average })} />
      <p className="muted">{t('review.count', { count: total })}</p>
      <ul className="review-spread">
        {page.spread.map(({ score, count }) => (
          <li key={score}>
            <Bar
              name={t('review.stars', { score })}
              says={t('review.spread', { score, count })}
              count={count}
              total={total}
              isChosen={page.stars === score}
              href={reviewsHref(base, { ...chosen, stars: page.stars === score ? null : score })}
            />
          </li>
        ))}
      </ul>
      {said > 0 && (
        <>
          <h3 className="review-filter-title">{t('review.fit')}</h3>
          <ul className="review-spread review-fits">
            {fits.map(({ fit, count }) => (
              <li key={fit}>
                <Bar
                  name={t(`review.fit.${fit}`)}
                  says={t('review.fit.count', { fit: t(`review.fit.${fit}`), count })}
                  count={count}
                  total={said}
                  isChosen={page.fit === fit}
                  href={reviewsHref(base, { ...chosen, fit: page.fit === fit ? null : fit })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {options.map(({ option, name, values }) => (
        <nav key={option} className="review-values" aria-label={name}>
          <h3 className="review-filter-title">{name}</h3>
          {values.map(({ value, name: words, count }) => {
            const isChosen = page.bought?.option === option && page.bought.value === value
            const bought = isChosen ? null : { option, value }
            return (
              <a
                key={value}
                href={reviewsHref(base, { ...chosen, bought })}
                aria-current={isChosen ? 'true' : undefined}
              >
                {words} <span>{count}</span>
              </a>
            )
          })}
        </nav>
      ))}
      {isFiltered && (
        <a
          className="review-all"
          href={reviewsHref(base, { page: 1, sort: page.sort, stars: null, fit: null, bought: null })}
        >
          {t('review.all')}
        </a>
      )}
    </div>
  )
}

interface BarProps {
  name: string
  /** The same in words. */
  says: string
  count: number
  total: number
  isChosen: boolean
  /** To those that it counts, or back to all of them. */
  href: string
}

function Bar({ name, says, count, total, isChosen, href }: BarProps): ReactNode {
  const bar = (
    <>
      <span aria-hidden="true">{name}</span>
      <meter min={0} max={total} value={count} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{says}</span>
    </>
  )
  if (count === 0 && !isChosen) return <span className="review-bar">{bar}</span>
  return (
    <a className="review-bar" href={href} aria-current={isChosen ? 'true' : undefined}>
      {bar}
    </a>
  )
}

/** Pictures that open as large as the window where scripts run, and by themselves where not. */
export function ReviewPictures({
  pictures,
  label,
  className = 'review-pictures',
  ctx: { t },
}: {
  pictures: readonly PictureView[]
  label: string
  className?: string
  ctx: Ctx
}): ReactNode {
  if (pictures.length === 0) return null
  return (
    <ul
      className={className}
      data-lightbox={label}
      data-previous={t('product.previous')}
      data-next={t('product.next')}
      data-close={t('product.close')}
    >
      {pictures.map((picture, index) => (
        <li key={`${picture.key}-${index}`}>
          <a href={mediaUrl(picture.key, 1920, 'jpg')} data-nav="off">
            <Picture picture={picture} sizes="5rem" from={160} to={240} />
          </a>
        </li>
      ))}
    </ul>
  )
}
