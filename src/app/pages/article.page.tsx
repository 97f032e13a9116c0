import { productCards } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { findArticle, latestArticles } from '#features/content/actions/browse.ts'
import type { ArticleCard as Card, ArticleView } from '#features/content/contract.ts'
import { ArticleCard } from '#features/content/parts/article-card.tsx'
import { Prose } from '#features/content/parts/prose.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type PageHead } from '#platform/server/page.ts'
import { breadcrumbList, ogPicture, plainText } from '#platform/server/structured.ts'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Picture, picturePreload } from '#ui/picture.tsx'
import type { Json } from '#wire/page.ts'
import { linksFor } from '#wire/links.ts'

interface ArticleData {
  article: ArticleView
  products: ProductCard[]
  more: Card[]
}

const moreShown = 3
const pictureSizes = '(min-width: 90em) 80rem, 96vw'

/** An article with what it speaks of: it brings the catalogue and the content together, so it belongs to the app. */
export default definePage<ArticleData>({
  name: 'article',
  visibility: 'public',
  query: [],

  async load(ctx, { slug = '' }) {
    const article = await findArticle(ctx, slug)
    if (!article) return { kind: 'missing', status: 404 }
    const [products, more] = await Promise.all([
      productCards(ctx, article.productIds),
      latestArticles(ctx, moreShown, article.id),
    ])
    return {
      kind: 'page',
      data: { article, products, more },
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

  View({ data: { article, products, more }, ctx }) {
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
              <span>{t('article.minutes', { minutes: article.minutes })}</span>
            </p>
          </header>
          {article.picture && (
            <div className="article-picture">
              <Picture picture={article.picture} sizes={pictureSizes} from={480} to={1920} urgency="high" />
            </div>
          )}
          <div className="article-body">
            <Prose html={article.body} />
            <ArticleFoot article={article} ctx={ctx} />
          </div>
        </article>
        {products.length > 0 && (
          <section className="article-section">
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
            <a key={href} href={href} data-page="category">
              {name}
            </a>
          ))}
        </p>
      )}
    </footer>
  )
}

function structuredArticle(article: ArticleView, description: string, { origin, lang, shop }: Ctx): Json {
  const { title, author, publishedAt, picture, href } = article
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    datePublished: publishedAt,
    inLanguage: lang,
    mainEntityOfPage: `${origin}${href}`,
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'Organization', name: shop.shop.name, url: `${origin}/` },
    ...(picture ? { image: `${origin}/media/${picture.key}/og.jpg` } : {}),
  }
}
