import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { createDatabase } from './database.ts'
import { configure } from '#app/configure.ts'
import { noon, scratchFolder, type WhenDone } from '#transfer/catalog/for-tests.ts'
import { article, catalog, comment, coupon, page, review } from '#transfer/content/for-tests.ts'
import type { Configure, loadDemo } from '#transfer/demo/demo.ts'

export interface Shop {
  db: Database
  mediaDir: string
  now: Date
  say: (line: string) => void
  configure: Configure
}

export async function emptyShop(whenDone: WhenDone = onTestFinished): Promise<Shop> {
  const database = await createDatabase()
  whenDone(() => database.drop())
  return {
    db: database.db,
    mediaDir: await scratchFolder(whenDone),
    now: noon,
    say: () => {},
    configure,
  }
}

/** A demo as it lies in its folders. */
export async function demoFolders(
  more: { products?: object[] } = {},
  whenDone: WhenDone = onTestFinished,
): Promise<Parameters<typeof loadDemo>[1]> {
  const root = await scratchFolder(whenDone)
  const folders = [join(root, 'catalog'), join(root, 'content')]
  for (const folder of [...folders, join(root, 'media')]) await mkdir(folder)
  await writeFile(join(root, 'shop.json'), JSON.stringify({ shop: { name: 'Demo' } }))
  const products = [...catalog.products, ...(more.products ?? [])]
  await writeFile(join(folders[0]!, 'all.json'), JSON.stringify({ ...catalog, products }))
  const content = {
    format: 'violet-content',
    version: 1,
    articles: [article('oak', { products: ['stool'], tags: ['oak'] })],
    pages: [page('shipping')],
    coupons: [coupon('welcome')],
    reviews: [review('rv-1'), review('rv-2', { score: 4 })],
    comments: [comment('co-1')],
  }
  await writeFile(join(folders[1]!, 'all.json'), JSON.stringify(content))
  return { settings: join(root, 'shop.json'), folders, pictures: join(root, 'media') }
}
