import type { Tx } from '#platform/server/db/db.ts'
import { knownProducts, type KnownProduct } from '#features/catalog/queries/import-products.ts'
import type { PreparedProduct } from './prepare.ts'
import type { Implied } from '../formats/reading.ts'
import type { PictureWriter } from '../pictures/write-pictures.ts'

/** A checked product on its way into the shop. */
export interface ProductItem {
  line: number
  product: PreparedProduct
  implied: Implied
}

/** Those that the shop does not have already, just as they are. */
export async function newsOf(
  tx: Tx,
  items: readonly ProductItem[],
  withPictures: boolean,
): Promise<ProductItem[]> {
  const slugs = items.map(({ product }) => product.entry.slug)
  const known = new Map((await knownProducts(tx, slugs)).map((row) => [row.slug, row]))
  return items.filter(({ product }) => !isSame(product, known.get(product.entry.slug), withPictures))
}

/** Draws what new products will show, ahead of the transaction in which shoppers wait for its locks. */
export async function drawAhead(tx: Tx, items: readonly ProductItem[], writer: PictureWriter): Promise<void> {
  const news = await newsOf(tx, items, true)
  await writer.draw(
    tx,
    news.flatMap(({ product }) => product.pictures.map(({ made }) => made)),
  )
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
