import { z } from 'zod'

export const sorts = ['featured', 'new', 'price-asc', 'price-desc', 'best', 'rating'] as const
export type Sort = (typeof sorts)[number]

const slug = z.string().min(1).max(120)

/**
 * Filters: option code → chosen value codes. Each count says how many products there would be with this value alone
 * of its kind, and with everything chosen of the other kinds.
 */
export const filters = z.strictObject({
  options: z
    .record(z.string().max(64), z.array(z.string().max(64)).max(50))
    .refine((chosen) => Object.keys(chosen).length <= 20)
    .default({}),
  /** Minor units of the visitor's currency. */
  priceMin: z.int().min(0).nullable().default(null),
  priceMax: z.int().min(0).nullable().default(null),
  inStock: z.boolean().default(false),
  /** Slugs: products with any of them. */
  tags: z.array(slug).max(50).default([]),
  /** Minimum stars. */
  rating: z.int().min(1).max(4).nullable().default(null),
})
export type Filters = z.output<typeof filters>
