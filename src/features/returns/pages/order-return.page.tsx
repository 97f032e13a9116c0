import type { ReactNode } from 'react'
import { tidyNumber } from '#features/orders/rules/number.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { returnOptions } from '../actions/options.ts'
import type { ReturnOptions } from '../contract.ts'
import { beginApplication, type Application } from '../parts/application.ts'
import { ReturnForm } from '../parts/return-form.tsx'
import { Withdrawal } from '../parts/withdrawal.tsx'

/** What the shopper came for. */
type Way = 'return' | 'problem' | 'withdraw'

interface Data {
  options: ReturnOptions
  way: Way
  /** Null where the page is about the withdrawal. */
  application: Application | null
}

/** Asks for a return of an order's items, reports a problem with them, or withdraws from the purchase. */
export default definePage<Data>({
  name: 'order-return',
  visibility: 'private',
  query: ['way'],
  styles: ['content', 'orders', 'returns'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data>> {
    const found = await returnOptions(ctx, { order: tidyNumber(slug) })
    // An order of somebody else and an unknown one look the same; for both, a link can be mailed.
    if (!found.ok) {
      const to = `${linksFor(ctx.shop.router, ctx.langPath).orderLookup()}?unknown=1`
      return { kind: 'redirect', to, status: 303 }
    }
    const way = wayOf(query.get('way') ?? ctx.visitor.posted?.values['way']?.[0])
    const application =
      way === 'withdraw' ? null : await beginApplication(ctx, found.value, way === 'problem')
    return { kind: 'page', data: { options: found.value, way, application }, tags: [] }
  },

  meta: ({ way }, { t, shop }) => ({
    title: `${t(titles[way])} – ${shop.shop.name}`,
    description: t('return.apply.meta'),
    noindex: true,
  }),

  pageData: ({ options }) => ({ order: options.order.slug }),

  View({ data: { options, way, application }, ctx }): ReactNode {
    const { t } = ctx
    const { order } = options
    return (
      <div className="return-page container container-xl">
        <header className="return-head">
          <h1>{t(titles[way])}</h1>
          <p className="return-note">
            <a href={order.href} data-page="order">
              {t('return.apply.order', { number: order.slug, date: order.placedOn })}
            </a>
          </p>
        </header>
        {application === null ? (
          <Withdrawal options={options} ctx={ctx} />
        ) : (
          <ReturnForm options={options} application={application} isProblem={way === 'problem'} ctx={ctx} />
        )}
      </div>
    )
  },
})

function wayOf(word: string | undefined): Way {
  return word === 'problem' || word === 'withdraw' ? word : 'return'
}

const titles = {
  return: 'return.apply.title',
  problem: 'return.apply.problem_title',
  withdraw: 'return.withdraw.title',
} as const satisfies Record<Way, Parameters<Ctx['t']>[0]>
