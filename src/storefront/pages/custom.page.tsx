import contentPage from './page.page.tsx'
import { homePageSlug } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type AnyPage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'

/** The content page's data, or null if the merchant has no page of that name. */
type Data = { found: unknown } | { found: null }

const content: AnyPage = contentPage

/** A page of this type has no default template to fall back on. */
function missingText({ t, shop }: Ctx): string {
  return t(shop.theme.useDefTemplate ? 'app.no_template.default' : 'app.no_template.text')
}

/**
 * The app rule and custom categories of the type `custom`: the content page whose slug is the rest of the path, or
 * the specification's text for a missing template.
 */
export default definePage<Data>({
  name: 'custom',
  visibility: 'public',
  query: content.query,
  styles: ['content'],

  async load(ctx, { rest, slug = rest ?? '' }, query) {
    // The home page's own texts are no page to go to.
    const loaded = slug === homePageSlug ? null : await content.load(ctx, { slug }, query)
    if (loaded?.kind === 'page') return { ...loaded, data: { found: loaded.data } }
    return { kind: 'page', data: { found: null }, tags: ['content'], status: 404 }
  },

  meta({ found }, ctx) {
    if (found !== null) return content.meta(found, ctx)
    return {
      title: `${ctx.t('app.no_template.title')} – ${ctx.shop.shop.name}`,
      description: missingText(ctx),
      noindex: true,
    }
  },

  pageData: ({ found }) => (found === null ? null : content.pageData(found)),

  View({ data: { found }, ctx }) {
    if (found !== null) return <content.View data={found} ctx={ctx} />
    return (
      <div className="container">
        <EmptyState title={<h1>{ctx.t('app.no_template.title')}</h1>} text={missingText(ctx)}>
          <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).home()} data-page="home">
            {ctx.t('app.error.home')}
          </ButtonLink>
        </EmptyState>
      </div>
    )
  },
})
