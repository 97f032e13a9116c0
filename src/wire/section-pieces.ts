import { z } from 'zod'

/* What the sections and the frame of a theme are made of. */

/** Texts by language. */
export const words = (most: number) => z.record(z.string().max(20), z.string().max(most)).default({})

/** A picture of the theme's folder by its path. */
export const pictureFile = z
  .string()
  .regex(
    /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.(avif|gif|jpg|jpeg|png|webp)$/,
    'should be a picture of the theme, such as assets/studio.webp',
  )

/** A picture of the theme's folder, and what it shows for who does not see it; none where it only adorns. */
export const picture = z.strictObject({ file: pictureFile, alt: words(300) })
export type SectionPicture = z.output<typeof picture>

/** A path of the shop, without language, or a URL elsewhere. */
export const href = z
  .string()
  .max(500)
  .regex(
    /^(\/(?![/\\])|https:\/\/)[^\s\\]*$/,
    'should be a path of the shop without language, such as /article, or https://…',
  )

/** Words beside a picture, words over one wide picture, words on the shop's colour. */
export const heroShapes = ['split', 'banner', 'panel'] as const

export const link = z.strictObject({ href, text: words(80) })
export type SectionLink = z.output<typeof link>

/** The slug of an entry of the shop. */
export const slug = z.string().min(1).max(120)

/** Where products come from: the last three need a slug or slugs. */
export const goods = {
  from: z.enum(['new', 'best', 'collection', 'category', 'tag', 'named']),
  slug: z.string().max(120).default(''),
  slugs: z.array(slug).max(24).default([]),
}

interface Goods {
  from: 'new' | 'best' | 'collection' | 'category' | 'tag' | 'named'
  slug: string
  slugs: string[]
}

/** Whether the slugs are there that the source of products needs. */
export function checkGoods({ from, slug: named, slugs }: Goods, ctx: z.RefinementCtx): void {
  if (['collection', 'category', 'tag'].includes(from) && named === '')
    ctx.addIssue({ code: 'custom', path: ['slug'], message: `is missing: it names the ${from}` })
  if (from === 'named' && slugs.length === 0)
    ctx.addIssue({
      code: 'custom',
      path: ['slugs'],
      message: 'is missing: it names the products, such as ["oak-stool"]',
    })
}

/** A track of a film, below media/films. */
export const captions = z.strictObject({
  lang: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, 'should be a language, such as en'),
  file: z.string().regex(/^[\w-][\w./-]{0,150}\.vtt$/, 'should be a file .vtt below media/films'),
})
