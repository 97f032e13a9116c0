import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import type { ReturnView } from '../contract.ts'
import { SendParcel } from './return-steps.tsx'

interface NextProps {
  view: ReturnView
  here: string
  ctx: Ctx
}

/** What happens next and by when, and what the shopper can do for it. */
export function ReturnNext({ view, here, ctx }: NextProps): ReactNode {
  const { t } = ctx
  const { next, refusalReason, exchangeOrder, merchantAddress, may } = view
  // Where parcels go is of use until this one is there.
  const isOpen = view.status === 'pending_approval'
  const isAwaited = isOpen && view.deliveredOn === null
  return (
    <section className="return-panel" aria-label={t('return.next')}>
      <h2>{t('return.next')}</h2>
      {next !== '' && <p>{next}</p>}
      {view.asksAccount && <p>{t('return.by_hand')}</p>}
      {refusalReason !== null && refusalReason !== '' && (
        <div>
          <h3>{t('return.refusal')}</h3>
          <p className="return-quote">{refusalReason}</p>
        </div>
      )}
      {view.partReason !== null && (
        <div>
          <h3>{t('return.part_refusal')}</h3>
          <p className="return-quote">{view.partReason}</p>
        </div>
      )}
      {view.deduction !== null && <p>{view.deduction}</p>}
      {exchangeOrder !== null && <Exchanged view={view} exchange={exchangeOrder} ctx={ctx} />}
      {isAwaited && merchantAddress !== null && <Address view={view} address={merchantAddress} ctx={ctx} />}
      {may.sendParcel && <SendParcel view={view} here={here} ctx={ctx} />}
    </section>
  )
}

function Exchanged({
  view: { may },
  exchange: { slug, href, difference },
  ctx: { t, shop, langPath },
}: {
  view: ReturnView
  exchange: NonNullable<ReturnView['exchangeOrder']>
  ctx: Ctx
}): ReactNode {
  return (
    <div className="return-step">
      <h3>{t('return.exchange')}</h3>
      <p>
        <a href={href}>{t('return.exchange_order', { number: slug })}</a>
      </p>
      {difference !== null && may.payDifference && (
        <>
          <p>{t('return.exchange_pay', { amount: difference })}</p>
          <ButtonLink href={linksFor(shop.router, langPath).payment(slug)} data-nav="off">
            {t('return.pay_difference', { amount: difference })}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** Where the parcel goes to; on paper it is the slip that goes into it. */
function Address({
  view,
  address: { consignee, phone, lines },
  ctx: { t },
}: {
  view: ReturnView
  address: NonNullable<ReturnView['merchantAddress']>
  ctx: Ctx
}): ReactNode {
  return (
    <div className="return-step">
      <h3>{t('return.address')}</h3>
      <p>{t('return.address_text')}</p>
      {view.fee !== null && <p>{t('return.label', { fee: view.fee })}</p>}
      <dl className="return-address">
        <div>
          <dt>{t('return.consignee')}</dt>
          <dd>{consignee}</dd>
        </div>
        {phone !== '' && (
          <div>
            <dt>{t('return.phone')}</dt>
            <dd>{phone}</dd>
          </div>
        )}
        <div>
          <dt>{t('return.detailed_address')}</dt>
          <dd>
            {lines.map((line, index) => (
              <span key={index}>{line}</span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('return.number')}</dt>
          <dd>{view.slug}</dd>
        </div>
      </dl>
      <div className="return-ways return-scripts">
        <Button
          look="quiet"
          data-copy={[consignee, ...lines, phone].filter((line) => line !== '').join('\n')}
          data-copied={t('return.copied')}
          data-not-copied={t('return.not_copied')}
        >
          {t('return.copy')}
        </Button>
        <Button look="quiet" data-print="">
          {t('return.print')}
        </Button>
      </div>
    </div>
  )
}
