import { fits, reviewSorts, type Bought, type Fit, type ReviewSort } from '../contract.ts'

/*
 * Which of a product's reviews its page shows is part of the page's URL: `?order=new&reviews=2&stars=5&fit=true&bought=size~l`.
 */

export interface ReviewChoice {
  page: number
  sort: ReviewSort
  /** Only those that gave this score. */
  stars: number | null
  fit: Fit | null
  /** Only those who bought this value of an option. */
  bought: Bought | null
}

/** What a page shows to who has chosen nothing. */
export const allReviews: ReviewChoice = { page: 1, sort: 'helpful', stars: null, fit: null, bought: null }

/** The keys that a page with reviews understands. */
export const reviewKeys = ['reviews', 'order', 'stars', 'fit', 'bought'] as const

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
    fit: fits.find((fit) => fit === query.get('fit')) ?? null,
    bought: readBought(query.get('bought') ?? ''),
  }
}

function readBought(text: string): Bought | null {
  const read = /^([\w-]{1,64})~([\w-]{1,64})$/.exec(text)
  return read === null ? null : { option: read[1]!, value: read[2]! }
}

/** `base`: the product's URL, which shows the first page of the most helpful ones. */
export function reviewsHref(base: string, choice: ReviewChoice): string {
  const query = searchOf(choice)
  return `${base}${query.size > 0 ? `?${query}` : ''}#${reviewsId}`
}

/** Whether a query says a choice as links do. Another spelling of it would be cached as a page of its own. */
export function isSpelledOut(query: URLSearchParams, choice: ReviewChoice): boolean {
  const right = searchOf(choice)
  return reviewKeys.every((key) => query.getAll(key).join() === (right.get(key) ?? ''))
}

function searchOf({ page, sort, stars, fit, bought }: ReviewChoice): URLSearchParams {
  return new URLSearchParams({
    ...(sort === 'helpful' ? {} : { order: sort }),
    ...(page === 1 ? {} : { reviews: String(page) }),
    ...(stars === null ? {} : { stars: String(stars) }),
    ...(fit === null ? {} : { fit }),
    ...(bought === null ? {} : { bought: `${bought.option}~${bought.value}` }),
  })
}
