import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import type { OrderView } from '../contract.ts'
import { ReviewLink } from './review-link.tsx'

/** The lines, with the names they had when the order was placed. */
export function OrderLines({ view, ctx: { t } }: { view: OrderView; ctx: Pick<Ctx, 't'> }): ReactNode {
  const isPartly = view.deliveryStatus === 'partly_shipped'
  return (
    <section aria-label={t('order.lines')}>
      <h2>{t('order.lines')}</h2>
      <ul className="order-lines">
        {view.lines.map((line) => (
          <li key={line.id} className="order-line">
            <div className="order-line-picture">
              {line.picture && (
                <Picture picture={{ ...line.picture, alt: '' }} sizes="6rem" from={96} to={320} />
              )}
            </div>
            <div>
              {line.href === null ? (
                <p className="order-line-title">{line.title}</p>
              ) : (
                <a className="order-line-title" href={line.href}>
                  {line.title}
                </a>
              )}
              {line.choice !== '' && <p className="order-line-note">{line.choice}</p>}
              <p className="order-line-note">
                {t('order.quantity', { count: line.quantity })}
                {line.quantity > 1 && ` · ${t('order.each', { price: line.price })}`}
              </p>
              {line.reasons.map((reason) => (
                <p key={reason} className="order-line-note">
                  {reason}
                </p>
              ))}
              {isPartly && (
                <p className="order-line-note">
                  {t('order.line_shipped', { shipped: line.shipped, count: line.quantity })}
                </p>
              )}
              {line.withdrawn > 0 && (
                <p className="order-line-note">{t('order.line_withdrawn', { count: line.withdrawn })}</p>
              )}
              <ReviewLink review={line.review} t={t} />
            </div>
            <p className="order-line-total">{line.total}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
