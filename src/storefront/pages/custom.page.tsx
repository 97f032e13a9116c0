import type { ReactNode } from 'react'
import { own } from '#domain/by-word.ts'
import { homePageSlug } from '#features/content/contract.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type AnyPage } from '#platform/server/pages/page.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'
import contentPage from './page.page.tsx'

/** The content page's data, or null if the merchant has no page of that name. */
interface Data {
  found: unknown
  /** The theme has a template for this address: what it places is the page. */
  isPlaced: boolean
}

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
    const isPlaced = own(ctx.shop.templates, `custom.${slug}`) !== undefined
    if (loaded?.kind === 'page') return { ...loaded, data: { found: loaded.data, isPlaced } }
    const status = isPlaced ? 200 : 404
    return { kind: 'page', data: { found: null, isPlaced }, tags: ['content'], status }
  },

  meta({ found, isPlaced }, ctx) {
    if (found !== null) return content.meta(found, ctx)
    const { name, tagline } = ctx.shop.shop
    if (isPlaced) return { title: name, description: pickText(tagline, ctx.locale) || name }
    return {
      title: `${ctx.t('app.no_template.title')} – ${ctx.shop.shop.name}`,
      description: missingText(ctx),
      noindex: true,
    }
  },

  pageData: ({ found }) => (found === null ? null : content.pageData(found)),

  View({ data: { found, isPlaced }, ctx }) {
    if (found !== null) return <content.View data={found} ctx={ctx} />
    return isPlaced ? null : <NoTemplate ctx={ctx} />
  },

  Instead({ data: { found }, ctx }) {
    return found === null ? <NoTemplate ctx={ctx} /> : <content.View data={found} ctx={ctx} />
  },
})

function NoTemplate({ ctx }: { ctx: Ctx }): ReactNode {
  return (
    <div className="container">
      <EmptyState title={<h1>{ctx.t('app.no_template.title')}</h1>} text={missingText(ctx)}>
        <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).home()} data-page="home">
          {ctx.t('app.error.home')}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
