import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { breadcrumbList, ogPicture } from '#platform/server/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { listArticles } from '../actions/browse.ts'
import type { ArticleCard as Card } from '../contract.ts'
import { ArticleCard, articleCardSizes, wideArticleCardSizes } from '../parts/article-card.tsx'

interface ListData {
  articles: Card[]
  page: number
  pages: number
}

export default definePage<ListData>({
  name: 'article-list',
  visibility: 'public',
  query: ['page'],

  async load(ctx, _params, query) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const asked = query.get('page')
    const page = /^[1-9]\d{0,2}$/.test(asked ?? '') ? Math.min(500, Number(asked)) : 1
    const listed = await listArticles(ctx, { tag: null, page })
    if (!listed.ok) return { kind: 'missing', status: 404 }
    const { articles, pages } = listed.value
    const right = Math.min(page, pages)
    // Each page of the list has one address.
    if (asked !== (right === 1 ? null : String(right)))
      return { kind: 'redirect', to: pageHref(links.articles(), right), status: 302 }
    return { kind: 'page', data: { articles, page, pages }, tags: ['content'] }
  },

  meta({ articles, page }, ctx): PageHead {
    const { t, shop } = ctx
    const title = t('article.list.title')
    const path = linksFor(shop.router, '').articles()
    const here = { name: title, href: linksFor(shop.router, ctx.langPath).articles() }
    const picture = articles[0]?.picture
    return {
      title: `${page > 1 ? t('article.list.page_title', { title, page }) : title} – ${shop.shop.name}`,
      description: t('article.list.description', { shop: shop.shop.name }),
      canonicalPath: pageHref(path, page),
      noindex: articles.length === 0,
      tags: ogPicture(ctx, picture),
      structured: [breadcrumbList([...trailTo(ctx), here], ctx)],
      ...(picture
        ? {
            preload: picturePreload(
              picture.key,
              page === 1 ? wideArticleCardSizes : articleCardSizes,
              320,
              page === 1 ? 1440 : 1080,
            ),
          }
        : {}),
    }
  },

  pageData: ({ page }) => ({ page }),

  View({ data: { articles, page, pages }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('article.list.title')
    const [first, ...others] = articles
    return (
      <div className="journal container">
        <Breadcrumbs trail={trailTo(ctx)} here={title} label={t('article.breadcrumbs')} />
        <h1 className="journal-title">{title}</h1>
        {first === undefined ? (
          <EmptyState title={<h2>{t('article.list.empty_title')}</h2>} text={t('article.list.empty')}>
            <ButtonLink href={links.home()}>{t('article.to_shop')}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            {page === 1 && <ArticleCard card={first} shape="wide" first level={2} />}
            <ul className="article-cards">
              {(page === 1 ? others : articles).map((card, index) => (
                <li key={card.id}>
                  <ArticleCard card={card} first={page > 1 && index === 0} level={2} />
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              pages={pages}
              hrefOf={(to) => pageHref(links.articles(), to)}
              texts={{
                label: t('article.list.pages'),
                previous: t('article.list.previous'),
                next: t('article.list.next'),
                page: (to) => t('article.list.page', { page: to }),
              }}
            />
          </>
        )}
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  return [{ name: t('article.home'), href: linksFor(shop.router, langPath).home() }]
}

function pageHref(list: string, page: number): string {
  return page === 1 ? list : `${list}?page=${page}`
}
