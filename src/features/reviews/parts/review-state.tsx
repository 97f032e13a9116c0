import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import { Picture } from '#ui/picture.tsx'
import { Score } from '#ui/score.tsx'
import type { OwnReview } from '../contract.ts'

const badges = { pending: 'info', published: 'success', refused: 'warning' } as const satisfies Record<
  OwnReview['state'],
  BadgeKind
>

/** An own review as its writer sees it: what became of it, its words, the merchant's answer. */
export function ReviewState({ review, ctx }: { review: OwnReview; ctx: Ctx }): ReactNode {
  const { t, shop } = ctx
  const { score, title, content, displayName, date, pictures, reply, state, stateText, fit } = review
  return (
    <article className="review review-own">
      <p>
        <Badge kind={badges[state]}>{stateText}</Badge>
      </p>
      <header className="review-head">
        <Score average={score} label={t('review.score', { score })} />
        <p className="review-line">
          <strong>{displayName}</strong>
          <span>{date}</span>
        </p>
      </header>
      {title !== null && <h2 className="review-title">{title}</h2>}
      <p className="review-content">{content}</p>
      {pictures.length > 0 && (
        <ul className="review-pictures">
          {pictures.map((picture) => (
            <li key={picture.key}>
              <Picture picture={picture} sizes="5rem" from={160} to={240} />
            </li>
          ))}
        </ul>
      )}
      {fit !== null && <p className="review-line">{t('review.fit.says', { fit: t(`review.fit.${fit}`) })}</p>}
      {reply !== null && (
        <div className="review-reply">
          <p className="review-line">
            <strong>{t('review.reply', { shop: shop.shop.name })}</strong>
            <span>{reply.date}</span>
          </p>
          <p className="review-content">{reply.content}</p>
        </div>
      )}
    </article>
  )
}
