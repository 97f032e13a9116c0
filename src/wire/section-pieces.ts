import { z } from 'zod'

/* What the sections and the frame of a theme are made of. */

/** Texts by language. */
export const words = (most: number) => z.record(z.string().max(20), z.string().max(most)).default({})

/** A picture of the theme's folder, and what it shows for who does not see it; none where it only adorns. */
export const picture = z.strictObject({
  file: z
    .string()
    .regex(
      /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.(avif|gif|jpg|jpeg|png|webp)$/,
      'a picture of the theme, such as assets/studio.webp',
    ),
  alt: words(300),
})
export type SectionPicture = z.output<typeof picture>

/** A path of the shop, without language, or a URL elsewhere. */
export const href = z
  .string()
  .max(500)
  .regex(/^(\/(?![/\\])|https:\/\/)[^\s\\]*$/, 'a path of the shop (/…) or https://…')

export const link = z.strictObject({ href, text: words(80) })
export type SectionLink = z.output<typeof link>
