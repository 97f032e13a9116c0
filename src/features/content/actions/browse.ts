import { ok, type Result } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import {
  homePageSlug,
  type ArticleCard,
  type ArticleView,
  type PageLink,
  type PageView,
} from '../contract.ts'
import { presentArticle, presentArticleCard, presentPage, presentPageLink } from '../present.ts'
import { articleBySlug, articleCards, pageBySlug, pageTitles } from '../queries/read.ts'

/** Articles on one page of their list. */
const perPage = 12

export async function listArticles(
  ctx: Ctx,
  { tag, page }: Input<typeof contract.listArticles>,
): Promise<Result<Output<typeof contract.listArticles>, Problem<typeof contract.listArticles>>> {
  const query = { now: ctx.now, tag, limit: perPage, offset: (page - 1) * perPage, except: null }
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

/** The newest articles. @param except the id of the one that is being read */
export async function latestArticles(
  ctx: Ctx,
  limit: number,
  except: number | null = null,
): Promise<ArticleCard[]> {
  const query = { now: ctx.now, tag: null, limit, offset: 0, except }
  const { articles } = await articleCards(ctx.db, query, fallbackChain(ctx.locale))
  return articles.map((row) => presentArticleCard(row, ctx))
}

/** Null for one that is not there, hidden, or not yet published. */
export async function findArticle(ctx: Ctx, slug: string): Promise<ArticleView | null> {
  const found = await articleBySlug(ctx.db, slug, ctx.now, fallbackChain(ctx.locale))
  return found && presentArticle(found, ctx)
}

export async function findPage(ctx: Ctx, slug: string): Promise<PageView | null> {
  const found = await pageBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  return found && presentPage(found, ctx)
}

/** Links to all visible pages that have an address of their own, in the order in which they came. */
export async function listPages(ctx: Ctx): Promise<PageLink[]> {
  const chain = fallbackChain(ctx.locale)
  const found = await ctx.kept(`pages ${ctx.locale}`, ['content'], () => pageTitles(ctx.db, chain))
  return found.flatMap((row) => (row.slug === homePageSlug ? [] : [presentPageLink(row, ctx)]))
}
