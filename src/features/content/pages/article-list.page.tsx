import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList, ogPicture } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { picturePreload } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { articleTags, listArticles } from '../actions/browse.ts'
import type { ArticleCard as Card, ArticleTag } from '../contract.ts'
import { ArticleCard, articleCardSizes, wideArticleCardSizes } from '../parts/article-card.tsx'

interface ListData {
  articles: Card[]
  tags: ArticleTag[]
  /** Of the tags, the one whose articles are shown. */
  tag: ArticleTag | null
  page: number
  pages: number
}

export default definePage<ListData>({
  name: 'article-list',
  visibility: 'public',
  query: ['page', 'tag'],
  styles: ['content'],

  async load(ctx, _params, query) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const asked = query.getAll('page').join()
    const page = /^[1-9]\d{0,2}$/.test(asked) ? Math.min(500, Number(asked)) : 1
    const tags = await articleTags(ctx)
    const named = query.getAll('tag').join()
    const tag = tags.find(({ slug }) => slug === named) ?? null
    const listed = await listArticles(ctx, { tag: tag?.slug ?? null, page })
    if (!listed.ok) return { kind: 'missing', status: 404 }
    const { articles, pages } = listed.value
    const right = Math.min(page, pages)
    // Each page of the list has one URL, and a tag that no article has is none.
    if (asked !== (right === 1 ? '' : String(right)) || named !== (tag?.slug ?? ''))
      return { kind: 'redirect', to: pageHref(links.articles(), right, tag), status: 302 }
    // A tag of one article is a way to that article only, which its list shows anyway.
    const shared = tags.filter(({ slug, count }) => count > 1 || slug === tag?.slug)
    return { kind: 'page', data: { articles, tags: shared, tag, page, pages }, tags: ['content', 'catalog'] }
  },

  meta({ articles, tag, page }, ctx): PageHead {
    const { t, shop } = ctx
    const list = t('article.list.title')
    const title = tag ? t('article.list.tag_title', { title: list, tag: tag.name }) : list
    const path = linksFor(shop.router, '').articles()
    const here = { name: list, href: linksFor(shop.router, ctx.langPath).articles() }
    const picture = articles[0]?.picture
    return {
      title: `${page > 1 ? t('article.list.page_title', { title, page }) : title} – ${shop.shop.name}`,
      description: t('article.list.description', { shop: shop.shop.name }),
      canonicalPath: pageHref(path, page, tag),
      // A filtered view repeats the list's entries.
      noindex: articles.length === 0 || tag !== null,
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

  View({ data: { articles, tags, tag, page, pages }, ctx }) {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const title = t('article.list.title')
    const [first, ...others] = articles
    return (
      <div className="journal container">
        <Breadcrumbs trail={trailTo(ctx)} here={title} label={t('article.breadcrumbs')} />
        <h1 className="journal-title">{title}</h1>
        <Tags tags={tags} chosen={tag} ctx={ctx} />
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
              hrefOf={(to) => pageHref(links.articles(), to, tag)}
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

function Tags({ tags, chosen, ctx }: { tags: readonly ArticleTag[]; chosen: ArticleTag | null; ctx: Ctx }) {
  if (tags.length < 2) return null
  const all = {
    slug: '',
    name: ctx.t('article.all_tags'),
    href: linksFor(ctx.shop.router, ctx.langPath).articles(),
  }
  return (
    <nav className="journal-tags" aria-label={ctx.t('article.filter')}>
      <ul>
        {[all, ...tags].map(({ slug, name, href }) => (
          <li key={slug}>
            <a
              href={href}
              data-page="article-list"
              aria-current={slug === (chosen?.slug ?? '') ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function pageHref(list: string, page: number, tag: ArticleTag | null): string {
  const query = new URLSearchParams({
    ...(page === 1 ? {} : { page: String(page) }),
    ...(tag ? { tag: tag.slug } : {}),
  })
  return query.size === 0 ? list : `${list}?${query}`
}
