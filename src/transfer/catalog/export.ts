import { open } from 'node:fs/promises'
import type { Database } from '#platform/server/db/db.ts'
import { categoryEntryOf, collectionEntryOf, productEntryOf, sourceOf, tagEntryOf } from './export-entries.ts'
import { copyName } from '../pictures/fetch-pictures.ts'
import { isUrl } from '../pictures/pictures.ts'
import {
  beginSnapshot,
  exportedCategories,
  exportedCollections,
  exportedPictures,
  exportedTags,
  nextProducts,
  openProducts,
} from '#features/catalog/queries/export.ts'

export interface ExportReport {
  categories: number
  tags: number
  products: number
  collections: number
}

export interface ExportOptions {
  /** Receives the file's text piece by piece; the next piece is made after it resolves. */
  write(text: string): Promise<void>
  /** Called for each picture that is no tile; null keeps the pictures out. */
  picture: ((picture: { source: string | null; key: string }) => Promise<void>) | null
}

const page = 200

/**
 * Writes the whole catalogue in our own format, in one snapshot, one entry in a line. The same catalogue gives the
 * same bytes, and importing them changes nothing.
 */
export async function exportCatalog(db: Database, { write, picture }: ExportOptions): Promise<ExportReport> {
  return db.transact(async (tx) => {
    await beginSnapshot(tx)
    const categories = (await exportedCategories(tx)).map(categoryEntryOf)
    const tags = (await exportedTags(tx)).map(tagEntryOf)
    await write('{"format":"violet-catalog","version":1,\n')
    await write(`"categories":${lines(categories)},\n"tags":${lines(tags)},\n"products":[`)

    let products = 0
    await openProducts(tx)
    for (let found = await nextProducts(tx, page); found.length > 0; found = await nextProducts(tx, page)) {
      const entries = found.map((product) => JSON.stringify(productEntryOf(product))).join(',\n')
      await write(`${products === 0 ? '\n' : ',\n'}${entries}`)
      products += found.length
    }
    const collections = (await exportedCollections(tx)).map(collectionEntryOf)
    await write(`${products === 0 ? '' : '\n'}],\n"collections":${lines(collections)}}\n`)
    if (picture !== null) for (const found of await exportedPictures(tx)) await picture(found)
    return { categories: categories.length, tags: tags.length, products, collections: collections.length }
  })
}

/** The path under which an import finds this picture in a media folder. @param original path of its bytes */
export async function pictureFile(
  picture: { source: string | null; key: string },
  original: string,
): Promise<string> {
  const source = sourceOf(picture)
  return isUrl(source) ? copyName(source, await extensionOf(original)) : source
}

async function extensionOf(path: string): Promise<'webp' | 'jpg'> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'RIFF' ? 'webp' : 'jpg'
  } finally {
    await file.close()
  }
}

function lines(entries: readonly unknown[]): string {
  return entries.length === 0 ? '[]' : `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
}
