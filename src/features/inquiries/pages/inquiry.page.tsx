import type { ReactNode } from 'react'
import { byWord } from '#domain/by-word.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { breadcrumbList } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field, Select, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { linksFor } from '#wire/links.ts'
import { findAbout, findForm, findSent } from '../actions/read.ts'
import { mostContent, mostPictures, type FormView } from '../contract.ts'
import { inquiryPicturesTexts } from '../islands/inquiry-pictures/texts.ts'

interface InquiryData {
  form: FormView
  about: { slug: string; title: string } | null
  /** Pictures of a form that came back. */
  sent: { id: string; url: string }[]
  /** The number of the order that it is about; null for none. */
  order: string | null
}

export default definePage<InquiryData>({
  name: 'inquiry',
  visibility: 'public',
  query: ['product', 'order'],
  styles: ['content'],

  async load(ctx, { slug = '' }, query) {
    const values = ctx.visitor.posted?.values
    const [form, about, sent] = await Promise.all([
      findForm(ctx, slug),
      findAbout(ctx, values?.['product']?.[0] ?? query.get('product') ?? ''),
      findSent(ctx, values?.['images'] ?? []),
    ])
    if (!form) return { kind: 'missing', status: 404 }
    const tags = about === null ? ['inquiries'] : ['inquiries', 'catalog']
    // What has the form of a number, and nothing else that a link could make the shop say.
    const order = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.exec(query.get('order') ?? '')?.[0] ?? null
    return { kind: 'page', data: { form, about, sent, order }, tags }
  },

  meta({ form, order }, ctx): PageHead {
    const here = { name: form.title, href: linksFor(ctx.shop.router, ctx.langPath).inquiry(form.slug) }
    return {
      title: `${form.title} – ${ctx.shop.shop.name}`,
      description: form.summary || form.title,
      canonicalPath: linksFor(ctx.shop.router, '').inquiry(form.slug),
      noindex: order !== null,
      structured: [breadcrumbList([...trailTo(ctx), here], ctx)],
    }
  },

  languages: ({ form }) => form.languages,

  pageData: ({ form }) => ({ form: form.slug }),

  View({ data: { form, about, sent, order }, ctx }) {
    const { t, lang, texts } = ctx
    const posted = ctx.visitor.posted
    const errors = posted?.errors ?? {}
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="inquiry container">
        <Breadcrumbs trail={trailTo(ctx)} here={form.title} label={t('inquiry.trail')} />
        <header className="inquiry-head">
          <h1>{form.title}</h1>
          {form.summary !== '' && <p>{form.summary}</p>}
        </header>
        <form
          className="inquiry-form"
          action={links.form('inquiry/submit')}
          method="post"
          encType="multipart/form-data"
          noValidate
        >
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
          <input type="hidden" name="form" value={form.slug} />
          {about && (
            <p className="inquiry-about">
              {t('inquiry.about')} <a href={links.product(about.slug)}>{about.title}</a>
              <input type="hidden" name="product" value={about.slug} />
            </p>
          )}
          <TextArea
            id={idOf('content')}
            name="content"
            label={form.contentLabel}
            rows={6}
            maxLength={mostContent}
            required
            defaultValue={
              posted?.values['content']?.[0] ??
              (order === null ? undefined : t('inquiry.about_order', { number: order }))
            }
            error={errors['content']}
          />
          <div className="inquiry-fields">
            {form.fields.map((field) => (
              <FormField key={field.code} field={field} ctx={ctx} />
            ))}
          </div>
          <Island
            name="inquiry-pictures"
            k="inquiry-pictures"
            props={{
              id: idOf('images'),
              kept: sent,
              most: mostPictures,
              error: errors['images'] ?? null,
              texts: pickTexts(texts, inquiryPicturesTexts),
              lang,
            }}
          />
          <div className="inquiry-trap" aria-hidden="true">
            <label>
              {t('inquiry.website')}
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <div className="inquiry-send">
            <Button type="submit">{t('inquiry.send')}</Button>
          </div>
        </form>
      </div>
    )
  },
})

function FormField({ field, ctx }: { field: FormView['fields'][number]; ctx: Ctx }): ReactNode {
  const { code, label, help, kind, required, choices } = field
  const { posted } = ctx.visitor
  const name = `contact.${code}`
  const value = posted?.values[name]?.[0]
  const shared = {
    id: idOf(name),
    name,
    label: required ? label : ctx.t('inquiry.optional', { field: label }),
    required,
    help: help ?? undefined,
    error: posted?.errors[name],
  }
  switch (kind) {
    case 'long-text':
      return <TextArea {...shared} rows={3} maxLength={mostContent} defaultValue={value} />
    case 'choice':
      return (
        <Select {...shared} defaultValue={value ?? ''}>
          <option value="">{ctx.t('inquiry.choose')}</option>
          {choices.map((choice) => (
            <option key={choice.code} value={choice.code}>
              {choice.name}
            </option>
          ))}
        </Select>
      )
    case 'email':
      return <Field {...shared} type="email" autoComplete="email" inputMode="email" defaultValue={value} />
    case 'phone':
      return <Field {...shared} type="tel" autoComplete="tel" defaultValue={value} />
    case 'number':
      return <Field {...shared} inputMode="decimal" defaultValue={value} maxLength={20} />
    case 'text':
      return <Field {...shared} autoComplete={filledWith[code]} maxLength={200} defaultValue={value} />
  }
}

/** Autofill tokens by the field's code. */
const filledWith: Readonly<Record<string, string>> = byWord({
  name: 'name',
  company: 'organization',
  place: 'address-level2',
})

function idOf(field: string): string {
  return `inquiry-${field.replaceAll(/[^\w-]/g, '-')}`
}

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  return [{ name: t('inquiry.home'), href: linksFor(shop.router, langPath).home() }]
}
