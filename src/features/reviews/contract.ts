import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView, type PictureView } from '#wire/picture-view.ts'

/* Reviews, as pages, islands and calls see them. */

const reviewView = z.object({
  id: z.int(),
  author: z.string(),
  score: z.int().min(1).max(5),
  title: z.string().nullable(),
  /** Plain text with line breaks. */
  content: z.string(),
  /** BCP 47, of title and content. */
  lang: z.string(),
  /** The day in words, and as ISO 8601. */
  date: z.string(),
  createdAt: z.string(),
  /** The purchased variant: "Sage, Large"; empty if unknown. */
  bought: z.string(),
  verified: z.boolean(),
  /** People who found it helpful. */
  helpful: z.int(),
  pictures: z.array(pictureView),
  reply: z.object({ content: z.string(), date: z.string() }).nullable(),
})
export type ReviewView = z.output<typeof reviewView>

/** `helpful`: in the visitor's language first. */
export const reviewSorts = ['helpful', 'new', 'high', 'low'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const reviewPage = z.object({
  reviews: z.array(reviewView),
  /** Of all scores, whatever was chosen. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  sort: z.enum(reviewSorts),
  stars: z.int().nullable(),
  /** One decimal; null without any review. */
  average: z.number().nullable(),
  /** How many gave 5, 4, 3, 2 and 1. */
  spread: z.array(z.object({ score: z.int(), count: z.int() })).length(5),
})
export type ReviewPage = z.output<typeof reviewPage>

export const listReviews = endpoint({
  path: '/review/list',
  summary: 'One page of the reviews of a product, with how many gave which score',
  input: z.strictObject({
    product: z.string().min(1).max(120),
    page: z.int().min(1).max(1_000).default(1),
    sort: z.enum(reviewSorts).default('helpful'),
    /** Only those that gave this score. */
    stars: z.int().min(1).max(5).nullable().default(null),
  }),
  output: reviewPage,
  problems: ['unknown_product'],
})

/** Counts a visitor once. */
export const findHelpful = endpoint({
  path: '/review/helpful',
  summary: 'Says that a review has helped',
  writes: true,
  input: z.strictObject({ review: z.int().min(1) }),
  /** How many say so now, and that in words. */
  output: z.object({ helpful: z.int(), text: z.string() }),
  problems: ['unknown_review'],
})

/** A review for the home page, with its product. */
export interface Praise {
  id: number
  author: string
  content: string
  /** BCP 47. */
  lang: string
  product: { title: string; href: string; picture: PictureView | null }
}
