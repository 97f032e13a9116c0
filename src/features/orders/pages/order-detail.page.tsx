import type { ReactNode } from 'react'
import { orderReturns, type OrderReturns } from '#features/returns/parts/order-returns.ts'
import { ReturnLinks } from '#features/returns/parts/return-links.tsx'
import { openByKey } from '#features/session/rules/opened.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Badge, type BadgeKind } from '#ui/badge.tsx'
import { StepBar } from '#ui/step-bar.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { linksFor } from '#wire/links.ts'
import { tidyNumber } from '../rules/number.ts'
import { showOrder } from '../actions/show.ts'
import type { OrderView } from '../contract.ts'
import { OrderActions } from '../parts/order-actions.tsx'
import { OrderLines } from '../parts/order-lines.tsx'
import { isStopped, OrderPanel } from '../parts/order-panel.tsx'
import { OrderParcels } from '../parts/order-parcels.tsx'
import { OrderFacts, OrderSums } from '../parts/order-facts.tsx'

interface Data {
  view: OrderView
  watchKey: string
  returns: OrderReturns | null
}

export default definePage<Data>({
  name: 'order',
  visibility: 'private',
  query: ['key'],
  styles: ['checkout', 'orders'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data>> {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const number = tidyNumber(slug)
    const key = query.get('key')
    // The key moves into a cookie: a URL is shared, and ends up in logs.
    if (key !== null) {
      const opened = await openByKey(ctx, key)
      return {
        kind: 'redirect',
        to: opened === null ? `${links.orderLookup()}?stale=1` : links.order(number),
        status: 303,
      }
    }
    const [shown, returns] = await Promise.all([showOrder(ctx, number), orderReturns(ctx, number)])
    // An order of somebody else and an unknown one look the same; for both, a link can be mailed.
    if (shown === null) return { kind: 'redirect', to: `${links.orderLookup()}?unknown=1`, status: 303 }
    return { kind: 'page', data: { ...shown, returns }, tags: [] }
  },

  meta: ({ view }, { t, shop }) => ({
    title: `${t('order.title', { number: view.slug })} – ${shop.shop.name}`,
    description: t('order.description'),
    noindex: true,
  }),

  pageData: ({ view }) => ({ order: view.slug, version: view.version }),

  View({ data: { view, watchKey, returns }, ctx }): ReactNode {
    const { t } = ctx
    return (
      <div className="order-page container container-xl" data-live-key={watchKey}>
        <Island
          name="order-watch"
          k="order-watch"
          on="load"
          props={{ order: view.slug, waits: view.payment?.state === 'deciding' }}
        />
        <header className="order-head">
          <h1>{t('order.title', { number: view.slug })}</h1>
          <p className="order-head-line">
            <Badge kind={badgeOf(view)}>{view.statusText}</Badge>
            {view.refundStatusText !== null && <Badge kind="warning">{view.refundStatusText}</Badge>}
            <span>{t('order.placed_on', { date: view.placedOn })}</span>
          </p>
        </header>
        <Message ctx={ctx} />
        <OrderPanel view={view} ctx={ctx} />
        {view.status !== 'cancelled' && !isStopped(view) && (
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
            <OrderActions view={view} ctx={ctx} />
            {returns !== null && <ReturnLinks view={returns} ctx={ctx} />}
            <OrderFacts view={view} ctx={ctx} />
          </aside>
        </div>
      </div>
    )
  },
})

/** The message of the last post without scripts. */
function Message({ ctx: { visitor } }: { ctx: Ctx }): ReactNode {
  const text = visitor.posted?.text ?? visitor.notice?.text
  if (text === undefined) return null
  const isRefused = visitor.posted !== null || visitor.notice?.kind === 'refused'
  return (
    <p
      className={isRefused ? 'order-message order-message-refused' : 'order-message'}
      role={isRefused ? 'alert' : 'status'}
    >
      {text}
    </p>
  )
}

function badgeOf({ status, payStatus }: OrderView): BadgeKind {
  switch (status) {
    case 'completed':
      return 'success'
    case 'cancelled':
      return 'error'
    case 'pending_cancellation':
      return 'warning'
    case 'in_progress':
      return payStatus === 'paid' ? 'info' : 'warning'
  }
}

function stepsOf({ t }: Ctx): { name: string }[] {
  return [
    { name: t('order.step.placed') },
    { name: t('order.step.paid') },
    { name: t('order.step.shipped') },
    { name: t('order.step.delivered') },
  ]
}

/** The next step. Cash on delivery is sent before it is paid. */
function stepAt({ status, payStatus, deliveryStatus }: OrderView): number {
  if (status === 'completed' || deliveryStatus === 'delivered') return payStatus === 'paid' ? 4 : 1
  if (payStatus === 'unpaid') return 1
  return deliveryStatus === 'shipped' ? 3 : 2
}
