import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { pictureView, type PictureView } from '#wire/picture-view.ts'

/* Reviews, as pages, islands and calls see them. */

/** How it fits; for products that come in sizes. */
export const fits = ['small', 'true', 'large'] as const
export type Fit = (typeof fits)[number]

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
  /**
   * `order`: this shop has the order that it was written for. `merchant`: the merchant says that it was bought here, of
   * reviews that came with a file.
   */
  checked: z.enum(['order', 'merchant']).nullable(),
  fit: z.enum(fits).nullable(),
  /** The writer changed it afterwards. */
  isEdited: z.boolean(),
  /** People who found it helpful. */
  helpful: z.int(),
  pictures: z.array(pictureView),
  reply: z.object({ content: z.string(), date: z.string() }).nullable(),
})
export type ReviewView = z.output<typeof reviewView>

/** `helpful`: in the visitor's language first. */
export const reviewSorts = ['helpful', 'new', 'high', 'low'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** An option's value that somebody bought: `size` and `l`. */
const bought = z.strictObject({ option: z.string().min(1).max(64), value: z.string().min(1).max(64) })
export type Bought = z.output<typeof bought>

export const reviewPage = z.object({
  reviews: z.array(reviewView),
  /** Of all scores, whatever was chosen. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  sort: z.enum(reviewSorts),
  stars: z.int().nullable(),
  fit: z.enum(fits).nullable(),
  bought: bought.nullable(),
  /** One decimal; null without any review. */
  average: z.number().nullable(),
  /** How many gave 5, 4, 3, 2 and 1. */
  spread: z.array(z.object({ score: z.int(), count: z.int() })).length(5),
  /** How many said how it fits; empty where nobody did. */
  fits: z.array(z.object({ fit: z.enum(fits), count: z.int() })),
  /** Options of which more than one value was bought by those who wrote. */
  options: z.array(
    z.object({
      option: z.string(),
      name: z.string(),
      values: z.array(z.object({ value: z.string(), name: z.string(), count: z.int() })),
    }),
  ),
  /** The newest pictures of all reviews. */
  pictures: z.array(pictureView),
  /** Of all, how many were checked against an order. */
  checked: z.int(),
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
    /** Only those who found that it fits like this. */
    fit: z.enum(fits).nullable().default(null),
    /** Only those who bought this value of an option. */
    bought: bought.nullable().default(null),
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

/** Pictures of one review. */
export const mostPictures = 6
/** Characters. */
export const mostContent = 5_000
export const mostTitle = 120
export const mostName = 60

const words = {
  score: z.int().min(1).max(5),
  title: lineField(mostTitle).default(''),
  content: textField(mostContent).default(''),
  /** Who wrote it, to others; empty: the first name and an initial of the order. */
  displayName: lineField(mostName).default(''),
  fit: z.enum(fits).nullable().default(null),
  /** Ids that `/upload/image` answered with. */
  images: z.array(z.string().max(64)).max(mostPictures).default([]),
}

const reviewStates = ['pending', 'published', 'refused'] as const

/** A review as its writer sees it. */
export const ownReview = z.object({
  id: z.int(),
  /** What the line bought: its id is the address of the page. */
  orderLine: z.int(),
  href: z.string(),
  product: z.object({ title: z.string(), choice: z.string(), href: z.string().nullable() }),
  picture: pictureView.nullable(),
  score: z.int(),
  title: z.string().nullable(),
  content: z.string(),
  displayName: z.string(),
  fit: z.enum(fits).nullable(),
  pictures: z.array(pictureView),
  date: z.string(),
  state: z.enum(reviewStates),
  /** What that means, and why it was refused. */
  stateText: z.string(),
  /** It has not been changed yet. */
  mayEdit: z.boolean(),
  reply: z.object({ content: z.string(), date: z.string() }).nullable(),
})
export type OwnReview = z.output<typeof ownReview>

const writing = ['invalid_input', 'unknown_picture', 'too_many_pictures', 'too_many_requests'] as const

export const addReview = endpoint({
  path: '/review/add',
  summary: 'Reviews what a line of an own order bought, once it has arrived',
  writes: true,
  input: z.strictObject({ orderLine: z.int().min(1), ...words }),
  output: ownReview,
  problems: ['unknown_order_line', 'not_arrived', 'review_exists', ...writing],
})

/** Once; it waits in the queue again. */
export const editReview = endpoint({
  path: '/review/edit',
  summary: 'Changes an own review',
  writes: true,
  input: z.strictObject({
    review: z.int().min(1),
    ...words,
    /** The keys of its pictures that stay. */
    keep: z.array(z.string().max(64)).max(mostPictures).default([]),
  }),
  output: ownReview,
  problems: ['unknown_review', 'review_edited', ...writing],
})

export const deleteReview = endpoint({
  path: '/review/delete',
  summary: 'Deletes an own review for good',
  writes: true,
  input: z.strictObject({ review: z.int().min(1) }),
  output: z.object({}),
  problems: ['unknown_review'],
})

/** What somebody may review, and has: of the own orders, and of those that links of mails have opened. */
export const myReviews = endpoint({
  path: '/review/mine',
  summary: 'The own reviews, and the lines of orders that wait for one',
  input: z.strictObject({ page: z.int().min(1).max(1_000).default(1) }),
  output: z.object({
    reviews: z.array(ownReview),
    /** Newest first; on the first page alone. */
    waiting: z.array(
      z.object({
        orderLine: z.int(),
        href: z.string(),
        title: z.string(),
        choice: z.string(),
        picture: pictureView.nullable(),
        date: z.string(),
      }),
    ),
    page: z.int(),
    pages: z.int(),
  }),
})

/** By a mail's link, without signing in. */
export const endReviewMails = endpoint({
  path: '/review/unsubscribe',
  summary: 'Ends the mails that ask for reviews',
  writes: true,
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.object({}),
  problems: ['stale_link'],
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
