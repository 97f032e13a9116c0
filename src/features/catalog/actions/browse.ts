import { no, ok } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { PictureView } from '#wire/picture-view.ts'
import type * as contract from '../contract.ts'
import { lastPage } from '../contract.ts'
import type { CategoryNode, CollectionView, ProductCard, ProductView } from '../contract.ts'
import {
  presentCard,
  presentCollection,
  presentFacets,
  presentProduct,
  presentTags,
  presentTogether,
  presentTree,
} from '../present.ts'
import {
  allCategories,
  allCollections,
  categoryDescriptions,
  tagBySlug,
  type GroupRow,
} from '../queries/groups.ts'
import { listCards, type ListQuery } from '#features/listing/queries/list.ts'
import { offerGoods } from '#features/listing/queries/offer-goods.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import { isBlankHtml, withPictures } from '#features/media/rules/prose.ts'
import { createTermNames } from '#features/listing/rules/term-names.ts'
import type { Scope } from '#features/listing/rules/narrowing.ts'
import { cardsById } from '#features/listing/queries/cards.ts'
import { bestIds, newestIds, productBySlug } from '../queries/product.ts'
import { relatedCards } from '../queries/related.ts'

export async function listProducts(
  ctx: Ctx,
  input: Input<typeof contract.listProducts>,
): Answer<typeof contract.listProducts> {
  const scope = await findScope(ctx, input)
  return scope ? ok(await listScope(ctx, scope, input)) : no({ name: 'not_found' })
}

/** One page of the products of a scope; search results are listed like a category. */
export async function listScope(
  ctx: Ctx,
  scope: Scope,
  { filters, sort, page }: Pick<Input<typeof contract.listProducts>, 'filters' | 'sort' | 'page'>,
): Promise<contract.Listing> {
  const names = await ctx.kept('term names', ['catalog', 'list'], async () => createTermNames())
  const offers = await listOffers(ctx)
  const perPage = ctx.shop.shop.productsPerPage
  const window = { limit: perPage, offset: (page - 1) * perPage }
  const found = await listCards(
    ctx.db,
    { scope, filters, sort, currency: ctx.currency, offers, ...window },
    names,
  )
  return {
    products: found.cards.map((row) => presentCard(row, ctx)),
    total: found.total,
    totalIsExact: true,
    page,
    pages: Math.min(lastPage, Math.max(1, Math.ceil(found.total / perPage))),
    sort,
    facets: presentFacets(found.facets, filters.options, ctx.locale),
    price:
      found.priceFrom === null || found.priceTo === null
        ? null
        : {
            from: found.priceFrom,
            to: found.priceTo,
            min: filters.priceMin,
            max: filters.priceMax,
            currency: ctx.currency,
          },
    tags: presentTags(found.tags, filters.tags, ctx.locale),
    ratings: found.ratings,
    rating: filters.rating,
    inStockCount: found.inStockCount,
    inStockOnly: filters.inStock,
  }
}

/** The promotions that run, and which of the goods in memory they are for. */
async function listOffers(ctx: Ctx): Promise<NonNullable<ListQuery['offers']>> {
  const terms = await shownTerms(ctx)
  const running = terms.promotions.map(({ slug }) => slug).join(' ')
  const indexed = await ctx.kept(
    `offer goods|${ctx.currency}|${running}`,
    ['promotions', 'catalog', 'list', 'config'],
    () => offerGoods(ctx.db, terms),
  )
  return { terms, indexed }
}

async function findScope(ctx: Ctx, input: Input<typeof contract.listProducts>): Promise<Scope | null> {
  if (input.category !== null) {
    const category = (await categoryRows(ctx)).find(({ slug }) => slug === input.category)
    return category ? { kind: 'category', id: category.id } : null
  }
  if (input.collection !== null) {
    const collection = (await collectionRows(ctx)).find(({ slug }) => slug === input.collection)
    return collection ? { kind: 'collection', id: collection.id } : null
  }
  if (input.tag !== null) {
    const tag = await tagBySlug(ctx.db, input.tag, fallbackChain(ctx.locale))
    return tag && { kind: 'tag', id: tag.id }
  }
  return { kind: 'all' }
}

/** All visible categories, for every page's menu: read once for a language. */
function categoryRows(ctx: Ctx): Promise<GroupRow[]> {
  return ctx.kept(`categories|${ctx.locale}`, ['catalog'], () =>
    allCategories(ctx.db, fallbackChain(ctx.locale)),
  )
}

function collectionRows(ctx: Ctx): Promise<GroupRow[]> {
  return ctx.kept(`collections|${ctx.locale}`, ['catalog'], () =>
    allCollections(ctx.db, fallbackChain(ctx.locale)),
  )
}

export async function productDetail(
  ctx: Ctx,
  input: Input<typeof contract.productDetail>,
): Answer<typeof contract.productDetail> {
  const found = await findProduct(ctx, input.slug)
  if (!found) return no({ name: 'unknown_product' })
  const { skus } = found.product
  const chosen =
    skus.find(({ sku }) => sku === input.sku) ?? skus.find(({ available }) => available !== 0) ?? skus[0]!
  return ok({ ...found.product, chosen: chosen.sku })
}

export interface FoundProduct {
  product: ProductView
  /** All that it has texts in. */
  languages: readonly string[]
  /** Cache tags of further data in its view. */
  tags: readonly string[]
}

/** Null if it does not exist, or cannot be bought in the visitor's currency. */
export async function findProduct(ctx: Ctx, slug: string): Promise<FoundProduct | null> {
  const { sizeGuide } = ctx.shop.shop
  const terms = await shownTerms(ctx)
  const found = await productBySlug(ctx.db, slug, terms, fallbackChain(ctx.locale), sizeGuide)
  if (!found || found.skus.length === 0) return null
  const product = presentProduct(found, terms, ctx)
  return {
    product: { ...product, description: await shownText(ctx, product.description) },
    languages: found.product.languages ?? [],
    tags: found.guideTags,
  }
}

/** A description with its pictures; empty while all that it has are pictures that are not fetched yet. */
async function shownText(ctx: Ctx, html: string): Promise<string> {
  const shown = await withPictures(ctx.db, html, { small: true })
  return isBlankHtml(shown) ? '' : shown
}

export async function relatedProducts(
  ctx: Ctx,
  input: Input<typeof contract.relatedProducts>,
): Answer<typeof contract.relatedProducts> {
  const found = await relatedCards(ctx.db, input.slug, input.limit, await shownTerms(ctx))
  return found === null
    ? no({ name: 'unknown_product' })
    : ok({
        products: found.related.map((row) => presentCard(row, ctx)),
        together: found.together.map((row) => presentTogether(row, ctx)),
      })
}

export async function recentProducts(
  ctx: Ctx,
  { ids }: Input<typeof contract.recentProducts>,
): Answer<typeof contract.recentProducts> {
  return ok({ products: await productCards(ctx, ids) })
}

/** The catalogue's part of the home page. */
export async function homeProducts(
  ctx: Ctx,
  limit = 8,
): Promise<{ newest: ProductCard[]; best: ProductCard[] }> {
  const [newest, best] = await Promise.all([newestIds(ctx.db, limit), bestIds(ctx.db, limit)])
  const all = await productCards(ctx, [...new Set([...newest, ...best])])
  const byId = new Map(all.map((card) => [card.id, card]))
  const pick = (ids: readonly number[]): ProductCard[] => ids.flatMap((id) => byId.get(id) ?? [])
  return { newest: pick(newest), best: pick(best) }
}

/** The cards of these products in the order of the ids; hidden and deleted ones are left out. */
export async function productCards(ctx: Ctx, ids: readonly number[]): Promise<ProductCard[]> {
  const found = await cardsById(ctx.db, ids, await shownTerms(ctx))
  return found.map((row) => presentCard(row, ctx))
}

/** The visible categories as a tree, in the merchant's order. */
export async function categoryTree(ctx: Ctx): Promise<CategoryNode[]> {
  return presentTree(await categoryRows(ctx), ctx)
}

export interface FoundCategory {
  id: number
  slug: string
  name: string
  /** HTML, sanitised when it was stored. */
  description: string
  picture: PictureView | null
  /** Its ancestors, from the root down. */
  trail: { name: string; href: string }[]
  children: CategoryNode[]
}

export async function findCategory(ctx: Ctx, slug: string): Promise<FoundCategory | null> {
  const all = await categoryRows(ctx)
  const found = all.find((row) => row.slug === slug)
  if (!found) return null
  const descriptions = await ctx.kept(`category|${found.id}|${ctx.locale}`, ['catalog'], () =>
    categoryDescriptions(ctx.db, found.id, fallbackChain(ctx.locale)),
  )
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const byId = new Map(all.map((row) => [row.id, row]))
  const trail: FoundCategory['trail'] = []
  for (let at = found.parentId; at !== null && trail.length < 10;) {
    const parent = byId.get(at)
    if (!parent) break
    trail.unshift({ name: pickText(parent.names, ctx.locale), href: links.category(parent.slug) })
    at = parent.parentId
  }
  const [node] = presentTree(
    all
      .map((row) => (row.id === found.id ? { ...row, parentId: null } : row))
      .filter((row) => row.id === found.id || isBelow(row.id, found.id, byId)),
    ctx,
  )
  const view = presentCollection({ ...found, descriptions }, ctx)
  return {
    id: found.id,
    slug: found.slug,
    name: view.name,
    description: await shownText(ctx, view.description),
    picture: view.picture,
    trail,
    children: node?.children ?? [],
  }
}

function isBelow(
  id: number,
  ancestor: number,
  byId: ReadonlyMap<number, { parentId: number | null }>,
): boolean {
  for (
    let at = byId.get(id)?.parentId ?? null, steps = 0;
    at !== null && steps < 20;
    at = byId.get(at)?.parentId ?? null, steps++
  ) {
    if (at === ancestor) return true
  }
  return false
}

export async function listCollections(ctx: Ctx): Promise<CollectionView[]> {
  const found = await collectionRows(ctx)
  return found.map((row) => presentCollection(row, ctx))
}

export async function findCollection(ctx: Ctx, slug: string): Promise<CollectionView | null> {
  const found = (await collectionRows(ctx)).find((row) => row.slug === slug)
  if (!found) return null
  const collection = presentCollection(found, ctx)
  return { ...collection, description: await shownText(ctx, collection.description) }
}

export async function findTag(ctx: Ctx, slug: string): Promise<{ slug: string; name: string } | null> {
  const found = await tagBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  return found && { slug: found.slug, name: pickText(found.names, ctx.locale) || found.slug }
}
