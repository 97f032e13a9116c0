import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { OrderView } from '../contract.ts'

/** The parcels with their contents and tracking links. */
export function OrderParcels({ view, ctx: { t } }: { view: OrderView; ctx: Pick<Ctx, 't'> }): ReactNode {
  if (view.parcels.length === 0) return null
  return (
    <section aria-label={t('order.parcels')}>
      <h2>{t('order.parcels')}</h2>
      <ul className="order-parcels">
        {view.parcels.map((parcel) => (
          <li
            key={`${parcel.carrier} ${parcel.trackingNumber} ${parcel.contents.join()}`}
            className="order-parcel"
          >
            <p className="order-parcel-name">{parcel.carrier}</p>
            <p className="order-line-note">
              {parcel.deliveredOn === null
                ? t('order.parcel_sent', { date: parcel.shippedOn })
                : t('order.parcel_arrived', { date: parcel.deliveredOn })}
            </p>
            <p className="order-line-note">{parcel.contents.join(' · ')}</p>
            {parcel.trackingUrl !== null ? (
              <a href={parcel.trackingUrl} target="_blank" rel="noopener noreferrer">
                {t('order.track', { number: parcel.trackingNumber })}
              </a>
            ) : (
              parcel.trackingNumber !== '' && (
                <p>{t('order.tracking_number', { number: parcel.trackingNumber })}</p>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
