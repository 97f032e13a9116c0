import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Area, areaMeta, areaPage } from '#features/customer/parts/area.tsx'
import { Island } from '#platform/server/pages/render.tsx'
import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { listReturns } from '../actions/show.ts'
import { returnStatuses, type listReturns as contract } from '../contract.ts'
import { ReturnCard } from '../parts/return-card.tsx'

type Status = (typeof returnStatuses)[number]
type Data = Output<typeof contract> & { status: Status | null }

/** The customer's returns, by status, page by page. */
export default definePage<Data>({
  ...areaPage,
  query: ['status', 'page'],
  styles: ['orders', 'account', 'area', 'returns'],

  async load(ctx, _params, query) {
    const status = returnStatuses.find((one) => one === query.get('status')) ?? null
    const asked = Number(query.get('page') ?? 1)
    const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, 1_000) : 1
    const found = await listReturns(ctx, { order: null, status, page })
    if (!found.ok) return { kind: 'missing', status: 404 }
    const { pages } = found.value
    if (page > pages) return { kind: 'redirect', to: hrefOf(ctx, status, pages), status: 302 }
    return { kind: 'page', data: { ...found.value, status }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('return.title'), ctx),

  pageData: () => null,

  View({ data: { returns, page, pages, status }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <Area part="return" title={t('return.title')} lead={t('return.lead')} isWide ctx={ctx}>
        <Island name="order-watch" k="order-watch" on="load" props={{ order: '', waits: false }} />
        <nav aria-label={t('return.filter')} className="area-tabs">
          {[null, ...returnStatuses].map((one) => (
            <a key={one} href={hrefOf(ctx, one)} aria-current={one === status ? 'page' : undefined}>
              {one === null ? t('return.filter.all') : t(`return.status.${one}`)}
            </a>
          ))}
        </nav>
        {returns.length === 0 ? (
          <EmptyState
            title={<h2>{t('return.empty')}</h2>}
            text={t(status === null ? 'return.empty_text' : 'return.empty_filter')}
          >
            {status === null && (
              <ButtonLink href={links.userOrders()} look="quiet">
                {t('return.to_orders')}
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <ul className="return-cards">
            {returns.map((summary) => (
              <ReturnCard
                key={summary.slug}
                summary={summary}
                href={links.userReturn(summary.slug)}
                ctx={ctx}
              />
            ))}
          </ul>
        )}
        <Pagination
          page={page}
          pages={pages}
          hrefOf={(to) => hrefOf(ctx, status, to)}
          texts={{
            label: t('return.pages'),
            previous: t('return.previous'),
            next: t('return.next_page'),
            page: (to) => t('return.page', { page: to }),
          }}
        />
      </Area>
    )
  },
})

function hrefOf({ shop, langPath }: Ctx, status: Status | null, page = 1): string {
  const here = linksFor(shop.router, langPath).user('return')
  const query = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return query.size === 0 ? here : `${here}?${query}`
}
