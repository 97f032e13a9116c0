import { definePage } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { returnFromProvider } from '../actions/start-payment.ts'
import { afterPayment } from '../after-payment.ts'

/** The page to which the provider sends the shopper back: it polls the result and redirects. */
export default definePage<null>({
  name: 'payment',
  visibility: 'private',
  query: [],
  styles: ['checkout', 'orders'],

  async load(ctx, { slug = '' }) {
    const view = await returnFromProvider(ctx, slug)
    if (!view.ok) return { kind: 'missing', status: 404 }
    const isOpen = view.value.state === 'open'
    const to = isOpen
      ? linksFor(ctx.shop.router, ctx.langPath).order(slug)
      : afterPayment(ctx, slug, view.value)
    return { kind: 'redirect', to, status: 303 }
  },

  meta: () => ({ title: '', description: '', noindex: true }),
  pageData: () => null,
  View: () => null,
})
