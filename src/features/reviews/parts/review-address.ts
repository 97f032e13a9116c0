import { reviewSorts, type ReviewSort } from '../contract.ts'

/*
 * Which of a product's reviews its page shows is part of the page's address: `?order=new&reviews=2`.
 */

export interface ReviewChoice {
  page: number
  sort: ReviewSort
}

/** The keys that a page with reviews understands. */
export const reviewKeys = ['reviews', 'order'] as const

/** The section's own place in the page. */
export const reviewsId = 'reviews'

/** What makes no sense is read as if it was not there. */
export function readReviewChoice(query: URLSearchParams): ReviewChoice {
  const page = query.get('reviews') ?? ''
  const order = query.get('order')
  return {
    page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
    sort: reviewSorts.find((sort) => sort === order) ?? 'helpful',
  }
}

/** `base`: the product's address, which shows the first page of the most helpful ones. */
export function reviewsHref(base: string, { page, sort }: ReviewChoice): string {
  const query = new URLSearchParams({
    ...(sort === 'helpful' ? {} : { order: sort }),
    ...(page === 1 ? {} : { reviews: String(page) }),
  })
  return `${base}${query.size > 0 ? `?${query}` : ''}#${reviewsId}`
}
