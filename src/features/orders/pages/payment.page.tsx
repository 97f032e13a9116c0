import { definePage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'
import { startPayment } from '../actions/start-payment.ts'
import { afterPayment } from '../after-payment.ts'

/**
 * Starts or resumes the payment of an order and redirects to the provider; displayed only if that is not possible.
 */
export default definePage<{ order: string }>({
  name: 'payment',
  visibility: 'private',
  begins: true,
  query: [],
  styles: ['checkout', 'orders'],

  async load(ctx, { slug = '' }) {
    const started = await startPayment(ctx, { order: slug })
    if (started.ok) return { kind: 'redirect', to: afterPayment(ctx, slug, started.value), status: 303 }
    if (started.problem.name === 'unknown_order') return { kind: 'missing', status: 404 }
    if (started.problem.name === 'payment_unavailable')
      return { kind: 'page', data: { order: slug }, tags: [], status: 503 }
    return { kind: 'redirect', to: linksFor(ctx.shop.router, ctx.langPath).order(slug), status: 303 }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('payments.unavailable.title')} – ${shop.shop.name}`,
    description: t('payments.unavailable.text'),
    noindex: true,
  }),

  pageData: () => null,

  View({ data: { order }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="container">
        <EmptyState title={<h1>{t('payments.unavailable.title')}</h1>} text={t('payments.unavailable.text')}>
          <ButtonLink href={links.payment(order)} data-nav="off">
            {t('payments.unavailable.again')}
          </ButtonLink>
          <ButtonLink href={links.order(order)} look="quiet">
            {t('payments.unavailable.order')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  },
})
