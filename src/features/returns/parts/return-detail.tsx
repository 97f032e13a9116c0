import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import { Timeline } from '#ui/timeline.tsx'
import type { ReturnView } from '../contract.ts'
import { comesToSomething, ReturnBadges } from './return-badges.tsx'
import { ReturnNext } from './return-next.tsx'
import { CancelReturn } from './return-steps.tsx'

interface DetailProps {
  view: ReturnView
  /** The page itself: its forms come back to it. */
  here: string
  ctx: Ctx
}

/** A return: what happens next, what comes back, its history. */
export function ReturnDetail({ view, here, ctx }: DetailProps): ReactNode {
  const { t } = ctx
  return (
    <>
      <dl className="return-states">
        <ReturnBadges of={view} ctx={ctx} />
      </dl>
      <ReturnNext view={view} here={here} ctx={ctx} />
      <div className="return-columns">
        <div className="return-main">
          <Lines view={view} ctx={ctx} />
          <Told view={view} ctx={ctx} />
          <section className="return-section" aria-label={t('return.history')}>
            <h2>{t('return.history')}</h2>
            <Timeline
              label={t('return.history')}
              moments={view.moments.map(({ at, when, text, done }) => ({
                at,
                when,
                title: text,
                isComing: !done,
              }))}
            />
          </section>
        </div>
        <aside className="return-aside" aria-label={t('return.details')}>
          {comesToSomething(view.status) && <Sums view={view} ctx={ctx} />}
          <Facts view={view} ctx={ctx} />
          <CancelReturn view={view} here={here} ctx={ctx} />
        </aside>
      </div>
    </>
  )
}

interface ViewProps {
  view: ReturnView
  ctx: Pick<Ctx, 't'>
}

function Lines({ view, ctx: { t } }: ViewProps): ReactNode {
  return (
    <section className="return-section" aria-label={t('return.lines')}>
      <h2>{t('return.lines')}</h2>
      <ul className="return-lines">
        {view.lines.map((line) => (
          <li key={line.id} className="return-line">
            <div className="return-line-picture">
              {line.picture && (
                <Picture picture={{ ...line.picture, alt: '' }} sizes="4.5rem" from={96} to={320} />
              )}
            </div>
            <div className="return-line-words">
              {line.href === null ? (
                <p className="return-line-title">{line.title}</p>
              ) : (
                <a className="return-line-title" href={line.href}>
                  {line.title}
                </a>
              )}
              {line.choice !== '' && <p className="return-note">{line.choice}</p>}
              <p className="return-note">{unitsOf(line, t).join(' · ')}</p>
              {line.exchangeFor !== null && (
                <p className="return-note">{t('return.wanted', { title: wantedOf(line.exchangeFor) })}</p>
              )}
            </div>
            {comesToSomething(view.status) && <p className="return-line-amount">{line.amount}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function unitsOf({ quantity, approved, received }: ReturnView['lines'][number], t: Ctx['t']): string[] {
  return [
    approved === null || approved === quantity
      ? t('return.quantity', { count: quantity })
      : t('return.approved_of', { approved, count: quantity }),
    ...(received === null ? [] : [t('return.received_of', { received })]),
  ]
}

function wantedOf({ title, choice }: { title: string; choice: string }): string {
  return choice === '' ? title : `${title}, ${choice}`
}

/** What the shopper told the shop. */
function Told({ view, ctx: { t } }: ViewProps): ReactNode {
  if (view.description === '' && view.images.length === 0) return null
  return (
    <section className="return-section" aria-label={t('return.apply_description')}>
      <h2>{t('return.apply_description')}</h2>
      {view.description !== '' && <p className="return-quote">{view.description}</p>}
      {view.images.length > 0 && (
        <ul className="return-photos" aria-label={t('return.photos')}>
          {view.images.map((picture, index) => (
            <li key={index}>
              <Picture
                picture={{ ...picture, alt: t('return.photo', { n: index + 1 }) }}
                sizes="9rem"
                from={160}
                to={640}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Sums({ view, ctx: { t } }: ViewProps): ReactNode {
  const { sums, toPayment, toCredit, bonus, isByHand } = view
  const where = [
    ...(toPayment === null
      ? []
      : [{ label: t(isByHand ? 'return.to_account' : 'return.to_payment'), amount: toPayment }]),
    ...(toCredit === null ? [] : [{ label: t('return.to_credit'), amount: toCredit }]),
    ...(bonus === null ? [] : [{ label: t('return.bonus'), amount: bonus }]),
  ]
  const title = t(view.type === 'exchange' ? 'return.exchange' : 'return.refund')
  return (
    <section className="return-section" aria-label={title}>
      <h2>{title}</h2>
      <dl className="return-sums">
        {sums.map(({ label, amount, isTotal }, index) => (
          <div key={`${index} ${label}`} className={isTotal ? 'return-sum return-sum-total' : 'return-sum'}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {where.map(({ label, amount }) => (
          <div key={label} className="return-sum">
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Facts({ view, ctx: { t } }: ViewProps): ReactNode {
  const { order, typeText, reasonText, company, trackingNumber, trackingUrl, deliveredOn } = view
  return (
    <dl className="return-facts">
      <Fact name={t('return.order')}>
        <a href={order.href}>{order.slug}</a>
      </Fact>
      <Fact name={t('return.apply_type')}>{view.isWithdrawal ? t('return.withdrawal') : typeText}</Fact>
      {!view.isWithdrawal && <Fact name={t('return.reason')}>{reasonText}</Fact>}
      {company !== null && company !== '' && <Fact name={t('return.company')}>{company}</Fact>}
      {trackingNumber !== null && trackingNumber !== '' && (
        <Fact name={t('return.tracking_number')}>
          {trackingUrl === null ? (
            trackingNumber
          ) : (
            <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
              {trackingNumber}
            </a>
          )}
        </Fact>
      )}
      {deliveredOn !== null && <Fact name={t('return.delivery_time')}>{deliveredOn}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="return-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
