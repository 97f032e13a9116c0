import { no, ok } from '#domain/result.ts'
import { withPictures } from '#features/media/rules/prose.ts'
import { entryNamed } from '#features/names/queries.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract.ts'
import {
  homePageSlug,
  type ArticleCard,
  type ArticleTag,
  type ArticleView,
  type PageLink,
  type PageView,
} from '../contract.ts'
import {
  presentArticle,
  presentArticleCard,
  presentComment,
  bodyOf,
  presentPage,
  presentPageLink,
  presentTag,
} from '../present.ts'
import {
  articleBySlug,
  articleCards,
  articleCardsByIds,
  commentsOf,
  pageBySlug,
  pageTitles,
  relatedCards,
  tagsOfArticles,
} from '../queries/read.ts'

/** Articles on one page of their list. */
const perPage = 12

export async function listArticles(
  ctx: Ctx,
  { tag, page }: Input<typeof contract.listArticles>,
): Answer<typeof contract.listArticles> {
  const query = { now: ctx.now, tag, limit: perPage, offset: (page - 1) * perPage }
  let found = await articleCards(ctx.db, query, fallbackChain(ctx.locale))
  // Beyond the end nothing tells how many there are.
  if (found.articles.length === 0 && page > 1)
    found = {
      articles: [],
      total: (await articleCards(ctx.db, { ...query, limit: 1, offset: 0 }, [])).total,
    }
  return ok({
    articles: found.articles.map((row) => presentArticleCard(row, ctx)),
    total: found.total,
    page,
    pages: Math.max(1, Math.ceil(found.total / perPage)),
  })
}

/** The newest articles. */
export async function latestArticles(ctx: Ctx, limit: number): Promise<ArticleCard[]> {
  const query = { now: ctx.now, tag: null, limit, offset: 0 }
  const { articles } = await articleCards(ctx.db, query, fallbackChain(ctx.locale))
  return articles.map((row) => presentArticleCard(row, ctx))
}

/** What to read after this article: those that have most in common with it first. */
export async function relatedArticles(ctx: Ctx, id: number, limit: number): Promise<ArticleCard[]> {
  const found = await relatedCards(ctx.db, { now: ctx.now, id, limit }, fallbackChain(ctx.locale))
  return found.map((row) => presentArticleCard(row, ctx))
}

/** The cards of these articles, in any order; hidden and deleted ones are left out. */
export async function articleCardsById(ctx: Ctx, ids: readonly number[]): Promise<ArticleCard[]> {
  const found = await articleCardsByIds(ctx.db, ids, ctx.now, fallbackChain(ctx.locale))
  return found.map((row) => presentArticleCard(row, ctx))
}

/** The tags of articles, those with most articles first. */
export async function articleTags(ctx: Ctx): Promise<(ArticleTag & { count: number })[]> {
  const found = await tagsOfArticles(ctx.db, ctx.now, fallbackChain(ctx.locale))
  return found.map((row) => ({ ...presentTag(row, ctx), count: row.count }))
}

/** Comments in one answer, without those that answer them. */
const commentsTogether = 10

export async function listComments(
  ctx: Ctx,
  { article, page }: Input<typeof contract.listComments>,
): Answer<typeof contract.listComments> {
  const found = await commentsOf(ctx.db, {
    article,
    now: ctx.now,
    limit: commentsTogether,
    offset: (page - 1) * commentsTogether,
  })
  if (found === null) return no({ name: 'unknown_article' })
  return ok({
    comments: found.threads.map(({ replies, ...row }) => ({
      ...presentComment(row, ctx),
      replies: replies.map((reply) => presentComment(reply, ctx)),
    })),
    total: found.total,
    page,
    pages: Math.max(1, Math.ceil(found.total / commentsTogether)),
  })
}

/** Null for one that is not there, hidden, or not yet published. */
export async function findArticle(ctx: Ctx, slug: string): Promise<ArticleView | null> {
  const found = await articleBySlug(ctx.db, slug, ctx.now, fallbackChain(ctx.locale))
  if (!found) return null
  const article = presentArticle(found, ctx)
  return { ...article, body: await withPictures(ctx.db, article.body) }
}

export async function findPage(ctx: Ctx, slug: string): Promise<PageView | null> {
  const found = await pageBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  if (!found) return null
  const page = presentPage(found, ctx)
  return { ...page, ...bodyOf(await withPictures(ctx.db, page.withParts)) }
}

/** Links to all visible pages that have a URL of their own, in the order in which they came. */
export async function listPages(ctx: Ctx): Promise<PageLink[]> {
  const chain = fallbackChain(ctx.locale)
  const found = await ctx.kept(`pages ${ctx.locale}`, ['content'], () => pageTitles(ctx.db, chain))
  return found.flatMap((row) => (row.slug === homePageSlug ? [] : [presentPageLink(row, ctx)]))
}

/**
 * The link to a page that the configuration names; null for one that visitors do not see.
 * @param slug also a former one: a page that was renamed is still what the setting means
 */
export async function linkToPage(ctx: Ctx, slug: string): Promise<PageLink | null> {
  const pages = await listPages(ctx)
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const at = (name: string) => pages.find(({ href }) => href === links.page(name))
  const here = at(slug)
  if (here !== undefined) return here
  const found = await ctx.kept(`page ${slug}`, ['content'], () => entryNamed(ctx.db, 'page', slug))
  return (found?.slug && at(found.slug)) || null
}
