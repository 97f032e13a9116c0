import { amountText } from '#domain/money.ts'
import { readTile } from '#features/media/rules/tile.ts'
import type { CategoryEntry, CollectionEntry, ProductEntry, TagEntry } from '#wire/catalog-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import type {
  ExportedGroup,
  ExportedPicture,
  ExportedProduct,
  ExportedTag,
} from '#features/catalog/queries/export.ts'

/*
 * Rows → entries of our format, in the spelling that import gives an entry: absent instead of null, own prices
 * only. The order of the members is the order in which a person wants to read them.
 */

export function categoryEntryOf(group: ExportedGroup & { sizeGuide: string | null }): CategoryEntry {
  return {
    slug: group.slug,
    ...slugsMember(group),
    ...(group.parent === null ? {} : { parent: group.parent }),
    ...groupMembers(group),
    ...(group.sizeGuide === null ? {} : { sizeGuide: group.sizeGuide }),
  }
}

export function collectionEntryOf(group: ExportedGroup & { products: string[] }): CollectionEntry {
  return { slug: group.slug, ...slugsMember(group), ...groupMembers(group), products: group.products }
}

export function tagEntryOf(tag: ExportedTag): TagEntry {
  return { slug: tag.slug, ...slugsMember(tag), name: tag.names }
}

export function productEntryOf(product: ExportedProduct): ProductEntry {
  const texts = (field: 'summary' | 'description' | 'seoTitle' | 'seoDescription') => {
    const found = product.texts.flatMap((text) =>
      text[field] === null ? [] : [[text.locale, text[field]] as const],
    )
    return found.length === 0 ? {} : { [field]: Object.fromEntries(found) }
  }
  return {
    slug: product.slug,
    ...slugsMember(product),
    title: Object.fromEntries(product.texts.map(({ locale, title }) => [locale, title])),
    ...texts('summary'),
    ...texts('description'),
    ...texts('seoTitle'),
    ...texts('seoDescription'),
    ...(product.brand === null ? {} : { brand: product.brand }),
    ...(product.type === null ? {} : { type: product.type }),
    visible: product.visible,
    publishedAt: product.publishedAt.toISOString(),
    soldCount: product.soldCount,
    ...(product.ratingAverage === null
      ? {}
      : { rating: { average: product.ratingAverage, count: product.ratingCount } }),
    categories: product.categories,
    tags: product.tags,
    options: product.options,
    skus: product.skus.map((sku) => ({
      sku: sku.sku,
      options: sku.options,
      prices: Object.fromEntries(
        sku.prices.map(({ currency, amount, line, tiers }) => [
          currency,
          {
            price: amountText(amount, currency),
            ...(line === null ? {} : { linePrice: amountText(line, currency) }),
            ...(tiers === null
              ? {}
              : {
                  tiers: tiers.map((tier) => ({
                    from: tier.from,
                    amount: amountText(tier.amount, currency),
                  })),
                }),
          },
        ]),
      ),
      stock: sku.onHand,
      backorder: sku.backorder,
      ...(sku.weight === null ? {} : { weight: sku.weight }),
      ...(sku.barcode === null ? {} : { barcode: sku.barcode }),
      ...(sku.unit === null ? {} : { unit: sku.unit }),
      ...(sku.quantity === null ? {} : { quantity: sku.quantity }),
    })),
    pictures: product.pictures.map(pictureEntryOf),
    details: product.details,
    ...(product.goesWith.length === 0 ? {} : { goesWith: product.goesWith }),
    ...(product.sizeGuide === null ? {} : { sizeGuide: product.sizeGuide }),
    ...(product.delivery === null ? {} : { delivery: product.delivery }),
    ...(product.taxClass === null ? {} : { taxClass: product.taxClass }),
    ...(product.quantity === null ? {} : { quantity: product.quantity }),
    ...(product.videos.length === 0 ? {} : { videos: product.videos }),
  }
}

/** In single languages. */
export function slugsMember({ slugs }: { slugs: Record<string, string> | null }): {
  slugs?: Record<string, string>
} {
  return slugs === null ? {} : { slugs }
}

function groupMembers(group: ExportedGroup): Omit<CategoryEntry, 'slug' | 'parent'> {
  return {
    name: group.names,
    ...(group.descriptions === null ? {} : { description: group.descriptions }),
    ...(group.picture === null
      ? {}
      : { picture: pictureEntryOf({ ...group.picture, alt: {}, options: {} }) }),
    position: group.position,
    visible: group.visible,
  }
}

export function pictureEntryOf(
  picture: ExportedPicture & { alt: Record<string, string>; options: Record<string, string> },
): PictureEntry {
  const tint = picture.made === null ? null : readTile(picture.made).tint
  return {
    ...(picture.source !== null || picture.made === null
      ? { src: sourceOf(picture) }
      : tint === null
        ? {}
        : { tint }),
    ...(Object.keys(picture.alt).length === 0 ? {} : { alt: picture.alt }),
    ...(Object.keys(picture.options).length === 0 ? {} : { for: picture.options }),
  }
}

/** How a file names a picture: by its source, or by its path among the exported pictures. */
export function sourceOf({ source, key }: { source: string | null; key: string }): string {
  return source ?? `originals/${key}`
}
