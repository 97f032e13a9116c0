import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { fileOf } from './catalog/for-tests.ts'
import { counts as contentCounts, run } from './content/for-tests.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { ShopImportReport } from './import-shop.ts'

/* The documents show the smallest entry of each kind: all of it is needed, and nothing else is. */

type File = Record<string, unknown>

async function smallest(document: string): Promise<File> {
  const text = await readFile(`docs/${document}`, 'utf8')
  const block = /## The smallest entries\n[\s\S]*?```json\n([\s\S]*?)```/.exec(text)?.[1]
  return JSON.parse(block ?? '') as File
}

const importing = async (db: Database, file: File): Promise<ShopImportReport> =>
  run(db, await fileOf(JSON.stringify(file), 'entries.json'))

it('imports the smallest entries of the documents', async () => {
  const { db } = await freshDatabase()
  const catalog = await importing(db, await smallest('catalog-format.md'))
  const { products, categories, tags, collections } = catalog
  expect(catalog.problems).toEqual([])
  expect([products, categories, tags, collections].map(({ added }) => added)).toEqual([1, 1, 1, 1])
  const content = await importing(db, await smallest('content-format.md'))
  expect(content.problems).toEqual([])
  expect(contentCounts(content)).toEqual(
    Object.fromEntries(
      ['articles', 'pages', 'promotions', 'coupons', 'forms', 'reviews', 'comments'].map((kind) => [
        kind,
        [1, 0, 0, 0],
      ]),
    ),
  )
})

it.each(['catalog-format.md', 'content-format.md'])('needs each of their members: %s', async (document) => {
  const { db } = await freshDatabase()
  await importing(db, await smallest('catalog-format.md'))
  const { format, version, ...lists } = await smallest(document)
  for (const [list, [entry]] of Object.entries(lists as Record<string, [File]>)) {
    for (const member of Object.keys(entry)) {
      // Another name, so that the shop does not have it already.
      const name = 'code' in entry && !('slug' in entry) ? 'code' : 'slug'
      const { [member]: _, ...rest } = { ...entry, [name]: `new-${member.toLowerCase()}` }
      const report = await importing(db, { format, version, [list]: [rest] })
      expect([list, member, report.problems.length]).toEqual([list, member, 1])
    }
  }
})
