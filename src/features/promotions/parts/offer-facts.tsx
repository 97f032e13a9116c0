import type { ReactNode } from 'react'
import type { PromotionCard } from '../contract.ts'

/** An offer's benefit, conditions and end. */
export function OfferFacts({
  offer: { benefit, conditions, until, endsAt },
  notes = [],
}: {
  offer: Pick<PromotionCard, 'benefit' | 'conditions' | 'until' | 'endsAt'>
  /** More lines, such as that it has not begun. */
  notes?: readonly string[]
}): ReactNode {
  return (
    <ul className="offer-facts">
      {benefit.map((line) => (
        <li key={line} className="offer-benefit">
          {line}
        </li>
      ))}
      {[...conditions, ...notes].map((line) => (
        <li key={line}>{line}</li>
      ))}
      {until !== null && (
        <li>
          <time dateTime={endsAt ?? undefined}>{until}</time>
        </li>
      )}
    </ul>
  )
}
