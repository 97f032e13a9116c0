import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { findDraft, htmlOfDraft } from '#features/content/actions/my-articles.ts'
import { mostTitle } from '#features/content/parts/article-limits.ts'
import type { ArticleDraft } from '#features/content/contract/my-articles.ts'
import { ArticleEditor } from '#features/content/parts/article-editor.tsx'
import { isLocale, localeNames } from '#i18n/locales.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Field, Select } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, fieldId } from '../parts/area.tsx'
import { articleLooks } from '../parts/article-looks.ts'

interface Data {
  draft: ArticleDraft
  /** The preview of the text as it is in the form. */
  html: string
}

/** One article of the customer's, or a new one: an editor that is a plain form with a preview without scripts. */
export default definePage<Data>({
  ...areaPage,
  query: ['id'],

  async load(ctx, _params, query) {
    const customer = (await ctx.who()).customer!
    const { posted } = ctx.visitor
    const id = Number(posted?.values['id']?.at(-1) ?? query.get('id') ?? 0)
    if (!Number.isSafeInteger(id) || id < 0) return { kind: 'missing', status: 404 }
    const stored = id === 0 ? blank(ctx) : await findDraft(ctx, customer, id)
    if (stored === null) return { kind: 'missing', status: 404 }
    const draft = posted === null ? stored : typedInto(stored, posted)
    return { kind: 'page', data: { draft, html: htmlOfDraft(draft) }, tags: [] }
  },

  meta: ({ draft }, ctx) => areaMeta(titleOf(draft, ctx), ctx),

  pageData: () => null,

  View({ data: { draft, html }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const errors = ctx.visitor.posted?.errors ?? {}
    return (
      <Area part="article/edit" title={titleOf(draft, ctx)} ctx={ctx}>
        {draft.id !== 0 && <Standing draft={draft} ctx={ctx} />}
        <form
          className="own-article-form"
          action={links.form('article/save')}
          method="post"
          encType="multipart/form-data"
          noValidate
        >
          <input type="hidden" name="id" value={draft.id} />
          <input type="hidden" name="revision" value={draft.revision} />
          <input type="hidden" name="form" value={draft.form} />
          <Field
            id={fieldId('title')}
            name="title"
            label={t('my_article.title')}
            required
            maxLength={mostTitle}
            defaultValue={draft.title}
            error={errors['title']}
          />
          <div className="own-article-pair">
            <Select
              id={fieldId('language')}
              name="language"
              label={t('my_article.language')}
              defaultValue={draft.language}
            >
              {[...new Set([draft.language, ...ctx.shop.shop.languages])].filter(isLocale).map((locale) => (
                <option key={locale} value={locale}>
                  {localeNames[locale]}
                </option>
              ))}
            </Select>
            <Field
              id={fieldId('slug')}
              name="slug"
              label={t('my_article.slug')}
              help={t(draft.isSlugFixed ? 'my_article.slug_fixed' : 'my_article.slug_help')}
              maxLength={mostTitle}
              readOnly={draft.isSlugFixed}
              defaultValue={draft.slug}
              error={errors['slug']}
            />
          </div>
          <ArticleEditor draft={draft} html={html} id={fieldId('content')} errors={errors} ctx={ctx} />
          <div className="own-article-ways">
            <Button type="submit" look="quiet">
              {t('my_article.save')}
            </Button>
            <Button type="submit" name="submit" value="on">
              {t('my_article.submit')}
            </Button>
            <ButtonLink href={links.user('article')} look="plain">
              {t('my_article.back')}
            </ButtonLink>
          </div>
          <p className="area-note">{t('my_article.submit_help')}</p>
        </form>
      </Area>
    )
  },
})

/** What became of it, and whether readers see another text meanwhile. */
function Standing({
  draft: { state, href, reason },
  ctx: { t },
}: {
  draft: ArticleDraft
  ctx: Ctx
}): ReactNode {
  return (
    <p className="own-article-standing">
      <Badge kind={articleLooks[state]}>{t(`my_article.state.${state}`)}</Badge>{' '}
      {t(`my_article.state_text.${state}`)}{' '}
      {reason !== null && <strong>{t('my_article.reason', { reason })}</strong>}{' '}
      {href !== null && (
        <a href={href}>{t(state === 'published' ? 'my_article.open' : 'my_article.open_still')}</a>
      )}
    </p>
  )
}

function titleOf({ id }: ArticleDraft, { t }: Ctx): string {
  return t(id === 0 ? 'my_article.new' : 'my_article.edit')
}

function blank({ locale }: Ctx): ArticleDraft {
  return {
    ...{
      id: 0,
      revision: 0,
      form: randomUUID(),
      title: '',
      slug: '',
      isSlugFixed: false,
      content: '',
      language: locale,
    },
    ...{ thumbnail: '', pictures: [], href: null, reason: null },
    state: 'draft',
  }
}

/** A form that came back: with all that was typed into it. */
function typedInto(stored: ArticleDraft, { values }: Posted): ArticleDraft {
  const typed = (name: string, before: string): string => values[name]?.at(-1) ?? before
  return {
    ...stored,
    revision: Number(typed('revision', '')) || stored.revision,
    form: typed('form', stored.form),
    title: typed('title', stored.title),
    slug: stored.isSlugFixed ? stored.slug : typed('slug', stored.slug),
    content: typed('content', stored.content),
    language: typed('language', stored.language),
    thumbnail: typed('thumbnail', stored.thumbnail),
  }
}
