import { ok } from '#domain/result.ts'
import { productCards } from '#features/catalog/actions/browse.ts'
import { articleCardsById } from '#features/content/actions/browse.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { FavouritePage, FavouriteType } from '../contract.ts'
import { presentArticle, presentProduct } from '../present.ts'
import { articleRows, countShown, productRows, slugsOf, type Window } from '../queries/favourites.ts'
import { mendCount } from '../rules/hint.ts'
import { ownerOf, type Owner } from '../rules/owner.ts'

/** On one page of the list. */
const perPage = 24

type List = typeof contract.listFavourites

/** One page of the visitor's favourites of one type; an empty one for visitors who have none. */
export async function listFavourites(ctx: Ctx, { type, page }: Input<List>): Answer<List> {
  const owner = ownerOf(await ctx.who())
  return ok(await pageOf(ctx, owner, type, page))
}

/** One page of somebody's favourites: the visitor's own, or those that a link shows. */
export async function pageOf(
  ctx: Ctx,
  owner: Owner | null,
  type: FavouriteType,
  page: number,
): Promise<FavouritePage> {
  if (owner === null) return { products: [], articles: [], total: 0, page, pages: 1 }
  const window = { limit: perPage, offset: (page - 1) * perPage }
  const list =
    type === 'product' ? await productsOf(ctx, owner, window) : await articlesOf(ctx, owner, window)
  return {
    products: 'products' in list ? list.products : [],
    articles: 'articles' in list ? list.articles : [],
    total: list.total,
    page,
    pages: Math.max(1, Math.ceil(list.total / perPage)),
  }
}

async function productsOf(ctx: Ctx, owner: Owner, window: Window) {
  const { total, rows } = await productRows(ctx.db, owner, await shownTerms(ctx), window)
  const cards = await productCards(
    ctx,
    rows.map(({ productId }) => productId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  const products = rows.flatMap((row) => {
    const card = byId.get(row.productId)
    return card === undefined ? [] : [presentProduct(row, card, ctx)]
  })
  return { total, products }
}

async function articlesOf(ctx: Ctx, owner: Owner, window: Window) {
  const { total, rows } = await articleRows(ctx.db, owner, ctx.now, window)
  const cards = await articleCardsById(
    ctx,
    rows.map(({ articleId }) => articleId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  const articles = rows.flatMap((row) => {
    const card = byId.get(row.articleId)
    return card === undefined ? [] : [presentArticle(row, card, ctx)]
  })
  return { total, articles }
}

type Count = typeof contract.countFavourites

export async function countFavourites(ctx: Ctx, _: Input<Count>): Answer<Count> {
  const counts = await countShown(ctx.db, ownerOf(await ctx.who()), ctx.now)
  mendCount(ctx, counts.count)
  return ok(counts)
}

type WishList = typeof contract.wishList

/** What hearts are pressed on pages that are the same for everybody. */
export async function wishList(ctx: Ctx, _: Input<WishList>): Answer<WishList> {
  const slugs = await slugsOf(ctx.db, ownerOf(await ctx.who()), ctx.now)
  mendCount(ctx, slugs.articles.length + slugs.products.length)
  return ok(slugs)
}
