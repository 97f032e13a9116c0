import { no, ok, type Result } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract.ts'
import type { CategoryNode, CollectionView, PictureView, ProductCard } from '../contract.ts'
import {
  pickText,
  presentCard,
  presentCollection,
  presentFacets,
  presentProduct,
  presentTree,
} from '../present.ts'
import {
  allCategories,
  allCollections,
  categoryBySlug,
  collectionBySlug,
  tagBySlug,
} from '../queries/groups.ts'
import { listIds, type Scope } from '../queries/list.ts'
import {
  bestIds,
  cardsById,
  newestIds,
  productBySlug,
  productIdBySlug,
  relatedIds,
} from '../queries/product.ts'

/** Products on one page of a listing. */
export const perPage = 48

type Answer<
  E extends typeof contract.listProducts | typeof contract.productDetail | typeof contract.relatedProducts,
> = Promise<Result<Output<E>, Problem<E>>>

export async function listProducts(
  ctx: Ctx,
  input: Input<typeof contract.listProducts>,
): Answer<typeof contract.listProducts> {
  const scope = await findScope(ctx, input)
  if (!scope) return no({ name: 'not_found' })
  const { filters, sort, page } = input
  const query = { scope, filters, sort, currency: ctx.currency, limit: perPage, offset: (page - 1) * perPage }
  const found = await listIds(ctx.db, query)
  const cards = await cardsById(ctx.db, found.ids, ctx.currency, fallbackChain(ctx.locale))
  return ok({
    products: cards.map((row) => presentCard(row, ctx)),
    total: found.total,
    page,
    pages: Math.max(1, Math.ceil(found.total / perPage)),
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
    inStockOnly: filters.inStock,
  })
}

async function findScope(ctx: Ctx, input: Input<typeof contract.listProducts>): Promise<Scope | null> {
  const chain = fallbackChain(ctx.locale)
  if (input.category !== null) {
    const category = await categoryBySlug(ctx.db, input.category, chain)
    return category && { kind: 'category', id: category.id }
  }
  if (input.collection !== null) {
    const collection = await collectionBySlug(ctx.db, input.collection, chain)
    return collection && { kind: 'collection', id: collection.id }
  }
  if (input.tag !== null) {
    const tag = await tagBySlug(ctx.db, input.tag, chain)
    return tag && { kind: 'tag', id: tag.id }
  }
  return { kind: 'all' }
}

export async function productDetail(
  ctx: Ctx,
  input: Input<typeof contract.productDetail>,
): Answer<typeof contract.productDetail> {
  const found = await productBySlug(ctx.db, input.slug, ctx.currency, fallbackChain(ctx.locale))
  return found && found.skus.length > 0 ? ok(presentProduct(found, ctx)) : no({ name: 'unknown_product' })
}

export async function relatedProducts(
  ctx: Ctx,
  input: Input<typeof contract.relatedProducts>,
): Answer<typeof contract.relatedProducts> {
  const id = await productIdBySlug(ctx.db, input.slug)
  if (id === null) return no({ name: 'unknown_product' })
  return ok({ products: await cards(ctx, await relatedIds(ctx.db, id, input.limit)) })
}

/** What the home page shows of the catalogue. */
export async function homeProducts(
  ctx: Ctx,
  limit = 8,
): Promise<{ newest: ProductCard[]; best: ProductCard[] }> {
  const [newest, best] = await Promise.all([newestIds(ctx.db, limit), bestIds(ctx.db, limit)])
  const all = await cards(ctx, [...new Set([...newest, ...best])])
  const byId = new Map(all.map((card) => [card.id, card]))
  const pick = (ids: readonly number[]): ProductCard[] => ids.flatMap((id) => byId.get(id) ?? [])
  return { newest: pick(newest), best: pick(best) }
}

async function cards(ctx: Ctx, ids: readonly number[]): Promise<ProductCard[]> {
  const found = await cardsById(ctx.db, ids, ctx.currency, fallbackChain(ctx.locale))
  return found.map((row) => presentCard(row, ctx))
}

/** The visible categories as a tree, in the merchant's order. */
export async function categoryTree(ctx: Ctx): Promise<CategoryNode[]> {
  return presentTree(await allCategories(ctx.db, fallbackChain(ctx.locale)), ctx)
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
  const chain = fallbackChain(ctx.locale)
  const [found, all] = await Promise.all([categoryBySlug(ctx.db, slug, chain), allCategories(ctx.db, chain)])
  if (!found) return null
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
  const view = presentCollection(found, ctx)
  return {
    id: found.id,
    slug: found.slug,
    name: view.name,
    description: view.description,
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
  const found = await allCollections(ctx.db, fallbackChain(ctx.locale))
  return found.map((row) => presentCollection(row, ctx))
}

export async function findCollection(ctx: Ctx, slug: string): Promise<CollectionView | null> {
  const found = await collectionBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  return found && presentCollection(found, ctx)
}

export async function findTag(ctx: Ctx, slug: string): Promise<{ slug: string; name: string } | null> {
  const found = await tagBySlug(ctx.db, slug, fallbackChain(ctx.locale))
  return found && { slug: found.slug, name: pickText(found.names, ctx.locale) || found.slug }
}
