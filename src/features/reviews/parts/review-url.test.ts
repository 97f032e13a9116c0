import { expect, it } from 'vitest'
import { reviewSorts } from '../contract.ts'
import { allReviews, readReviewChoice, reviewsHref } from './review-url.ts'

const base = '/zh/product/stool'

it.each(
  reviewSorts.flatMap((sort) =>
    [1, 2, 999].map((page) => ({
      ...allReviews,
      sort,
      page,
      stars: page === 2 ? 4 : null,
      ...(page === 999 ? { fit: 'small' as const, bought: { option: 'size', value: 'x-l' } } : {}),
    })),
  ),
)('reads back the address that it makes of %j', (choice) => {
  const url = new URL(reviewsHref(base, choice), 'http://shop.example')
  expect([url.pathname, url.hash]).toEqual([base, '#reviews'])
  expect(readReviewChoice(url.searchParams)).toEqual(choice)
})

it('says nothing in the address of what is shown anyway', () => {
  expect(reviewsHref(base, allReviews)).toBe(`${base}#reviews`)
  expect(reviewsHref(base, { ...allReviews, page: 2, sort: 'new', stars: 5 })).toBe(
    `${base}?order=new&reviews=2&stars=5#reviews`,
  )
})

it.each([
  'reviews=0',
  'reviews=-1',
  'reviews=1e3',
  'reviews=1000',
  'reviews=',
  'order=best',
  'order=toString',
  'stars=0',
  'stars=6',
  'stars=55',
  'fit=toString',
  'bought=size',
  'bought=~l',
  'bought=a~b~c',
  'bought=%3Cb%3E~x',
])('reads %s as if it was not there', (query) => {
  expect(readReviewChoice(new URLSearchParams(query))).toEqual(allReviews)
})
