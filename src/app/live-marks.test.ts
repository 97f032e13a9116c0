import { expect, it } from 'vitest'
import type { ProductMarks } from '#features/catalog/queries/live.ts'
import { createMarks, type Marks } from './live-marks.ts'

const none = new Set<number>()

/** Marks of a catalogue that shows the products 1 to 9, all of them watched. */
function catalogue(most?: number) {
  const shown = new Map<number, ProductMarks>()
  for (let id = 1; id < 10; id++) shown.set(id, { id, prices: 'old', stock: 'in' })
  const watched = new Set(Array.from({ length: 200 }, (_, n) => n))
  const marks = createMarks({
    read: async (ids) => ids.flatMap((id) => shown.get(id) ?? []),
    isWatched: (id) => watched.has(id),
    ...(most === undefined ? {} : { most }),
  })
  return { shown, watched, marks }
}

const idsOf = (marks: Marks): number[] => [...marks.ids()].sort((a, b) => a - b)

it('stores nothing for products that do not exist, however many are named', async () => {
  const { marks } = catalogue()
  for (let from = 100; from < 200; from += 20)
    await marks.begin(
      Array.from({ length: 20 }, (_, n) => from + n),
      none,
    )
  await marks.begin([3, 150], none)
  expect(idsOf(marks)).toEqual([3])
})

it('stores nothing for a page that has gone while the products were read', async () => {
  const { marks, watched } = catalogue()
  const begun = marks.begin([1, 2], none)
  watched.delete(1)
  await begun
  expect(idsOf(marks)).toEqual([2])
  marks.drop(2)
  expect(idsOf(marks)).toEqual([])
  expect(await marks.compare([2])).toEqual([])
  expect(idsOf(marks)).toEqual([])
})

it('stores no more than there is room for', async () => {
  const { marks } = catalogue(3)
  await marks.begin([1, 2, 3, 4], none)
  await marks.begin([5], none)
  expect(idsOf(marks)).toEqual([1, 2, 3])
  marks.drop(1)
  await marks.begin([5], none)
  expect(idsOf(marks)).toEqual([2, 3, 5])
})

it('says once what differs', async () => {
  const { marks, shown } = catalogue()
  await marks.begin([1, 2], none)
  shown.set(1, { id: 1, prices: 'new', stock: 'in' })
  shown.delete(2)
  expect(await marks.compare([1, 2])).toEqual([
    { id: 1, prices: true, stock: false },
    { id: 2, prices: true, stock: true },
  ])
  expect(await marks.compare([1, 2])).toEqual([
    { id: 1, prices: false, stock: false },
    { id: 2, prices: false, stock: false },
  ])
})

it('notices a product of a cart that is shown again', async () => {
  const { marks, shown } = catalogue()
  await marks.begin([50], new Set([50]))
  shown.set(50, { id: 50, prices: 'old', stock: 'in' })
  expect(await marks.compare([50])).toEqual([{ id: 50, prices: true, stock: true }])
})
