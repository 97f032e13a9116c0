import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import type { OrderView } from '../contract.ts'

/** The way to the review of what a line bought. */
export function ReviewLink({
  review,
  t,
}: {
  review: OrderView['lines'][number]['review']
  t: Translate
}): ReactNode {
  if (review === null) return null
  return (
    <p className="order-line-note">
      <a className="order-line-review" href={review.href}>
        {t(review.isWritten ? 'review.own.show' : 'review.write')}
      </a>
    </p>
  )
}
