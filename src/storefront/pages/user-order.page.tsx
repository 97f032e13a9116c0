import type { ReactNode } from 'react'
import { Area, areaMeta, areaPage } from '#features/customer/parts/area.tsx'
import { listOrders } from '#features/orders/actions/list.ts'
import type * as contract from '#features/orders/contract.ts'
import type { OrderCounts } from '#features/orders/contract.ts'
import { OrderList } from '#features/orders/parts/order-list.tsx'
import { readListFilter, type ListFilter } from '#features/orders/rules/list-filter.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'

interface Data {
  list: Output<typeof contract.listOrders>
  filter: ListFilter
}

/** A customer's orders: filters are links, the search is a form, and both work without scripts. */
export default definePage<Data>({
  ...areaPage,
  styles: ['orders', 'account', 'area'],
  query: ['status', 'payStatus', 'q', 'page'],

  async load(ctx, _params, query) {
    const filter = readListFilter(query)
    const answer = await listOrders(ctx, filter)
    if (!answer.ok) return { kind: 'missing', status: 404 }
    const list = answer.value
    if (filter.page > list.pages) {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      return { kind: 'redirect', to: links.userOrders({ ...filter, page: list.pages }), status: 302 }
    }
    return { kind: 'page', data: { list, filter }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.order'), ctx),

  pageData: ({ list: { total, counts } }) => ({ total, unpaid: counts.payStatus.unpaid }),

  View({ data: { list, filter }, ctx }): ReactNode {
    const { t } = ctx
    const { orders, counts, page, pages } = list
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <Area part="order" title={t('user.menu.order')} isWide ctx={ctx}>
        <div className="order-list-page">
          <Island name="order-watch" k="order-watch" on="load" props={{ order: '', waits: false }} />
          {counts.total > 0 && <Filters counts={counts} filter={filter} ctx={ctx} />}
          {counts.total > 0 && <Search filter={filter} ctx={ctx} />}
          {filter.q !== '' && orders.length > 0 && (
            <p role="status">{t('order.list.found', { count: list.total, q: filter.q })}</p>
          )}
          {orders.length === 0 ? (
            <Nothing hasOrders={counts.total > 0} filter={filter} ctx={ctx} />
          ) : (
            <OrderList orders={orders} ctx={ctx} />
          )}
          <Pagination
            page={page}
            pages={pages}
            hrefOf={(to) => links.userOrders({ ...filter, page: to })}
            texts={{
              label: t('order.list.pages'),
              previous: t('user.activity.previous'),
              next: t('user.activity.next'),
              page: (to) => t('user.activity.page', { page: to }),
            }}
          />
        </div>
      </Area>
    )
  },
})

interface Tab {
  text: string
  count: number
  status: ListFilter['status']
  payStatus: ListFilter['payStatus']
}

function Filters({ counts, filter, ctx }: { counts: OrderCounts; filter: ListFilter; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const isHere = ({ status, payStatus }: Tab): boolean =>
    status === filter.status && payStatus === filter.payStatus
  const ofStatus = (status: keyof OrderCounts['status']): Tab => ({
    text: t(`order.status.${status}`),
    count: counts.status[status],
    status,
    payStatus: null,
  })
  const tabs: Tab[] = [
    { text: t('order.list.all'), count: counts.total, status: null, payStatus: null },
    { text: t('order.list.unpaid'), count: counts.payStatus.unpaid, status: null, payStatus: 'unpaid' },
    ofStatus('in_progress'),
    ofStatus('pending_cancellation'),
    ofStatus('completed'),
    ofStatus('cancelled'),
  ]
  return (
    <nav aria-label={t('order.list.filters')} className="area-tabs">
      {tabs
        .filter((tab) => tab.count > 0 || tab.status === null || isHere(tab))
        .map((tab) => (
          <a
            key={tab.text}
            href={links.userOrders({ status: tab.status, payStatus: tab.payStatus })}
            aria-current={isHere(tab) ? 'page' : undefined}
          >
            {tab.text} <span>{tab.count}</span>
          </a>
        ))}
    </nav>
  )
}

function Search({ filter, ctx }: { filter: ListFilter; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <form className="order-search" role="search" action={links.userOrders()} method="get">
      {filter.status !== null && <input type="hidden" name="status" value={filter.status} />}
      {filter.payStatus !== null && <input type="hidden" name="payStatus" value={filter.payStatus} />}
      <Field
        id="order-q"
        name="q"
        type="search"
        label={t('order.list.search')}
        maxLength={80}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={filter.q}
      />
      <Button type="submit" look="quiet">
        {t('order.list.search_button')}
      </Button>
    </form>
  )
}

function Nothing({
  hasOrders,
  filter,
  ctx,
}: {
  hasOrders: boolean
  filter: ListFilter
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (!hasOrders)
    return (
      <EmptyState title={<h2>{t('order.list.empty')}</h2>} text={t('order.list.empty_text')}>
        <ButtonLink href={links.home()}>{t('order.list.to_shop')}</ButtonLink>
        <ButtonLink href={links.orderLookup()} look="quiet">
          {t('order.lookup.title')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState
      title={<h2>{t('order.list.empty')}</h2>}
      text={filter.q === '' ? t('order.list.none_here') : t('order.list.none_found', { q: filter.q })}
    >
      <ButtonLink href={links.userOrders()} look="quiet">
        {t('order.list.show_all')}
      </ButtonLink>
    </EmptyState>
  )
}
