import type { ReactNode } from 'react'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { linksFor } from '#wire/links.ts'
import { showAskable } from '../actions/browse.ts'
import { mostContent, mostName } from '../contract.ts'

interface Data {
  product: { id: number; slug: string; title: string }
}

/** Where a question about a product is asked. It says afterwards what happens to it. */
export default definePage<Data>({
  name: 'question-ask',
  visibility: 'private',
  query: ['product'],
  styles: ['reviews'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const slug = ctx.visitor.posted?.values['product']?.[0] ?? query.get('product') ?? ''
    const product = ctx.shop.shop.reviews.questions ? await showAskable(ctx, slug) : null
    if (product === null) return { kind: 'missing', status: 404 }
    return { kind: 'page', data: { product }, tags: [] }
  },

  meta: ({ product }, ctx): PageHead => ({
    title: `${ctx.t('question.form.title', { product: product.title })} – ${ctx.shop.shop.name}`,
    description: ctx.t('question.form.lead'),
    noindex: true,
  }),

  pageData: ({ product }) => ({ product: product.slug }),

  View({ data: { product }, ctx }): ReactNode {
    const { t, visitor } = ctx
    const { posted, notice } = visitor
    const errors = posted?.errors ?? {}
    const typed = (name: string): string => posted?.values[name]?.[0] ?? ''
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('question.form.title', { product: product.title })
    return (
      <div className="question-page container">
        <Breadcrumbs trail={trailTo(product, ctx)} here={t('question.ask')} label={t('question.trail')} />
        <header>
          <h1>{title}</h1>
          <p className="muted">{t('question.form.lead')}</p>
        </header>
        {notice !== null && <p role={notice.kind === 'refused' ? 'alert' : 'status'}>{notice.text}</p>}
        <form className="question-form" action={links.form('question/ask')} method="post">
          {posted && (
            <FormErrors
              title={posted.text}
              errors={Object.entries(errors).map(([name, text]) => ({ id: idOf(name), text }))}
            />
          )}
          {posted && Object.keys(errors).length === 0 && (
            <p className="form-errors" role="alert">
              {posted.text}
            </p>
          )}
          <input type="hidden" name="product" value={product.slug} />
          <TextArea
            id={idOf('content')}
            name="content"
            label={t('question.form.content')}
            rows={4}
            maxLength={mostContent}
            required
            defaultValue={typed('content')}
            error={errors['content']}
          />
          <Field
            id={idOf('displayName')}
            name="displayName"
            label={t('review.form.name')}
            maxLength={mostName}
            required
            autoComplete="nickname"
            defaultValue={typed('displayName')}
            error={errors['displayName']}
          />
          <Field
            id={idOf('email')}
            name="email"
            type="email"
            label={t('question.form.email')}
            help={t('question.form.email_help')}
            maxLength={254}
            autoComplete="email"
            inputMode="email"
            defaultValue={typed('email')}
            error={errors['email']}
          />
          <div className="question-trap" aria-hidden="true">
            <label>
              {t('question.form.website')}
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div>
            <Button type="submit">{t('question.form.send')}</Button>
          </div>
        </form>
      </div>
    )
  },
})

function idOf(field: string): string {
  return `question-${field}`
}

function trailTo(product: Data['product'], { t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('question.home'), href: links.home() },
    { name: product.title, href: links.product(product.slug) },
  ]
}
