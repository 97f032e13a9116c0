import { reviewSorts, type ReviewSort } from '../contract.ts'

/*
 * Which of a product's reviews its page shows is part of the page's URL: `?order=new&reviews=2&stars=5`.
 */

export interface ReviewChoice {
  page: number
  sort: ReviewSort
  /** Only those that gave this score. */
  stars: number | null
}

/** The keys that a page with reviews understands. */
export const reviewKeys = ['reviews', 'order', 'stars'] as const

/** The section's own place in the page. */
export const reviewsId = 'reviews'

/** What makes no sense is read as if it was not there. */
export function readReviewChoice(query: URLSearchParams): ReviewChoice {
  const page = query.get('reviews') ?? ''
  const order = query.get('order')
  const stars = query.get('stars') ?? ''
  return {
    page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
    sort: reviewSorts.find((sort) => sort === order) ?? 'helpful',
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
  }
}

/** `base`: the product's URL, which shows the first page of the most helpful ones. */
export function reviewsHref(base: string, { page, sort, stars }: ReviewChoice): string {
  const query = new URLSearchParams({
    ...(sort === 'helpful' ? {} : { order: sort }),
    ...(page === 1 ? {} : { reviews: String(page) }),
    ...(stars === null ? {} : { stars: String(stars) }),
  })
  return `${base}${query.size > 0 ? `?${query}` : ''}#${reviewsId}`
}
