import type { ReactNode } from 'react'
import { myCoupons } from '#features/promotions/actions/claim.ts'
import { walletStates, type WalletState } from '#features/promotions/contract.ts'
import type * as contract from '#features/promotions/contract.ts'
import { definePage } from '#platform/server/pages/page.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage } from '../parts/area.tsx'

type Data = Output<typeof contract.myCoupons> & { state: WalletState }

/** The coupons that the customer has claimed. */
export default definePage<Data>({
  ...areaPage,
  query: ['state'],

  async load(ctx, _params, query) {
    const state = walletStates.find((one) => one === query.get('state')) ?? 'usable'
    const answer = await myCoupons(ctx, { state })
    return answer.ok
      ? { kind: 'page', data: { ...answer.value, state }, tags: [] }
      : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.coupon'), ctx),

  pageData: () => null,

  View({ data: { state, counts, coupons }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const here = links.user('coupon')
    return (
      <Area part="coupon" title={t('user.menu.coupon')} lead={t('user.coupon.lead')} ctx={ctx}>
        <nav aria-label={t('user.coupon.states')} className="area-tabs">
          {walletStates.map((one) => (
            <a
              key={one}
              href={one === 'usable' ? here : `${here}?state=${one}`}
              aria-current={one === state ? 'page' : undefined}
            >
              {t(names[one])} <span>{counts[one]}</span>
            </a>
          ))}
        </nav>
        {coupons.length === 0 ? (
          <p>{t('user.coupon.empty')}</p>
        ) : (
          <ul className="area-rows">
            {coupons.map(({ slug, href, name, benefit, conditions, until, code }) => (
              <li key={slug}>
                <div className="area-row-text">
                  <strong>{state === 'usable' ? <a href={href}>{name}</a> : name}</strong>
                  <span>{benefit.join(' · ')}</span>
                  <span className="area-note">
                    {[...conditions, ...(until === null ? [] : [until])].join(' · ')}
                  </span>
                </div>
                <code translate="no">{code}</code>
              </li>
            ))}
          </ul>
        )}
        <a href={links.coupons()}>{t('user.coupon.find')}</a>
      </Area>
    )
  },
})

const names = {
  usable: 'user.coupon.usable',
  used: 'user.coupon.used',
  expired: 'user.coupon.expired',
} as const
