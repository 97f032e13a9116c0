import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { FormEntry } from '#wire/content-format.ts'
import { putForms } from '../queries.ts'

/** Writes checked inquiry forms that differ. */
export async function importForms(tx: Tx, forms: readonly { entry: FormEntry }[]): Promise<EntriesPut> {
  const put = await putForms(
    tx,
    forms.map(({ entry }) => ({
      row: { slug: entry.slug, visible: entry.visible, fields: entry.fields },
      texts: Object.entries(entry.title).map(([locale, title]) => ({
        locale,
        title,
        summary: entry.summary[locale] ?? null,
        content_label: entry.contentLabel[locale] ?? null,
        thanks: entry.thanks[locale] ?? null,
      })),
    })),
  )
  if (put.added.size + put.changed.size > 0) await announceChanges(tx, ['inquiries'], true)
  return put
}
