import { describe, expect, it } from 'vitest'
import { fileOf } from '../catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { catalog, contentFileOf, counts, rating, review, run, stocked } from './for-tests.ts'

describe('reviews', () => {
  it('make the rating of their product, and an import of the catalogue leaves it alone', async () => {
    const db = await stocked((await freshDatabase()).db)
    expect(await rating(db, 'cup')).toEqual({ rating_average: 3.1, rating_count: 40 })
    await run(
      db,
      await contentFileOf({
        reviews: [review('a', { score: 5 }), review('b', { score: 4 }), review('c', { score: 4 })],
      }),
    )
    expect(await rating(db, 'cup')).toEqual({ rating_average: 4.33, rating_count: 3 })

    const changed = structuredClone(catalog)
    Object.assign(changed.products[0]!, { title: { en: 'Bigger cup' } })
    const report = await run(db, await fileOf(JSON.stringify(changed)))
    expect(report.products).toMatchObject({ changed: 1, same: 1 })
    expect(await rating(db, 'cup')).toEqual({ rating_average: 4.33, rating_count: 3 })

    await run(db, await contentFileOf({ reviews: [review('c', { score: 1, product: 'stool' })] }))
    expect(await rating(db, 'cup')).toEqual({ rating_average: 4.5, rating_count: 2 })
    expect(await rating(db, 'stool')).toEqual({ rating_average: 1, rating_count: 1 })
  })

  it('leave a product that has lost its last one without a rating, until the catalogue gives one', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf({ reviews: [review('a')] }))
    await run(db, await contentFileOf({ reviews: [review('a', { product: 'stool' })] }))
    expect(await rating(db, 'cup')).toEqual({ rating_average: null, rating_count: 0 })
  })

  it('keep what shoppers found helpful since', async () => {
    const db = await stocked((await freshDatabase()).db)
    await run(db, await contentFileOf({ reviews: [review('a', { helpful: 2 })] }))
    await db.pool.query('update reviews set helpful_count = 9')
    await run(db, await contentFileOf({ reviews: [review('a', { helpful: 3, title: 'New' })] }))
    expect((await db.pool.query('select title, helpful_count from reviews')).rows).toEqual([
      { title: 'New', helpful_count: 9 },
    ])
  })

  it('go in by the thousand, not one by one', async () => {
    const db = await stocked((await freshDatabase()).db)
    const reviews = Array.from({ length: 1_000 }, (_, n) => review(`rv-${n}`, { score: (n % 5) + 1 }))
    const file = await contentFileOf({ reviews })
    const report = await run(db, file)
    expect(counts(report)).toEqual({ reviews: [1_000, 0, 0, 0] })
    // Only what is far too slow fails: the machine may be busy.
    expect(report.ms).toBeLessThan(5_000)
    expect(await rating(db, 'cup')).toEqual({ rating_average: 3, rating_count: 1_000 })
  })
})
