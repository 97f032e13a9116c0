import type { ReactNode } from 'react'
import { Area, areaMeta, areaPage } from '#features/customer/parts/area.tsx'
import type { OrderView } from '#features/orders/contract.ts'
import { OrderBody, OrderState, OrderWatch } from '#features/orders/parts/order-body.tsx'
import { tidyNumber } from '#features/orders/rules/number.ts'
import { showWithReturns, type OrderReturns } from '#features/returns/parts/order-returns.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'

interface Data {
  view: OrderView
  watchKey: string
  returns: OrderReturns
}

/** An order of the customer's in the account area: what guests see by their link, beside the menu. */
export default definePage<Data>({
  ...areaPage,
  styles: ['checkout', 'orders', 'account', 'area'],
  query: [],

  async load(ctx, { slug = '' }) {
    const number = tidyNumber(slug)
    const shown = await showWithReturns(ctx, number)
    if (shown === null) return { kind: 'missing', status: 404 }
    const { view, watchKey, returns } = shown
    // Its forms lead back here, and its returns have pages in the account area.
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const own = {
      ...returns,
      returns: returns.returns.map((one) => ({ ...one, href: links.userReturn(one.slug) })),
    }
    const data = { view: { ...view, href: links.userOrder(number) }, watchKey, returns: own }
    return { kind: 'page', data, tags: [] }
  },

  meta: ({ view }, ctx) => areaMeta(ctx.t('order.title', { number: view.slug }), ctx),

  pageData: ({ view }) => ({ order: view.slug, version: view.version }),

  View({ data: { view, watchKey, returns }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <Area part="order" title={t('order.title', { number: view.slug })} isWide ctx={ctx}>
        <div className="order-page order-page-own" data-live-key={watchKey}>
          <OrderWatch view={view} />
          <OrderState view={view} ctx={ctx} />
          <OrderBody view={view} returns={returns} ctx={ctx} />
          <p>
            <a href={links.userOrders()}>{t('order.list.back')}</a>
          </p>
        </div>
      </Area>
    )
  },
})
