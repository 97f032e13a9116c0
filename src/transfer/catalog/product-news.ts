import type { Tx } from '#platform/server/db/db.ts'
import { knownProducts, type KnownProduct } from '#features/catalog/queries/import-products.ts'
import type { PreparedProduct } from './prepare.ts'
import type { Implied } from '../formats/reading.ts'

/** A checked product on its way into the shop. */
export interface ProductItem {
  line: number
  product: PreparedProduct
  implied: Implied
}

/** Products that are new or differ from the shop's. */
export async function newsOf(
  tx: Tx,
  items: readonly ProductItem[],
  withPictures: boolean,
): Promise<ProductItem[]> {
  const slugs = items.map(({ product }) => product.entry.slug)
  const known = new Map((await knownProducts(tx, slugs)).map((row) => [row.slug, row]))
  return items.filter(({ product }) => !isSame(product, known.get(product.entry.slug), withPictures))
}

function isSame(product: PreparedProduct, known: KnownProduct | undefined, withPictures: boolean): boolean {
  const { publishedAt, soldCount } = product.entry
  return (
    known !== undefined &&
    known.hash === product.hash &&
    (!withPictures || known.picturesHash === product.picturesHash) &&
    (publishedAt === undefined || Date.parse(publishedAt) === known.publishedAt.getTime()) &&
    (soldCount === undefined || soldCount <= known.soldCount)
  )
}
