import { ruleOf, type QuantityRule } from '#domain/quantity/quantity-rule.ts'
import { keepSources } from '#features/media/rules/prose.ts'
import { slugFaults, takeFormerNames, takeSlugs } from '#features/names/shop.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { bumpVersions, refreshCards, refreshSpans, refreshStock } from '#features/catalog/queries/derived.ts'
import { categoryNodes, tagIds } from '#features/catalog/queries/import-groups.ts'
import {
  insertProducts,
  lockSkus,
  productIds,
  productsOfSkus,
  putCategories,
  putPrices,
  putSkus,
  putTags,
  putTexts,
  setHashes,
  updateProducts,
  type PriceRowIn,
  type ProductRowIn,
  type SkuRowIn,
  type TextRowIn,
} from '#features/catalog/queries/import-products.ts'
import { ancestorsOf, treeOf, type Tree } from './category-tree.ts'
import type { PreparedProduct } from './prepare.ts'
import { newsOf, type ProductGiven, type ProductItem } from './product-news.ts'
import type { Lost } from '../merge/losses.ts'
import { refused, type Refusal } from '../formats/reading.ts'
import { shown } from '#wire/shown-text.ts'
import { ensureImplied } from './write-groups.ts'
import { writeProductPictures, type WriteOptions } from '../pictures/write-pictures.ts'

export interface BatchWritten {
  added: number
  changed: number
  same: number
  skus: { added: number; changed: number; retired: number }
  newCategories: number
  newTags: number
  refusals: Refusal[]
  losses: Lost[]
  /** Products of which only the texts were taken. */
  unmatched: string[]
}

/**
 * Writes a batch of products with different slugs, each completely or not at all. Unchanged products are not written.
 */
export async function writeProducts(
  tx: Tx,
  items: readonly ProductGiven[],
  options: WriteOptions,
): Promise<BatchWritten> {
  await takeFormerNames(
    tx,
    'product',
    items.map(({ slug, former }) => ({ slug, former })),
  )
  const { items: news, refusals, losses, unmatched } = await newsOf(tx, items, options)
  const same = items.length - news.length - refusals.length
  const skuFaults = await findSkuFaults(tx, news)
  const sound = news.filter((item) => keep(item, skuFaults.get(item) ?? null))
  const implied = await ensureImplied(
    tx,
    sound.map((item) => item.implied),
  )
  const tree = treeOf(await categoryNodes(tx))
  const tags = await tagIds(tx, [...new Set(sound.flatMap(({ product }) => product.entry.tags))])
  const taken = await slugFaults(
    tx,
    'product',
    sound.map(({ product: { entry } }) => ({ slug: entry.slug, slugs: entry.slugs ?? {} })),
  )
  const accepted = sound.filter((item) =>
    keep(item, unknownName(item, tree, tags) ?? taken.get(item.product.entry.slug) ?? null),
  )

  const written = {
    added: 0,
    changed: 0,
    same,
    skus: { added: 0, changed: 0, retired: 0 },
    ...implied,
    refusals,
    unmatched,
    losses: losses.filter(({ entry }) => accepted.some(({ product }) => product.entry.slug === entry)),
  }
  if (accepted.length === 0) return written
  return { ...written, ...(await writeRows(tx, accepted, tree, tags, options, written.same)) }

  function keep(item: ProductItem, fault: string | null): boolean {
    if (fault !== null) refusals.push(refused('product', item.product.entry.slug, item.line, fault))
    return fault === null
  }
}

/** Refusals for SKUs of other products, and for stock below the units that orders hold. Locks the SKUs. */
async function findSkuFaults(tx: Tx, items: readonly ProductItem[]): Promise<Map<ProductItem, string>> {
  const faults = new Map<ProductItem, string>()
  const known = new Map(
    (
      await lockSkus(
        tx,
        items.flatMap(({ product }) => product.entry.skus.map(({ sku }) => sku)),
      )
    ).map((row) => [row.sku, row]),
  )
  const claimed = new Map<string, string>()
  for (const item of items) {
    const { slug, skus } = item.product.entry
    for (const { sku, stock, backorder } of skus) {
      const row = known.get(sku)
      const owner = row?.product ?? claimed.get(sku) ?? slug
      const onHand = row === undefined || row.importedOnHand === stock ? (row?.onHand ?? stock) : stock
      if (owner !== slug)
        faults.set(item, `the SKU ${shown(sku)} of ${shown(slug)} belongs to ${shown(owner)}`)
      else if (row !== undefined && !backorder && row.held > onHand)
        faults.set(
          item,
          `a stock of ${onHand} for the SKU ${shown(sku)} is below the ${row.held} that orders hold`,
        )
    }
    if (!faults.has(item)) for (const { sku } of skus) claimed.set(sku, slug)
  }
  return faults
}

function unknownName({ product }: ProductItem, tree: Tree, tags: ReadonlyMap<string, number>): string | null {
  const category = product.entry.categories.find((slug) => !tree.bySlug.has(slug))
  if (category !== undefined) return `the category ${shown(category)} is not known`
  const tag = product.entry.tags.find((slug) => !tags.has(slug))
  return tag === undefined ? null : `the tag ${shown(tag)} is not known`
}

async function writeRows(
  tx: Tx,
  items: readonly ProductItem[],
  tree: Tree,
  tags: ReadonlyMap<string, number>,
  options: WriteOptions,
  alreadySame: number,
): Promise<Pick<BatchWritten, 'added' | 'changed' | 'same' | 'skus'>> {
  const productRows = items.map(({ product }) => productRow(product))
  const addedSlugs = new Set(await insertProducts(tx, productRows, options.now))
  const updated = await updateProducts(
    tx,
    productRows.filter((row) => !addedSlugs.has(row.slug)),
  )
  const idBySlug = await productIds(
    tx,
    productRows.map(({ slug }) => slug),
  )
  const withIds = items.map(({ product }) => ({ id: idBySlug.get(product.entry.slug)!, product }))
  const ids = withIds.map(({ id }) => id)

  const categoryRows = withIds.flatMap(({ id, product }) => categoryRowsOf(id, product, tree))
  const skus = await putSkus(
    tx,
    ids,
    withIds.flatMap(({ id, product }) => skuRows(id, product)),
  )
  const repriced = await putPrices(
    tx,
    [...skus.ids.values()],
    withIds.flatMap(({ product }) => priceRowsOf(product, skus.ids)),
  )
  const touched = new Set([
    ...updated,
    ...skus.products,
    ...(await productsOfSkus(tx, repriced)),
    ...(await putTexts(
      tx,
      ids,
      withIds.flatMap(({ id, product }) => textRows(id, product)),
    )),
    ...(await takeSlugs(
      tx,
      'product',
      withIds.map(({ id, product }) => ({ id, slugs: product.entry.slugs ?? {} })),
    )),
    ...(await putCategories(tx, ids, categoryRows)),
    ...(await putTags(
      tx,
      ids,
      withIds.flatMap(({ id, product }) =>
        product.entry.tags.map((tag) => ({ product_id: id, tag_id: tags.get(tag)! })),
      ),
    )),
    ...(options.pictures
      ? await writeProductPictures(
          tx,
          withIds.filter(({ product }) => product.keepsPictures !== true),
        )
      : []),
    ...(await refreshSpans(tx, ids)),
    ...(await refreshStock(tx, ids)),
    ...(await refreshCards(tx, ids)),
  ])
  await keepSources(
    tx,
    items.flatMap(({ product }) => Object.values(product.entry.description ?? {})),
  )
  const addedIds = new Set([...addedSlugs].map((slug) => idBySlug.get(slug)!))
  const changedIds = [...touched].filter((id) => !addedIds.has(id))
  await bumpVersions(tx, changedIds)
  await setHashes(
    tx,
    withIds.map(({ id, product }) => ({
      id,
      hash: product.hash,
      pictures_hash: options.pictures && product.keepsPictures !== true ? product.picturesHash : null,
    })),
  )

  const listed = new Set([...changedIds, ...addedIds])
  const categories = new Set(
    categoryRows.filter((row) => listed.has(row.product_id)).map((row) => `category:${row.category_id}`),
  )
  await announceChanges(
    tx,
    changedIds.map((id) => `product:${id}`),
    true,
  )
  if (listed.size > 0) await announceChanges(tx, ['list', ...categories], false)
  return {
    added: addedIds.size,
    changed: changedIds.length,
    same: alreadySame + ids.length - addedIds.size - changedIds.length,
    skus: { added: skus.added, changed: skus.changed, retired: skus.retired },
  }
}

function productRow({ entry }: PreparedProduct): ProductRowIn {
  return {
    slug: entry.slug,
    visible: entry.visible,
    brand: entry.brand ?? null,
    type: entry.type ?? null,
    options: entry.options,
    details: entry.details,
    goes_with: entry.goesWith ?? [],
    size_guide: entry.sizeGuide ?? null,
    delivery: entry.delivery ?? null,
    tax_class: entry.taxClass ?? null,
    quantity: entry.quantity ?? null,
    videos: entry.videos ?? [],
    rating_average: entry.rating?.average ?? null,
    rating_count: entry.rating?.count ?? null,
    sold_count: entry.soldCount ?? null,
    published_at: entry.publishedAt ?? null,
  }
}

function textRows(id: number, { entry }: PreparedProduct): TextRowIn[] {
  return Object.entries(entry.title).map(([locale, title]) => ({
    product_id: id,
    locale,
    title,
    summary: entry.summary?.[locale] ?? null,
    description: entry.description?.[locale] ?? null,
    seo_title: entry.seoTitle?.[locale] ?? null,
    seo_description: entry.seoDescription?.[locale] ?? null,
  }))
}

function skuRows(id: number, { entry }: PreparedProduct): SkuRowIn[] {
  return entry.skus.map((sku, position) => ({
    product_id: id,
    sku: sku.sku,
    position,
    options: sku.options,
    on_hand: sku.stock,
    backorder: sku.backorder,
    weight: sku.weight ?? null,
    barcode: sku.barcode ?? null,
    unit: sku.unit ?? null,
    quantity: sku.quantity ?? null,
    ...quantityColumns(ruleOf(sku.quantity, entry.quantity)),
  }))
}

function quantityColumns({
  minQuantity,
  maxQuantity,
  quantityStep,
}: QuantityRule): Pick<SkuRowIn, 'min_quantity' | 'max_quantity' | 'quantity_step'> {
  return { min_quantity: minQuantity, max_quantity: maxQuantity, quantity_step: quantityStep }
}

function priceRowsOf({ entry, prices }: PreparedProduct, skuIds: ReadonlyMap<string, number>): PriceRowIn[] {
  return entry.skus.flatMap(({ sku }, index) =>
    prices[index]!.map(({ currency, amount, lineAmount, tiers, converted }) => ({
      sku_id: skuIds.get(sku)!,
      currency,
      amount,
      line_amount: lineAmount,
      tiers,
      converted,
    })),
  )
}

function categoryRowsOf(
  id: number,
  { entry }: PreparedProduct,
  tree: Tree,
): { product_id: number; category_id: number; direct: boolean }[] {
  const direct = new Set(entry.categories.map((slug) => tree.bySlug.get(slug)!.id))
  const above = new Set([...direct].flatMap((category) => ancestorsOf(tree, category)))
  return [...direct.union(above)].map((category) => ({
    product_id: id,
    category_id: category,
    direct: direct.has(category),
  }))
}
