import type { ReactNode } from 'react'
import { askQuestion as askCheck } from '#features/verify/actions/create.ts'
import type { Issued } from '#features/verify/contract.ts'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { linksFor } from '#wire/links.ts'
import { proposedName, showAskable } from '../actions/browse.ts'
import { QuestionForm } from '../parts/question-form.tsx'

interface Data {
  product: { id: number; slug: string; title: string }
  /** Of the security check. */
  check: Issued | null
  /** The name that is proposed; `` for none. */
  displayName: string
}

/** Where a question about a product is asked. It says afterwards what happens to it. */
export default definePage<Data>({
  name: 'question-ask',
  visibility: 'private',
  query: ['product'],
  // The security check is styled with signing in.
  styles: ['account', 'reviews'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const slug = ctx.visitor.posted?.values['product']?.[0] ?? query.get('product') ?? ''
    const product = ctx.shop.shop.reviews.questions ? await showAskable(ctx, slug) : null
    if (product === null) return { kind: 'missing', status: 404 }
    const isRefused = ctx.visitor.posted?.errors['verifyAnswer'] !== undefined
    const check = isRefused ? await askCheck(ctx) : null
    return { kind: 'page', data: { product, check, displayName: await proposedName(ctx) }, tags: [] }
  },

  meta: ({ product }, ctx): PageHead => ({
    title: `${ctx.t('question.form.title', { product: product.title })} – ${ctx.shop.shop.name}`,
    description: ctx.t('question.form.lead'),
    noindex: true,
  }),

  pageData: ({ product }) => ({ product: product.slug }),

  View({ data: { product, check, displayName }, ctx }): ReactNode {
    const { t } = ctx
    const title = t('question.form.title', { product: product.title })
    return (
      <div className="question-page container container-xl">
        <Breadcrumbs trail={trailTo(product, ctx)} here={t('question.ask')} label={t('question.trail')} />
        <header>
          <h1>{title}</h1>
          <p className="muted">{t('question.form.lead')}</p>
        </header>
        <QuestionForm product={product.slug} displayName={displayName} check={check} ctx={ctx} />
      </div>
    )
  },
})

function trailTo(product: Data['product'], { t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('question.home'), href: links.home() },
    { name: product.title, href: links.product(product.slug) },
  ]
}
