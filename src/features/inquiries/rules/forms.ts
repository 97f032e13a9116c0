import type { Ctx } from '#platform/server/context.ts'
import type { FormView } from '../contract.ts'
import { presentForm } from '../present.ts'
import { findFormRow } from '../queries.ts'

/** The form that every shop has. A merchant's of this slug takes its place, and takes it away if it is not visible. */
export const feedbackSlug = 'feedback'

/** A form that visitors may see, in their language; `id` null for the shop's own. */
export async function shownForm(
  ctx: Pick<Ctx, 'db' | 'locale' | 't' | 'words'>,
  slug: string,
): Promise<{ id: number | null; form: FormView } | null> {
  const row = await findFormRow(ctx.db, slug)
  if (row !== null) return row.visible ? { id: row.id, form: presentForm(row, ctx.locale) } : null
  return slug === feedbackSlug ? { id: null, form: feedbackForm(ctx) } : null
}

function feedbackForm({ t, words }: Pick<Ctx, 't' | 'words'>): FormView {
  return {
    slug: feedbackSlug,
    title: t('inquiry.feedback.title'),
    summary: t('inquiry.feedback.summary'),
    contentLabel: t('inquiry.feedback.content'),
    // As every form without words of its own.
    thanks: '',
    languages: words.languages,
    fields: [
      {
        code: 'name',
        label: t('inquiry.feedback.name'),
        help: null,
        kind: 'text',
        required: false,
        choices: [],
      },
      {
        code: 'email',
        label: t('inquiry.feedback.email'),
        help: t('inquiry.feedback.email_help'),
        kind: 'email',
        required: true,
        choices: [],
      },
    ],
  }
}
