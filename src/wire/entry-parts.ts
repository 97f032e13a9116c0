import { z } from 'zod'

/* Parts that entries of catalogue and content files share. */

export const slug = z
  .string()
  .min(1)
  .max(120)
  .regex(
    /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]*(?:[-_.][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u,
    'lower-case letters, digits, and - _ . between them',
  )
/** Former slugs, so that old URLs redirect: an existing entry with one of them is renamed. */
export const formerSlugs = z.array(slug).max(20).optional()
/** Slugs in single languages, in place of `slug`: {"zh": "橡木凳"}. */
export const slugs = z.record(z.string(), slug).optional()
export const code = z.string().min(1).max(64).regex(/^\S+$/u, 'no spaces')
export const line = z.string().min(1).max(300)
const long = z.string().max(65_536)
export const texts = z
  .record(z.string(), line)
  .refine((t) => Object.keys(t).length > 0, 'at least one language')
export const longTexts = z.record(z.string(), long)
/** Up to 1 000 characters of plain text, by language. */
export const shortTexts = z.record(z.string(), z.string().max(1_000))
export const amount = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, 'a price such as "19.90"')

const tint = z.string().max(32)

export const picture = z
  .strictObject({
    /** A URL, a path inside the media folder given with `--media`, or absent where there is no picture. */
    src: z.string().max(2_000).optional(),
    alt: texts.optional(),
    /** Shown when these values are chosen: {"color": "sage"}. */
    for: z.record(z.string(), z.string()).optional(),
    /** The colour, as CSS has it, of the tile that stands where there is no picture. */
    tint: tint.optional(),
    /** What files said before `tint`: of the drawing that this described, the colour counts. */
    made: z.looseObject({ color: tint }).optional(),
  })
  .transform(({ made, ...rest }) => ({ ...(made && { tint: made.color }), ...rest }))
export type PictureEntry = z.output<typeof picture>
