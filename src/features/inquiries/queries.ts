import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { putEntries, type EntriesPut, type EntryTable } from '#platform/server/db/put-entries.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { rows } from '#platform/server/db/rows.ts'
import type { FormEntry } from '#wire/content-format.ts'

/* All SQL on inquiry forms. */

export const formTable: EntryTable = {
  name: 'inquiry_forms',
  key: 'slug',
  columns: { visible: 'boolean', fields: 'jsonb' },
}
const formTexts: OwnedTable = {
  name: 'inquiry_form_texts',
  owner: 'inquiry_form_id',
  key: { locale: 'text' },
  columns: { title: 'text', summary: 'text', content_label: 'text', thanks: 'text' },
}

export interface FormIn {
  row: { slug: string; visible: boolean; fields: FormEntry['fields'] }
  texts: readonly {
    locale: string
    title: string
    summary: string | null
    content_label: string | null
    thanks: string | null
  }[]
}

export async function putForms(tx: Tx, given: readonly FormIn[]): Promise<EntriesPut> {
  const put = await putEntries(
    tx,
    formTable,
    given.map(({ row }) => row),
  )
  const owned = given.map(({ row, texts }) => ({ id: put.ids.get(row.slug)!, texts }))
  const touched = await replaceRows(
    tx,
    formTexts,
    owned.map(({ id }) => id),
    owned.flatMap(({ id, texts }) => texts.map((text) => ({ inquiry_form_id: id, ...text }))),
  )
  return { ...put, changed: new Set([...put.changed, ...touched]).difference(put.added) }
}

export interface ExportedForm {
  slug: string
  visible: boolean
  fields: FormEntry['fields']
  texts: FormIn['texts']
}

/** The next forms by address after the given one; none at the end. */
export async function exportedForms(tx: Tx, after: string, limit: number): Promise<ExportedForm[]> {
  const { rows: found } = await sql<ExportedForm>`
    select e.slug, e.visible, e.fields,
      (select coalesce(json_agg(json_build_object('locale', t.locale, 'title', t.title, 'summary', t.summary, 'content_label', t.content_label, 'thanks', t.thanks)
          order by t.locale collate "C"), '[]')
        from inquiry_form_texts t where t.inquiry_form_id = e.id) as texts
    from inquiry_forms e where e.slug collate "C" > ${after} order by e.slug collate "C" limit ${limit}`.execute(
    rows(tx),
  )
  return found
}
