import type { ReactNode } from 'react'
import { seeCredit } from '#features/credit/actions/see.ts'
import type * as contract from '#features/credit/contract.ts'
import { currencyName } from '#i18n/intl.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Pagination } from '#ui/pagination.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, momentText, Section } from '../parts/area.tsx'

type Data = Output<typeof contract.seeCredit> & { page: number }

/** Store credit: what is left in each currency, and what came and went, page by page. */
export default definePage<Data>({
  ...areaPage,
  query: ['page'],

  async load(ctx, _params, query) {
    const asked = Number(query.get('page') ?? 1)
    const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1
    const answer = await seeCredit(ctx, { page })
    return answer.ok
      ? { kind: 'page', data: { ...answer.value, page }, tags: [] }
      : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.credit'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    const { balances, page, pages } = data
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <Area part="credit" title={t('user.menu.credit')} lead={t('user.credit.lead')} ctx={ctx}>
        <Section title={t('user.credit.balances')}>
          {balances.length === 0 ? (
            <p>{t('user.credit.none')}</p>
          ) : (
            <dl className="area-figures">
              {balances.map(({ currency, text }) => (
                <div key={currency}>
                  <dt>{currencyName(currency, ctx.lang)}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
        </Section>
        {data.total > 0 && (
          <Section title={t('user.credit.ledger')}>
            <Ledger entries={data.entries} ctx={ctx} />
          </Section>
        )}
        <Pagination
          page={page}
          pages={pages}
          hrefOf={(to) => `${links.user('credit')}${to === 1 ? '' : `?page=${to}`}`}
          texts={{
            label: t('user.credit.pages'),
            previous: t('user.activity.previous'),
            next: t('user.activity.next'),
            page: (to) => t('user.activity.page', { page: to }),
          }}
        />
      </Area>
    )
  },
})

function Ledger({ entries, ctx }: { entries: Data['entries']; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  if (entries.length === 0) return <p>{t('user.credit.empty')}</p>
  return (
    <ol className="area-rows">
      {entries.map(({ id, amountText, reason, order, balanceText, at }) => (
        <li key={id}>
          <div className="area-row-text">
            <strong>{reason}</strong>
            <span className="area-note">
              <time dateTime={at}>{momentText(at, ctx)}</time>
              {order !== null && (
                <>
                  {' · '}
                  <a href={links.userOrder(order)}>{t('user.credit.order', { number: order })}</a>
                </>
              )}
            </span>
          </div>
          <div className="area-row-amount">
            <strong>{amountText}</strong>
            {balanceText !== null && (
              <span className="area-note">{t('user.credit.after', { balance: balanceText })}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
