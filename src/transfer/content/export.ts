import type { ExportOptions } from '../catalog/export.ts'
import { beginSnapshot } from '#features/catalog/queries/export.ts'
import { exportedArticles, exportedComments, exportedPages } from '#features/content/queries/export.ts'
import { exportedForms } from '#features/inquiries/queries.ts'
import { exportedCoupons, exportedPromotions } from '#features/promotions/queries/export.ts'
import { exportedReviews } from '#features/reviews/queries/export.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import {
  articleEntryOf,
  commentEntryOf,
  couponEntryOf,
  formEntryOf,
  pageEntryOf,
  promotionEntryOf,
  reviewEntryOf,
} from './entries.ts'
import { exportedPictures } from './queries.ts'
import { plurals, type ContentKind } from './read.ts'

export type ContentExportReport = Record<(typeof plurals)[ContentKind], number>

const page = 500

/**
 * Writes all content in our own format, in one snapshot, one entry in a line. The same content gives the same bytes,
 * and importing them changes nothing.
 */
export async function exportContent(
  db: Database,
  { write, picture }: ExportOptions,
): Promise<ContentExportReport> {
  return db.transact(async (tx) => {
    await beginSnapshot(tx)
    await write('{"format":"violet-content","version":1')
    const list = <R extends { slug: string } | { code: string }>(
      name: string,
      next: (tx: Tx, after: string, limit: number) => Promise<R[]>,
      entryOf: (row: R) => unknown,
    ): Promise<number> => writeList(tx, write, name, next, entryOf)
    const counts = {
      articles: await list('articles', exportedArticles, articleEntryOf),
      pages: await list('pages', exportedPages, pageEntryOf),
      promotions: await list('promotions', exportedPromotions, promotionEntryOf),
      coupons: await list('coupons', exportedCoupons, couponEntryOf),
      forms: await list('forms', exportedForms, formEntryOf),
      reviews: await list('reviews', exportedReviews, reviewEntryOf),
      comments: await list('comments', exportedComments, commentEntryOf),
    }
    await write('}\n')
    if (picture !== null) for (const found of await exportedPictures(tx)) await picture(found)
    return counts
  })
}

async function writeList<R extends { slug: string } | { code: string }>(
  tx: Tx,
  write: ExportOptions['write'],
  name: string,
  next: (tx: Tx, after: string, limit: number) => Promise<R[]>,
  entryOf: (row: R) => unknown,
): Promise<number> {
  await write(`,\n"${name}":[`)
  let count = 0
  let rows = await next(tx, '', page)
  for (; rows.length > 0; rows = await next(tx, keyOf(rows.at(-1)!), page)) {
    await write(`${count === 0 ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(entryOf(row))).join(',\n')}`)
    count += rows.length
  }
  await write(count === 0 ? ']' : '\n]')
  return count
}

function keyOf(row: { slug: string } | { code: string }): string {
  return 'slug' in row ? row.slug : row.code
}
