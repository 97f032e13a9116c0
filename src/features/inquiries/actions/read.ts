import { findUploads, uploadUrl } from '#features/media/rules/uploads.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { FormView } from '../contract.ts'
import { findSubject } from '../queries.ts'
import { shownForm } from '../rules/forms.ts'

/** A form in the visitor's language; null when there is none with this slug. */
export async function findForm(ctx: Ctx, slug: string): Promise<FormView | null> {
  const shown = slug.includes('\0') ? null : await shownForm(ctx, slug)
  return shown?.form ?? null
}

/** What somebody asks about. */
export async function findAbout(ctx: Ctx, slug: string): Promise<{ slug: string; title: string } | null> {
  const found = slug === '' || slug.includes('\0') ? null : await findSubject(ctx.db, slug)
  return found === null ? null : { slug: found.slug, title: pickText(found.titles, ctx.locale) }
}

/** Pictures that were sent with a form that came back. */
export async function findSent(ctx: Ctx, ids: readonly string[]): Promise<{ id: string; url: string }[]> {
  const uploads = await findUploads(ctx.db, ids)
  return uploads.map(({ id, key }) => ({ id, url: uploadUrl(key) }))
}
