import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exported, fileOf, scratchFolder } from '../catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import {
  contentFileOf,
  counts,
  everything,
  exportedContent,
  rating,
  run,
  stocked,
  tableStates,
} from './for-tests.ts'

describe('an export of content', () => {
  it('gives the same bytes for the same content, which change nothing when imported', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf(everything), { pictures: 'later' })
    const text = await exportedContent(db)
    const before = await tableStates(db)
    const report = await run(db, await fileOf(text), { pictures: 'later' })
    expect([report.problems, counts(report)]).toEqual([
      [],
      {
        articles: [0, 0, 1, 0],
        pages: [0, 0, 2, 0],
        promotions: [0, 0, 1, 0],
        coupons: [0, 0, 2, 0],
        forms: [0, 0, 1, 0],
        reviews: [0, 0, 1, 0],
        comments: [0, 0, 2, 0],
      },
    ])
    expect(await tableStates(db)).toEqual(before)

    const other = (await freshDatabase()).db
    const folder = await scratchFolder()
    await writeFile(join(folder, 'catalog.json'), await exported(db))
    await writeFile(join(folder, 'content.json'), text)
    expect((await run(other, folder, { pictures: 'later' })).problems).toEqual([])
    expect(await exportedContent(other)).toBe(text)
    expect(await rating(other, 'stool')).toEqual({ rating_average: 5, rating_count: 1 })
  })

  it('writes an empty shop too', async () => {
    const { db } = await freshDatabase()
    const text = await exportedContent(db)
    expect(JSON.parse(text)).toEqual({
      format: 'violet-content',
      version: 1,
      articles: [],
      pages: [],
      promotions: [],
      coupons: [],
      forms: [],
      reviews: [],
      comments: [],
    })
    expect((await run(db, await fileOf(text))).problems).toEqual([])
  })
})
