import type { ReactNode } from 'react'
import { findCustomer } from '#features/account/queries/customers.ts'
import { formatDate, formatMoney } from '#i18n/format.ts'
import { currencyName } from '#i18n/intl.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { statistics } from '../actions/statistics.ts'
import type * as contract from '../contract/user.ts'
import { listUnpaid, type UnpaidOrder } from '../queries/statistics.ts'
import { Area, areaMeta, areaPage, momentText, Section } from '../parts/area.tsx'

/** Unpaid orders that are named; more are counted. */
const mostNamed = 5

interface Data {
  name: string
  figures: Output<typeof contract.statistics>
  unpaid: UnpaidOrder[]
}

export default definePage<Data>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const { customer } = (await ctx.who()).session!
    const [row, figures, unpaid] = await Promise.all([
      findCustomer(ctx.db, customer),
      statistics(ctx, {}),
      listUnpaid(ctx.db, customer, mostNamed),
    ])
    if (row === null || !figures.ok) return { kind: 'missing', status: 404 }
    const name = row.nickname || row.firstName
    return { kind: 'page', data: { name, figures: figures.value, unpaid }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.center'), ctx),

  pageData: () => null,

  View({ data: { name, figures, unpaid }, ctx }): ReactNode {
    const { t } = ctx
    const title = name === '' ? t('user.menu.center') : t('user.hello', { name })
    return (
      <Area part="center" title={title} ctx={ctx}>
        <Island name="order-watch" k="order-watch" on="load" props={{ order: '', waits: false }} />
        {unpaid.length > 0 && <Unpaid count={figures.unpaidOrders} orders={unpaid} ctx={ctx} />}
        <Section title={t('user.figures')}>
          <Figures figures={figures} ctx={ctx} />
        </Section>
      </Area>
    )
  },
})

function Unpaid({ count, orders, ctx }: { count: number; orders: UnpaidOrder[]; ctx: Ctx }): ReactNode {
  const { t, lang, shop } = ctx
  const links = linksFor(shop.router, ctx.langPath)
  return (
    <section className="area-unpaid">
      <div className="area-unpaid-head">
        <h2>{t('user.unpaid', { count })}</h2>
        <ButtonLink href={links.userOrders({ payStatus: 'unpaid' })}>{t('user.to_payment')}</ButtonLink>
      </div>
      <ul className="area-rows">
        {orders.map(({ number, currency, toPay, placedAt }) => (
          <li key={number}>
            <span className="area-row-text">
              <a href={links.userOrder(number)}>{t('user.unpaid_order', { number })}</a>
              <span className="area-note">
                {t('user.unpaid_placed', {
                  amount: formatMoney(toPay, currency, lang),
                  date: formatDate(placedAt, lang, shop.shop.delivery?.timeZone),
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {count > orders.length && (
        <p className="area-note">{t('user.unpaid_more', { count: count - orders.length })}</p>
      )}
    </section>
  )
}

function Figures({ figures, ctx }: { figures: Data['figures']; ctx: Ctx }): ReactNode {
  const { t, lang } = ctx
  const { currency, otherCurrencies, lastSignIn } = figures
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const money = (amount: number): string => formatMoney(amount, currency, lang)
  return (
    <>
      <dl className="area-figures">
        <Figure name={t('user.credit')}>
          <a href={links.user('credit')}>{money(figures.credit)}</a>
        </Figure>
        <Figure name={t('user.spending')}>
          <a href={links.userOrders()}>{money(figures.spending)}</a>
        </Figure>
        <Figure name={t('user.payment')}>
          <a href={links.userOrders({ payStatus: 'paid' })}>{money(figures.payment)}</a>
        </Figure>
        <Figure name={t('user.unpaid_figure')}>
          <a href={links.userOrders({ payStatus: 'unpaid' })}>{figures.unpaidOrders}</a>
        </Figure>
        <Figure name={t('user.orders')}>
          <a href={links.userOrders()}>{figures.orders}</a>
        </Figure>
        <Figure name={t('user.last_login')} isWide>
          {lastSignIn === null ? t('user.first_login') : momentText(lastSignIn, ctx)}
        </Figure>
      </dl>
      {otherCurrencies.length > 0 && (
        <p className="area-note">
          {t('user.other_currencies', {
            currency: currencyName(currency, lang),
            others: new Intl.ListFormat(lang).format(otherCurrencies.map((code) => currencyName(code, lang))),
          })}
        </p>
      )}
    </>
  )
}

function Figure({
  name,
  isWide = false,
  children,
}: {
  name: string
  isWide?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div className={isWide ? 'area-figures-wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
