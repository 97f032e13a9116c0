import { expect, it } from 'vitest'
import { pagesShown } from './pagination.tsx'

it.each([
  [1, 2, [1, 2]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
])('page %i of %i shows %j', (page, pages, expected) => {
  expect(pagesShown(page, pages)).toEqual(expected)
})
