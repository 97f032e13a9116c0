import { z } from 'zod'
import { ruleFault } from '#domain/quantity/quantity-rule.ts'
import { units } from '#domain/unit-price.ts'
import {
  amount,
  code,
  formerSlugs,
  longTexts,
  picture,
  shortTexts,
  slug,
  slugs,
  texts,
} from './entry-parts.ts'

/*
 * Violet's own catalogue file, version 1: what `violet import FILE` reads and `violet export` writes.
 * Texts are objects by language: {"en": "Oak stool", "zh": "橡木凳"}. Amounts are decimal texts in major
 * units ("19.90", "2980"), so that a file can be written by hand; they become integers of minor units.
 */

const option = z.strictObject({
  /** The specification's code, such as `color`. */
  code,
  name: texts,
  values: z
    .array(z.strictObject({ code, name: texts, swatch: z.string().max(32).optional() }))
    .min(1)
    .max(200),
})

const price = z.strictObject({
  price: amount,
  linePrice: amount.optional(),
  /** The unit price when `from` or more are bought; each step cheaper than the one before. */
  tiers: z
    .array(z.strictObject({ from: z.int().min(2).max(9999), amount }))
    .min(1)
    .max(10)
    .optional(),
})

const unitCount = z.int().min(1).max(9999)
/** How many units one order may have: {"min": 12, "max": 96, "step": 6}. Without `min`, at least one step. */
const quantity = z
  .strictObject({ min: unitCount.optional(), max: unitCount.optional(), step: unitCount.optional() })
  .superRefine((rule, ctx) => {
    const fault = ruleFault(rule)
    if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
  })
export type QuantityEntry = z.output<typeof quantity>

const sku = z.strictObject({
  sku: code,
  /** Option code → value code: {"color": "sage", "size": "l"}. */
  options: z.record(z.string(), z.string()).default({}),
  /** By currency; the shop's base currency is required, absent ones are converted. */
  prices: z
    .record(z.string().regex(/^[A-Z]{3}$/), price)
    .refine((p) => Object.keys(p).length > 0, 'at least one price'),
  stock: z.int().min(0).max(1_000_000_000).default(0),
  backorder: z.boolean().default(false),
  /** Grams. */
  weight: z.int().min(0).max(100_000_000).optional(),
  barcode: z.string().max(64).optional(),
  /** The contents of a unit, and the quantity of the unit price: {"amount": 250, "unit": "g", "per": 100}. */
  unit: z
    .strictObject({
      amount: z.int().min(1).max(10_000_000),
      unit: z.enum(units),
      per: z.int().min(1).max(10_000),
    })
    .optional(),
  /** In place of the product's. */
  quantity: quantity.optional(),
})
export type SkuEntry = z.output<typeof sku>

/** An https URL, or a path inside the media folder given with `--media`. */
const fileSource = z
  .string()
  .max(500)
  .regex(
    /^(https:\/\/[^\s"'<>\\]+|[\w-][\w.-]*(\/[\w-][\w.-]*)*)$/,
    'an https address, or a path such as films/turn.webm',
  )
const video = z.strictObject({
  src: fileSource.regex(/\.(mp4|webm)$/i, 'a film ends in .mp4 or .webm'),
  /** A description of the film. */
  title: texts,
  /** The product's picture that is shown until the film starts, from 0. */
  poster: z.int().min(0).max(99).optional(),
  /** WebVTT, by language. */
  captions: z.record(z.string(), fileSource.regex(/\.vtt$/i, 'captions end in .vtt')).optional(),
})
export type VideoEntry = z.output<typeof video>

export const productEntry = z.strictObject({
  slug,
  slugs,
  formerSlugs,
  title: texts,
  summary: shortTexts.optional(),
  /** HTML, sanitised when read. */
  description: longTexts.optional(),
  seoTitle: texts.optional(),
  seoDescription: shortTexts.optional(),
  brand: z.string().max(120).optional(),
  type: z.string().max(120).optional(),
  visible: z.boolean().default(true),
  /** ISO 8601; orders "new". */
  publishedAt: z.iso.datetime({ offset: true }).optional(),
  /** Orders "best sellers" until the shop has sales of its own. */
  soldCount: z.int().min(0).max(1_000_000_000).optional(),
  rating: z.strictObject({ average: z.number().min(0).max(5), count: z.int().min(0) }).optional(),
  categories: z.array(slug).max(50).default([]),
  tags: z.array(slug).max(50).default([]),
  options: z.array(option).max(5).default([]),
  skus: z.array(sku).min(1).max(2_000),
  pictures: z.array(picture).max(100).default([]),
  /** Label → value rows such as material and care, by language. */
  details: z
    .array(z.strictObject({ label: texts, value: texts }))
    .max(40)
    .default([]),
  /** Slugs of products that are bought with it. One that the shop does not have is not shown. */
  goesWith: z.array(slug).max(10).optional(),
  /** The slug of a content page with a size guide. */
  sizeGuide: slug.optional(),
  /** A delivery class, as named in the configuration's delivery zones: "large". */
  delivery: code.optional(),
  /** A tax class, as named in the configuration's markets; `standard` if absent. */
  taxClass: code.optional(),
  /** Of each SKU that has none of its own. */
  quantity: quantity.optional(),
  videos: z.array(video).max(5).optional(),
})
export type ProductEntry = z.output<typeof productEntry>

export const categoryEntry = z.strictObject({
  slug,
  slugs,
  formerSlugs,
  parent: slug.optional(),
  name: texts,
  description: longTexts.optional(),
  picture: picture.optional(),
  position: z.int().min(0).max(1_000_000).default(0),
  visible: z.boolean().default(true),
  /** For products of it that name none themselves. */
  sizeGuide: slug.optional(),
})
export type CategoryEntry = z.output<typeof categoryEntry>

export const collectionEntry = z.strictObject({
  slug,
  slugs,
  formerSlugs,
  name: texts,
  description: longTexts.optional(),
  picture: picture.optional(),
  position: z.int().min(0).max(1_000_000).default(0),
  visible: z.boolean().default(true),
  products: z.array(slug).max(10_000).default([]),
})
export type CollectionEntry = z.output<typeof collectionEntry>

export const tagEntry = z.strictObject({ slug, slugs, formerSlugs, name: texts })
export type TagEntry = z.output<typeof tagEntry>

export const catalogFile = z.strictObject({
  format: z.literal('violet-catalog'),
  version: z.literal(1),
  categories: z.array(categoryEntry).default([]),
  tags: z.array(tagEntry).default([]),
  products: z.array(productEntry).default([]),
  collections: z.array(collectionEntry).default([]),
})
