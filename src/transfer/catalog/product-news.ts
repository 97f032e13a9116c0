import type { Tx } from '#platform/server/db/db.ts'
import { productsBySlug } from '#features/catalog/queries/export.ts'
import { knownProducts, type KnownProduct } from '#features/catalog/queries/import-products.ts'
import { baseOf, mergeProduct } from './merge-product.ts'
import type { PreparedProduct, PrepareOptions } from './prepare.ts'
import type { Implied, Refusal } from '../formats/reading.ts'
import type { Lost } from '../merge/losses.ts'
import { settle, type Settling } from '../merge/settle.ts'
import type { WriteOptions } from '../pictures/write-pictures.ts'

/** A product of a file on its way into the shop. */
export interface ProductGiven extends Settling<PreparedProduct> {
  slug: string
  /** Slugs that it had before. */
  former: readonly string[]
  implied: Implied
  locale: string | null
  prepare: PrepareOptions
}

/** A product that is to be written. */
export interface ProductItem {
  line: number
  product: PreparedProduct
  implied: Implied
}

export interface ProductNews {
  items: ProductItem[]
  refusals: Refusal[]
  losses: Lost[]
  /** Products of which only the texts were taken. */
  unmatched: string[]
}

/** Products that are new or differ from the shop's, as they are to be. */
export async function newsOf(
  tx: Tx,
  given: readonly ProductGiven[],
  { pictures, merging }: WriteOptions,
): Promise<ProductNews> {
  const slugs = given.map(({ slug }) => slug)
  const known = new Map((await knownProducts(tx, slugs)).map((row) => [row.slug, row]))
  const isNews = (slug: string, product: PreparedProduct): boolean =>
    !isSame(product, known.get(slug), pictures)
  const differing = given.filter(({ slug, alone }) => !alone.ok || isNews(slug, alone.value))
  const there = differing.flatMap(({ slug }) => (known.has(slug) ? [slug] : []))
  const bases = new Map((await productsBySlug(tx, there)).map((found) => [found.slug, baseOf(found)]))
  const news: ProductNews = { items: [], refusals: [], losses: [], unmatched: [] }
  for (const item of differing) {
    const { slug, line, implied, locale, prepare } = item
    const base = bases.get(slug)
    // Pictures that are left alone cannot be lost.
    const losable = base === undefined || pictures ? base : { ...base, pictures: [] }
    const settled = settle(item, losable, merging, (_, said) =>
      mergeProduct(base!, said, { line, locale, mainLocale: merging.mainLocale }, prepare),
    )
    if (settled.ok && settled.value.prepared.isUnmatched === true) news.unmatched.push(slug)
    if (!settled.ok) {
      news.refusals.push({ what: 'refused', kind: 'product', name: slug, ...settled.problem })
    } else if (isNews(slug, settled.value.prepared)) {
      const { prepared: product, losses } = settled.value
      news.items.push({ line, product, implied: impliedBy(product, implied) })
      news.losses.push({ entry: slug, losses })
    }
  }
  return news
}

/** Without the groups that the product is not put into after all. */
function impliedBy({ entry }: PreparedProduct, { categories, tags }: Implied): Implied {
  const direct = categories.at(-1)
  const isIn = direct !== undefined && entry.categories.includes(direct.slug)
  return { categories: isIn ? categories : [], tags: tags.filter(({ slug }) => entry.tags.includes(slug)) }
}

function isSame(product: PreparedProduct, known: KnownProduct | undefined, withPictures: boolean): boolean {
  const { publishedAt, soldCount } = product.entry
  return (
    known !== undefined &&
    known.hash === product.hash &&
    (!withPictures || product.keepsPictures === true || known.picturesHash === product.picturesHash) &&
    (publishedAt === undefined || Date.parse(publishedAt) === known.publishedAt.getTime()) &&
    (soldCount === undefined || soldCount <= known.soldCount)
  )
}
