import type { ReactNode } from 'react'
import type { OrderReturns } from '#features/returns/parts/order-returns.ts'
import { ReturnLinks } from '#features/returns/parts/return-links.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { StepBar } from '#ui/step-bar.tsx'
import { Timeline } from '#ui/timeline.tsx'
import type { OrderView } from '../contract.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderFacts, OrderSums } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderParcels } from './order-parcels.tsx'

interface BodyProps {
  view: OrderView
  /** Null where nothing of it can be returned, now or later. */
  returns: OrderReturns | null
  ctx: Ctx
}

/** An order, below its title: the same for a guest and in the account area. */
export function OrderBody({ view, returns, ctx }: BodyProps): ReactNode {
  const { t } = ctx
  return (
    <>
      <OrderPanel view={view} ctx={ctx} />
      {view.status !== 'cancelled' && !view.isStopped && (
        <StepBar
          steps={stepsOf(ctx)}
          at={stepAt(view)}
          label={t('order.steps')}
          done={t('order.step.done')}
        />
      )}
      <div className="order-columns">
        <div className="order-main">
          <OrderLines view={view} ctx={ctx} />
          <OrderParcels view={view} ctx={ctx} />
          <section aria-label={t('order.history')}>
            <h2>{t('order.history')}</h2>
            <Timeline
              label={t('order.history')}
              moments={view.moments.map(({ at, when, text, done }) => ({
                at,
                when,
                title: text,
                isComing: !done,
              }))}
            />
          </section>
        </div>
        <aside className="order-aside" aria-label={t('order.details')}>
          <OrderSums view={view} ctx={ctx} />
          <OrderActions view={view} mayWithdraw={returns?.mayWithdraw ?? false} ctx={ctx} />
          {returns !== null && (
            <ReturnLinks
              view={returns}
              endsElsewhere={view.may.cancel || view.may.requestCancellation}
              ctx={ctx}
            />
          )}
          <OrderFacts view={view} ctx={ctx} />
        </aside>
      </div>
    </>
  )
}

/** Follows the order by the key that an element around it carries as `data-live-key`. */
export function OrderWatch({ view }: { view: OrderView }): ReactNode {
  return (
    <Island
      name="order-watch"
      k="order-watch"
      on="load"
      props={{ order: view.slug, waits: view.payment?.state === 'deciding' }}
    />
  )
}

/** Its state, in a few words. */
export function OrderState({ view, ctx: { t } }: { view: OrderView; ctx: Pick<Ctx, 't'> }): ReactNode {
  return (
    <p className="order-head-line">
      <OrderBadges order={view} />
      <span>{t('order.placed_on', { date: view.placedOn })}</span>
    </p>
  )
}

function stepsOf({ t }: Ctx): { name: string }[] {
  return [
    { name: t('order.step.placed') },
    { name: t('order.step.paid') },
    { name: t('order.step.shipped') },
    { name: t('order.step.delivered') },
  ]
}

/** The next step. Cash on delivery is sent before it is paid; what became dearer is to be paid again. */
function stepAt({ status, payStatus, due, deliveryStatus }: OrderView): number {
  if (status === 'completed' || deliveryStatus === 'delivered') return payStatus === 'paid' ? 4 : 1
  if (payStatus === 'unpaid' || due !== null) return 1
  return deliveryStatus === 'shipped' ? 3 : 2
}
