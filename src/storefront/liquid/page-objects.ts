import type {
  CategoryNode,
  CollectionView,
  Listing,
  ProductCard,
  ProductView,
} from '#features/catalog/contract.ts'
import type { ArticleCard, ArticleView, PageView } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SafeHtml, type LiquidData } from '#platform/server/liquid/work.ts'
import { linksFor } from '#wire/links.ts'
import type { Objects } from './objects.ts'

/** A page that was loaded: its name in the table of routes, and what its View is given. */
export interface PageFacts {
  name: string
  data: unknown
  /** Its path with its query, where the page is the same for everybody who asks for that; null elsewhere. */
  url: string | null
}

/** The objects that every template can name. */
export function shopObjects(ctx: Ctx, page: string): LiquidData {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return {
    shop: { name: ctx.shop.shop.name, url: ctx.origin, currency: ctx.currency },
    request: { locale: ctx.locale, language: ctx.lang, page },
    routes: {
      home: links.home(),
      search: links.search(),
      cart: links.cart(),
      articles: links.articles(),
      favourites: links.favourites(),
    },
  }
}

/** Those of the page around: none for a page that has nothing of its own to name. */
export function pageObjects({ name, data }: PageFacts, objects: Objects, ctx: Ctx): LiquidData {
  const of = readers.get(name)
  return of === undefined ? {} : of(data as never, objects, ctx)
}

type Reader = (data: never, objects: Objects, ctx: Ctx) => LiquidData

/** Each takes of the page's data what is the same for everybody. The types are those of the pages' own loaders. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['product', ofProduct],
  ['category', ofCategory],
  ['collection', ofCollection],
  ['tag', ofTag],
  ['search', ofSearch],
  ['article', ofArticle],
  ['article-list', ofArticles],
  ['page', ofPage],
])

function ofProduct(data: { product: ProductView; related: ProductCard[] }, objects: Objects): LiquidData {
  return { product: objects.product(data.product), related: data.related.map(objects.card) }
}

function listing({ products, total, page, pages, sort }: Listing, objects: Objects): LiquidData {
  return { products: products.map(objects.card), listing: { total, page, pages, sort } }
}

type Category = Omit<CategoryNode, 'children'> & {
  description: string
  children: readonly Omit<CategoryNode, 'children'>[]
}

function ofCategory(data: { category: Category; listing: Listing }, objects: Objects, ctx: Ctx): LiquidData {
  const { children, ...own } = data.category
  const href = linksFor(ctx.shop.router, ctx.langPath).category(own.slug)
  return {
    category: {
      ...objects.entry('category', { ...own, href }),
      children: children.map((child) => objects.entry('category', child)),
    },
    ...listing(data.listing, objects),
  }
}

function ofCollection(data: { collection: CollectionView; listing: Listing }, objects: Objects): LiquidData {
  return { collection: objects.entry('collection', data.collection), ...listing(data.listing, objects) }
}

function ofTag(
  data: { slug: string; name: string; href: string; listing: Listing },
  objects: Objects,
): LiquidData {
  return { tag: objects.entry('tag', data), ...listing(data.listing, objects) }
}

function ofSearch(
  data: { kind: 'all'; listing: Listing } | { kind: 'found'; found: { q: string; listing: Listing } },
  objects: Objects,
): LiquidData {
  const found = data.kind === 'all' ? { q: '', listing: data.listing } : data.found
  return { search: { terms: found.q }, ...listing(found.listing, objects) }
}

function ofArticle(
  data: { article: ArticleView; products: ProductCard[]; more: ArticleCard[] },
  objects: Objects,
): LiquidData {
  const { body, aboutAuthor, minutes, tags } = data.article
  return {
    article: {
      ...objects.article(data.article),
      body: new SafeHtml(body),
      about_author: aboutAuthor,
      minutes,
      tags: tags.map(({ name, href }) => ({ name, url: href })),
    },
    products: data.products.map(objects.card),
    more: data.more.map(objects.article),
  }
}

function ofArticles(
  data: { articles: ArticleCard[]; page: number; pages: number },
  objects: Objects,
): LiquidData {
  return { articles: data.articles.map(objects.article), listing: { page: data.page, pages: data.pages } }
}

function ofPage({ page }: { page: PageView }, objects: Objects, ctx: Ctx): LiquidData {
  const { slug, title, summary, body, picture } = page
  const href = linksFor(ctx.shop.router, ctx.langPath).page(slug)
  return {
    page: {
      ...objects.entry('page', { slug, href, name: title, picture }),
      title,
      summary,
      body: new SafeHtml(body),
    },
  }
}
