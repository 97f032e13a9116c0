import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PictureSource } from '#ui/picture.tsx'
import type { SectionLink, SectionPicture } from '#wire/section-pieces.ts'
import { hrefIn } from '../href-in.ts'
import type { SectionFiles } from './section.ts'

/** A link with words in some language; null for one without. */
export function linkIn(ctx: Ctx, link: SectionLink | null): { href: string; text: string } | null {
  const text = link === null ? '' : pickText(link.text, ctx.locale)
  return link === null || text === '' ? null : { href: hrefIn(ctx, link.href), text }
}

/** The picture that a section names, with its words; null where the theme does not have it. */
export function pictureIn(ctx: Ctx, files: SectionFiles, named: SectionPicture | null): PictureSource | null {
  const found = named === null ? null : files.picture(named.file)
  return named === null || found === null ? null : { ...found, alt: pickText(named.alt, ctx.locale) }
}
