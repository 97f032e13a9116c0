import { productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { findArticle, listComments, relatedArticles } from '#features/content/actions/browse.ts'
import type { ArticleCard as Card, ArticleView, CommentPage } from '#features/content/contract.ts'
import { ArticleCard } from '#features/content/parts/article-card.tsx'
import { Comments } from '#features/content/parts/comments.tsx'
import { Contents } from '#features/content/parts/contents.tsx'
import { Prose } from '#features/content/parts/prose.tsx'
import { Heart } from '#features/favourites/parts/heart.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import { breadcrumbList, ogPicture, plainText } from '#platform/server/pages/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import type { Json } from '#wire/page.ts'
import { linksFor } from '#wire/links.ts'
import { isTile } from '#wire/picture-view.ts'

interface ArticleData {
  article: ArticleView
  products: ProductCard[]
  more: Card[]
  comments: CommentPage
}

const moreShown = 3
const pictureSizes = '(min-width: 90em) 80rem, 96vw'

/** An article with what it speaks of: it brings the catalogue and the content together, so it belongs to the app. */
export default definePage<ArticleData>({
  name: 'article',
  visibility: 'public',
  query: ['comments'],
  styles: ['shop', 'content'],

  async load(ctx, { slug = '' }, query) {
    const asked = query.getAll('comments').join()
    const page = /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1
    const [article, listed] = await Promise.all([
      findArticle(ctx, slug),
      listComments(ctx, { article: slug, page }),
    ])
    if (!article || !listed.ok) return { kind: 'missing', status: 404 }
    const comments = listed.value
    const right = Math.min(page, comments.pages)
    // Each page of comments has one URL.
    if (asked !== (right === 1 ? '' : String(right)))
      return { kind: 'redirect', to: commentsHref(article.href, right), status: 302 }
    const [products, more] = await Promise.all([
      productCards(ctx, article.productIds),
      relatedArticles(ctx, article.id, moreShown),
    ])
    return {
      kind: 'page',
      data: { article, products, more, comments },
      tags: [`article:${article.id}`, 'content', ...article.productIds.map((id) => `product:${id}`)],
    }
  },

  meta({ article }, ctx): PageHead {
    const { title, summary, body, slug, picture } = article
    const description = summary || plainText(body)
    return {
      title: `${title} – ${ctx.shop.shop.name}`,
      description,
      canonicalPath: linksFor(ctx.shop.router, '').article(slug),
      tags: [
        { key: 'property', name: 'og:type', content: 'article' },
        { key: 'property', name: 'article:published_time', content: article.publishedAt },
        ...(article.updated
          ? [{ key: 'property', name: 'article:modified_time', content: article.updated.at } as const]
          : []),
        ...ogPicture(ctx, picture),
      ],
      structured: [
        structuredArticle(article, description, ctx),
        breadcrumbList([...trailTo(ctx), { name: title, href: article.href }], ctx),
      ],
      ...(picture ? { preload: picturePreload(picture.key, pictureSizes, 480, 1920) } : {}),
    }
  },

  pageData: ({ article }) => ({ id: article.id, slug: article.slug }),

  View({ data: { article, products, more, comments }, ctx }) {
    const { t } = ctx
    return (
      <div className="article-page container">
        <Breadcrumbs trail={trailTo(ctx)} here={article.title} label={t('article.breadcrumbs')} />
        <article>
          <header className="article-head">
            <h1>{article.title}</h1>
            {article.summary !== '' && <p className="article-lead">{article.summary}</p>}
            <p className="article-line">
              <span>{t('article.by', { author: article.author })}</span>
              <time dateTime={article.publishedAt}>{article.date}</time>
              {article.updated && (
                <time dateTime={article.updated.at}>
                  {t('article.updated', { date: article.updated.date })}
                </time>
              )}
              <span>{t('article.minutes', { minutes: article.minutes })}</span>
            </p>
            <Heart type="article" id={article.slug} ctx={ctx} />
          </header>
          {article.picture && (
            <div className="article-picture">
              <Picture picture={article.picture} sizes={pictureSizes} from={480} to={1920} urgency="high" />
            </div>
          )}
          <div className="article-body">
            <Contents headings={article.contents} ctx={ctx} />
            <div className="article-text">
              <Prose html={article.body} />
              <ArticleFoot article={article} ctx={ctx} />
            </div>
          </div>
        </article>
        <Comments article={article.slug} listed={comments} ctx={ctx} />
        {products.length > 0 && (
          <section className="article-section article-products">
            <h2>{t('article.products')}</h2>
            <ProductGrid products={products} ctx={ctx} shape="rail" />
          </section>
        )}
        {more.length > 0 && (
          <section className="article-section">
            <h2>{t('article.more')}</h2>
            <ul className="article-cards">
              {more.map((card) => (
                <li key={card.id}>
                  <ArticleCard card={card} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    )
  },
})

function trailTo({ t, shop, langPath }: Ctx): Crumb[] {
  const links = linksFor(shop.router, langPath)
  return [
    { name: t('article.home'), href: links.home() },
    { name: t('article.list.title'), href: links.articles() },
  ]
}

function commentsHref(article: string, page: number): string {
  return page === 1 ? article : `${article}?comments=${page}`
}

function ArticleFoot({ article, ctx: { t } }: { article: ArticleView; ctx: Ctx }) {
  const { author, aboutAuthor, tags } = article
  if (aboutAuthor === '' && tags.length === 0) return null
  return (
    <footer className="article-foot">
      {aboutAuthor !== '' && (
        <p className="article-author">
          <strong>{author}</strong> {aboutAuthor}
        </p>
      )}
      {tags.length > 0 && (
        <p className="article-tags">
          {t('article.tags')}
          {tags.map(({ name, href }) => (
            <a key={href} href={href} data-page="article-list">
              {name}
            </a>
          ))}
        </p>
      )}
    </footer>
  )
}

function structuredArticle(article: ArticleView, description: string, { origin, lang, shop }: Ctx): Json {
  const { title, author, publishedAt, updated, picture, href } = article
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    datePublished: publishedAt,
    dateModified: updated?.at ?? publishedAt,
    inLanguage: lang,
    mainEntityOfPage: `${origin}${href}`,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: shop.shop.name, url: `${origin}/` },
    ...(picture && !isTile(picture) ? { image: `${origin}/media/${picture.key}/og.jpg` } : {}),
  }
}
