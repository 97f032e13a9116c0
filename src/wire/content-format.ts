import { z } from 'zod'
import {
  amount,
  code,
  formerSlugs,
  line,
  longTexts,
  picture,
  shortTexts,
  slug,
  slugs,
  texts,
} from './entry-parts.ts'

/*
 * Violet's own content file, version 1: articles, pages, promotions, coupons, inquiry forms, reviews and comments, as
 * `violet import` reads and `violet export` writes them. It is in the same folder as the catalogue files.
 */

const when = z.iso.datetime({ offset: true })

/** How longer texts are written. Markdown becomes HTML when it is read; both are sanitised. */
const format = z.enum(['html', 'markdown']).default('html')

const article = z.strictObject({
  slug,
  slugs,
  formerSlugs,
  title: texts,
  /** Plain text: on cards and in search results. */
  summary: shortTexts,
  format,
  body: longTexts,
  author: z.strictObject({ name: texts, about: shortTexts.optional() }),
  picture: picture.optional(),
  tags: z.array(slug).max(50).default([]),
  /** Products of the article; shown with it, in this order. */
  products: z.array(slug).max(50).default([]),
  publishedAt: when,
  /** The last change that readers should know of. */
  updatedAt: when.optional(),
  visible: z.boolean().default(true),
})
export type ArticleEntry = z.output<typeof article>

const page = z.strictObject({
  slug,
  slugs,
  formerSlugs,
  title: texts,
  summary: shortTexts.optional(),
  format,
  body: longTexts,
  picture: picture.optional(),
  visible: z.boolean().default(true),
})
export type PageEntry = z.output<typeof page>

/** By currency; the shop's base currency is required, others are converted by its rates. */
const amounts = z
  .record(z.string().regex(/^[A-Z]{3}$/), amount)
  .refine((found) => Object.keys(found).length > 0, 'at least one currency')
const percent = z.int().min(1).max(100)

const benefit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percent'), percent }),
  z.strictObject({ kind: z.literal('amount'), amounts }),
  /** Each unit it applies to costs this. */
  z.strictObject({ kind: z.literal('fixed-price'), amounts }),
  z.strictObject({ kind: z.literal('free-shipping') }),
  /** For each `buy` units, `get` of the cheapest others are cheaper by `percent`. */
  z.strictObject({
    kind: z.literal('buy-get'),
    buy: z.int().min(1).max(100),
    get: z.int().min(1).max(100),
    percent: percent.default(100),
  }),
  /** The highest step that is reached counts. */
  z.strictObject({
    kind: z.literal('tiered'),
    steps: z
      .array(z.strictObject({ quantity: z.int().min(1).max(10_000), percent }))
      .min(1)
      .max(10),
  }),
])

/** All given conditions must hold. The lists name the goods it applies to; without any it applies to everything. */
const conditions = z.strictObject({
  minimumAmount: amounts.optional(),
  minimumQuantity: z.int().min(1).max(10_000).optional(),
  products: z.array(slug).max(1_000).default([]),
  categories: z.array(slug).max(1_000).default([]),
  collections: z.array(slug).max(1_000).default([]),
  firstOrder: z.boolean().default(false),
})

const promotion = z.strictObject({
  slug,
  formerSlugs,
  name: texts,
  summary: shortTexts,
  /** Of the description. */
  format,
  description: longTexts.optional(),
  picture: picture.optional(),
  startsAt: when.optional(),
  endsAt: when.optional(),
  conditions: conditions.prefault({}),
  benefit,
  visible: z.boolean().default(true),
})
export type PromotionEntry = z.output<typeof promotion>

const coupon = z.strictObject({
  slug,
  formerSlugs,
  /** The code that shoppers type; compared without regard to case. */
  code: code.max(40),
  name: texts,
  summary: shortTexts,
  startsAt: when.optional(),
  endsAt: when.optional(),
  conditions: conditions.prefault({}),
  benefit,
  /** Listed for everyone; otherwise only for those who know the code. */
  claimable: z.boolean().default(true),
  /** Uses in all; absent for no end. */
  limit: z.int().min(1).max(1_000_000_000).optional(),
  limitPerCustomer: z.int().min(1).max(1_000).default(1),
  /** May be used together with another coupon. */
  stackable: z.boolean().default(false),
  visible: z.boolean().default(true),
})
export type CouponEntry = z.output<typeof coupon>

const formField = z.strictObject({
  code,
  label: texts,
  help: shortTexts.optional(),
  kind: z.enum(['text', 'email', 'phone', 'number', 'long-text', 'choice']),
  required: z.boolean().default(false),
  /** Of a choice. */
  choices: z
    .array(z.strictObject({ code, name: texts }))
    .max(50)
    .default([]),
})

/** An inquiry form. Every form also has a message and up to six pictures. */
const form = z.strictObject({
  slug,
  formerSlugs,
  title: texts,
  summary: shortTexts,
  contentLabel: texts,
  fields: z.array(formField).max(20).default([]),
  thanks: shortTexts,
  visible: z.boolean().default(true),
})
export type FormEntry = z.output<typeof form>

const review = z.strictObject({
  /** Identifies the review when the file is imported again. */
  code,
  product: slug,
  /** The purchased SKU; its option values are shown with the review. */
  sku: code.optional(),
  author: line,
  /** The language it is written in. */
  locale: z.string().max(10),
  score: z.int().min(1).max(5),
  title: line.optional(),
  /** Plain text. */
  content: z.string().min(1).max(5_000),
  pictures: z.array(picture).max(6).default([]),
  createdAt: when,
  /** People who found it helpful. */
  helpful: z.int().min(0).max(1_000_000).default(0),
  /** The writer bought it here. */
  verified: z.boolean().default(false),
  /** How it fits: runs small, is true to size, runs large. */
  fit: z.enum(['small', 'true', 'large']).optional(),
  /** When the writer changed it. */
  editedAt: when.optional(),
  reply: z.strictObject({ content: z.string().min(1).max(5_000), createdAt: when }).optional(),
})
export type ReviewEntry = z.output<typeof review>

const comment = z.strictObject({
  /** Identifies the comment when the file is imported again. */
  code,
  article: slug,
  /** The code of the comment that it answers. */
  answers: code.optional(),
  author: line,
  /** The language it is written in. */
  locale: z.string().max(10),
  /** Plain text. */
  content: z.string().min(1).max(5_000),
  createdAt: when,
  /** Written by the article's author or the shop. */
  official: z.boolean().default(false),
})
export type CommentEntry = z.output<typeof comment>

export const contentFile = z.strictObject({
  format: z.literal('violet-content'),
  version: z.literal(1),
  articles: z.array(article).default([]),
  pages: z.array(page).default([]),
  promotions: z.array(promotion).default([]),
  coupons: z.array(coupon).default([]),
  forms: z.array(form).default([]),
  reviews: z.array(review).default([]),
  comments: z.array(comment).default([]),
})
