import type { ReactNode } from 'react'
import { Area, areaMeta, areaPage } from '#features/customer/parts/area.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import type { ReturnView } from '../contract.ts'
import { loadReturn, WatchedReturn, type ShownReturn } from '../parts/watched-return.tsx'

/** A return of the customer's. */
export default definePage<ShownReturn>({
  ...areaPage,
  query: [],
  styles: ['orders', 'account', 'area', 'returns'],

  async load(ctx, { slug = '' }): Promise<Loaded<ShownReturn>> {
    const shown = await loadReturn(ctx, slug)
    if (shown === null) return { kind: 'missing', status: 404 }
    const view = inArea(shown.view, ctx)
    return { kind: 'page', data: { ...shown, view }, tags: [] }
  },

  meta: ({ view }, ctx) => areaMeta(ctx.t('return.detail_title', { number: view.slug }), ctx),

  pageData: ({ view }) => ({ return: view.slug, version: view.version }),

  View({ data, ctx }): ReactNode {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { slug, appliedOn } = data.view
    return (
      <Area
        part="return"
        title={ctx.t('return.detail_title', { number: slug })}
        lead={ctx.t('return.applied_on', { date: appliedOn })}
        isWide
        ctx={ctx}
      >
        <WatchedReturn shown={data} here={links.userReturn(slug)} ctx={ctx} />
      </Area>
    )
  },
})

/** Its orders have pages beside it. */
function inArea(view: ReturnView, ctx: Ctx): ReturnView {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { order, exchangeOrder: made } = view
  return {
    ...view,
    order: { ...order, href: links.userOrder(order.slug) },
    exchangeOrder: made && { ...made, href: links.userOrder(made.slug) },
  }
}
