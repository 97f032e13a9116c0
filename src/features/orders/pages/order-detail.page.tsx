import type { ReactNode } from 'react'
import { showWithReturns, type OrderReturns } from '#features/returns/parts/order-returns.ts'
import { openByKey } from '#features/session/rules/opened.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { tidyNumber } from '../rules/number.ts'
import { showOrder } from '../actions/show.ts'
import type { OrderView } from '../contract.ts'
import { OrderBody, OrderState, OrderWatch } from '../parts/order-body.tsx'

interface Data {
  view: OrderView
  watchKey: string
  returns: OrderReturns
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
        // Whose order it is needs no key: an old one leads there as well.
        to:
          opened === null && (await showOrder(ctx, number)) === null
            ? `${links.orderLookup()}?stale=1`
            : links.order(number),
        status: 303,
      }
    }
    const shown = await showWithReturns(ctx, number)
    // An order of somebody else and an unknown one look the same; for both, a link can be mailed.
    if (shown === null) return { kind: 'redirect', to: `${links.orderLookup()}?unknown=1`, status: 303 }
    return { kind: 'page', data: shown, tags: [] }
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
        <OrderWatch view={view} />
        <header className="order-head">
          <h1>{t('order.title', { number: view.slug })}</h1>
          <OrderState view={view} ctx={ctx} />
        </header>
        <Message ctx={ctx} />
        <OrderBody view={view} returns={returns} ctx={ctx} />
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
