import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import type { ReturnSummary } from '../contract.ts'
import { comesToSomething, ReturnBadges } from './return-badges.tsx'

/** Pictures that have room beside each other on a phone. */
const mostPictures = 3

/** A return in the list: its number, products, refund, status and audit status. */
export function ReturnCard({
  summary,
  href,
  ctx: { t },
}: {
  summary: ReturnSummary
  href: string
  ctx: Pick<Ctx, 't'>
}): ReactNode {
  const { slug, appliedOn, status, lines, type, typeText, refundAmount, refundAmountText, next } = summary
  const [first] = lines
  const pictures = lines.flatMap(({ id, picture }) => (picture === null ? [] : [{ id, picture }]))
  return (
    <li className="return-card">
      <div className="return-card-head">
        <h2 className="return-card-title">
          <a href={href}>{t('return.detail_title', { number: slug })}</a>
        </h2>
        <p className="return-note">
          {typeText} · {t('return.applied_on', { date: appliedOn })}
        </p>
      </div>
      <div className="return-card-products">
        {pictures.length > 0 && (
          <div className="return-card-pictures" aria-hidden="true">
            {pictures.slice(0, mostPictures).map(({ id, picture }) => (
              <Picture key={id} picture={{ ...picture, alt: '' }} sizes="3.5rem" from={96} to={160} />
            ))}
          </div>
        )}
        <p>
          {first !== undefined && t('return.units', { title: first.title, count: first.quantity })}
          {lines.length > 1 && ` ${t('return.more_lines', { count: lines.length - 1 })}`}
        </p>
      </div>
      <dl className="return-card-facts">
        {comesToSomething(status) && (type !== 'exchange' || refundAmount > 0) && (
          <div>
            <dt>{t('return.refund_amount')}</dt>
            <dd className="return-card-amount">{refundAmountText}</dd>
          </div>
        )}
        <ReturnBadges of={summary} ctx={{ t }} />
      </dl>
      {next !== '' && <p className="return-note">{next}</p>}
    </li>
  )
}
