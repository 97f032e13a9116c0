import { shareUrl } from '#features/media/contract.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { findPage, listPages } from '../actions/browse.ts'
import type { PageLink, PageView } from '../contract.ts'
import { Prose } from '../parts/prose.tsx'

interface PageData {
  page: PageView
  /** All pages, this one among them. */
  pages: PageLink[]
}

export default definePage<PageData>({
  name: 'page',
  visibility: 'public',
  query: [],

  async load(ctx, { slug = '' }) {
    const [page, pages] = await Promise.all([findPage(ctx, slug), listPages(ctx)])
    if (!page) return { kind: 'missing', status: 404 }
    return { kind: 'page', data: { page, pages }, tags: [`page:${page.id}`, 'content'] }
  },

  meta({ page }, ctx): PageHead {
    const { title, summary, slug, picture } = page
    return {
      title: `${title} – ${ctx.shop.shop.name}`,
      description: summary || title,
      canonicalPath: linksFor(ctx.shop.router, '').page(slug),
      ...(picture
        ? {
            tags: [{ key: 'property', name: 'og:image', content: `${ctx.origin}${shareUrl(picture.key)}` }],
          }
        : {}),
    }
  },

  pageData: ({ page }) => ({ page: page.slug }),

  View({ data: { page, pages }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="page-page container">
        <Breadcrumbs
          trail={[{ name: t('page.home'), href: links.home() }]}
          here={page.title}
          label={t('page.breadcrumbs')}
        />
        <div className="page-columns">
          <article>
            <header className="page-head">
              <h1>{page.title}</h1>
              {page.summary !== '' && <p>{page.summary}</p>}
              {page.picture && (
                <div className="page-picture">
                  <Picture picture={page.picture} sizes="(min-width: 48em) 70vw, 96vw" from={480} to={1920} />
                </div>
              )}
            </header>
            <Prose html={page.body} />
          </article>
          <nav className="page-others" aria-label={t('page.all')}>
            <p className="page-others-title">{t('page.all')}</p>
            <ul>
              {pages.map(({ id, name, href }) => (
                <li key={id}>
                  <a href={href} data-page="page" aria-current={id === page.id ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    )
  },
})
