import type { ReactNode } from 'react'
import { findPage, listPages } from '#features/content/actions/browse.ts'
import { homePageSlug, type PageLink, type PageView } from '#features/content/contract.ts'
import { proseHtml } from '#features/content/parts/prose.tsx'
import { faqPage, foldQuestions } from '#features/content/parts/questions.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList, ogPicture } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { placeParts } from '../placed/place.tsx'

interface PageData {
  page: PageView
  /** All pages, this one among them. */
  pages: PageLink[]
  /** Its text, with the parts that it places. */
  text: ReactNode
}

const pictureSizes = '(min-width: 48em) 70vw, 96vw'

export default definePage<PageData>({
  name: 'page',
  visibility: 'public',
  query: [],
  styles: ['content'],

  async load(ctx, { slug = '' }) {
    if (slug === homePageSlug)
      return { kind: 'redirect', to: linksFor(ctx.shop.router, ctx.langPath).home(), status: 301 }
    const [page, pages] = await Promise.all([findPage(ctx, slug), listPages(ctx)])
    if (!page) return { kind: 'missing', status: 404 }
    const path = linksFor(ctx.shop.router, '').page(page.slug)
    const text = await placeParts(ctx, proseHtml(foldQuestions(page.withParts)), path)
    return {
      kind: 'page',
      data: { page, pages, text: text.element },
      tags: [`page:${page.id}`, 'content', ...text.tags],
    }
  },

  meta({ page }, ctx): PageHead {
    const { title, summary, body, slug, picture } = page
    const here = { name: title, href: linksFor(ctx.shop.router, ctx.langPath).page(slug) }
    return {
      title: `${title} – ${ctx.shop.shop.name}`,
      description: summary || title,
      canonicalPath: linksFor(ctx.shop.router, '').page(slug),
      tags: ogPicture(ctx, picture),
      structured: [breadcrumbList([...trailTo(ctx), here], ctx), ...faqPage(body, ctx.lang)],
      ...(picture ? { preload: picturePreload(picture.key, pictureSizes, 480, 1920) } : {}),
    }
  },

  pageData: ({ page }) => ({ page: page.slug }),

  View({ data: { page, pages, text }, ctx }) {
    const { t } = ctx
    return (
      <div className="page-page container">
        <Breadcrumbs trail={trailTo(ctx)} here={page.title} label={t('page.breadcrumbs')} />
        <div className="page-columns">
          <article>
            <header className="page-head">
              <h1>{page.title}</h1>
              {page.summary !== '' && <p>{page.summary}</p>}
              {page.picture && (
                <div className="page-picture">
                  <Picture picture={page.picture} sizes={pictureSizes} from={480} to={1920} urgency="high" />
                </div>
              )}
            </header>
            <div className="placed-flow">{text}</div>
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

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  return [{ name: t('page.home'), href: linksFor(shop.router, langPath).home() }]
}
