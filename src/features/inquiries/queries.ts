import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { putEntries, type EntriesPut, type EntryTable } from '#platform/server/db/put-entries.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'
import { among, rows } from '#platform/server/db/rows.ts'
import type { FormEntry } from '#wire/content-format.ts'

/* All SQL on inquiry forms and inquiries. */

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

/** The next forms by slug after the given one; none at the end. */
export async function exportedForms(
  tx: Tx,
  after: string,
  limit: number,
  only: readonly string[] | null = null,
): Promise<ExportedForm[]> {
  const { rows: found } = await sql<ExportedForm>`
    select e.slug, e.visible, e.fields,
      (
        select coalesce(
          json_agg(
            json_build_object(
              'locale', t.locale, 'title', t.title,
              'summary', t.summary, 'content_label', t.content_label,
              'thanks', t.thanks
            )
            order by t.locale collate "C"
          ),
          '[]'
        )
        from inquiry_form_texts t
        where t.inquiry_form_id = e.id
      ) as texts
    from inquiry_forms e
    where e.slug collate "C" > ${after} and ${among('e.slug', only)}
    order by e.slug collate "C" limit ${limit}`.execute(rows(tx))
  return found
}

export interface FormRow {
  id: number
  slug: string
  visible: boolean
  fields: FormEntry['fields']
  texts: FormIn['texts']
}

/** A form of the merchant's, whether visitors may see it or not. */
export async function findFormRow(db: Db, slug: string): Promise<FormRow | null> {
  const { rows: found } = await sql<FormRow>`
    select f.id, f.slug, f.visible, f.fields,
      (select coalesce(json_agg(t), '[]') from inquiry_form_texts t where t.inquiry_form_id = f.id) as texts
    from inquiry_forms f
    where f.slug = ${slug}`.execute(rows(db))
  return found[0] ?? null
}

/** The product that somebody asks about, with its titles; null when it is not shown. */
export async function findSubject(
  db: Db,
  slug: string,
): Promise<{ id: number; slug: string; titles: Record<string, string> } | null> {
  const { rows: found } = await sql<{ id: number; slug: string; titles: Record<string, string> }>`
    select p.id, p.slug,
      (
        select coalesce(json_object_agg(t.locale, t.title), '{}')
        from product_texts t
        where t.product_id = p.id
      ) as titles
    from products p
    where p.slug = ${slug} and p.visible`.execute(rows(db))
  return found[0] ?? null
}

/** A field's label and its text. */
export interface ContactLine {
  code: string
  label: string
  kind: string
  value: string
}

export interface NewInquiry {
  number: string
  /** Null for the form that every shop has. */
  formId: number | null
  form: string
  productId: number | null
  product: string | null
  contact: readonly ContactLine[]
  content: string
  locale: string
  pictureIds: readonly number[]
  /** Who is signed in; null for a guest. */
  customer: number | null
  /** The writer's, in small letters; null where the form has none. */
  email: string | null
}

/** The number of an equal inquiry since that moment: a button that was pressed twice. */
export async function sameInquiry(
  tx: Tx,
  { form, contact, content }: NewInquiry,
  since: Date,
): Promise<string | null> {
  // Two presses at once must not both find nothing.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`inquiry ${form} ${content}`}, 0))`.execute(rows(tx))
  const { rows: found } = await sql<{ number: string }>`
    select number
    from inquiries
    where created_at > ${since}
      and form = ${form}
      and content = ${content}
      and contact = ${JSON.stringify(contact)}::jsonb
    order by id limit 1`.execute(rows(tx))
  return found[0]?.number ?? null
}

export async function addInquiry(tx: Tx, inquiry: NewInquiry, now: Date): Promise<void> {
  // An account that is just being closed is waited for: nothing is written under it afterwards.
  const { rows: added } = await sql<{ id: number }>`
    insert into inquiries (
      number, form_id, form, product_id, product, contact, content, locale, customer_id, email, created_at
    )
    values (
      ${inquiry.number}, ${inquiry.formId}, ${inquiry.form}, ${inquiry.productId}, ${inquiry.product},
      ${JSON.stringify(inquiry.contact)}::jsonb, ${inquiry.content}, ${inquiry.locale},
      (select id from customers where id = ${inquiry.customer} and closed_at is null for key share),
      ${inquiry.email}, ${now}
    )
    returning id`.execute(rows(tx))
  await sql`
    insert into inquiry_pictures (inquiry_id, position, picture_id)
    select ${added[0]!.id}, place, picture
    from unnest(${inquiry.pictureIds}::bigint[]) with ordinality p(picture, place)`.execute(rows(tx))
}

/**
 * Deletes what a customer wrote: while signed in, or with one of these e-mail addresses (in small letters). Returns the
 * ids of the pictures that went with it.
 */
export async function deleteInquiriesOf(
  tx: Tx,
  customer: number,
  emails: readonly string[],
): Promise<number[]> {
  const { rows: shown } = await sql<{ picture: number }>`
    with gone as (
      delete from inquiries
      where customer_id = ${customer} or email = any(${emails}::text[])
      returning id
    )
    select distinct picture_id as picture
    from inquiry_pictures
    where inquiry_id in (select id from gone)`.execute(rows(tx))
  return shown.map(({ picture }) => picture)
}

/** Deletes the oldest inquiries from before a moment, and returns how many, with the ids of their pictures. */
export async function deleteInquiriesBefore(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ count: number; pictures: number[] }> {
  const { rows: found } = await sql<{ count: number; pictures: number[] }>`
    with gone as (
      delete from inquiries
      where id in (
        select id
        from inquiries
        where created_at < ${before}
        order by created_at limit ${limit} for update skip locked
      )
      returning id
    )
    select (select count(*)::int from gone) as count,
      (
        select coalesce(json_agg(distinct picture_id), '[]')
        from inquiry_pictures
        where inquiry_id in (select id from gone)
      ) as pictures`.execute(rows(tx))
  return found[0]!
}

export interface InquiryRow {
  id: number
  number: string
  form: string
  product: string | null
  contact: ContactLine[]
  content: string
  locale: string
  createdAt: Date
  /** Keys of the pictures. */
  pictures: string[]
  state: InquiryState
  answers: { content: string; at: string }[]
}

export type InquiryState = 'open' | 'answered' | 'closed'

const inquiryColumns = sql`
  i.id, i.number, i.form, i.product, i.contact, i.content, i.locale, i.created_at as "createdAt",
  array(
    select p.key
    from inquiry_pictures x
    join pictures p on p.id = x.picture_id
    where x.inquiry_id = i.id
    order by x.position
  ) as pictures,
  i.state,
  (
    select coalesce(
      json_agg(json_build_object('content', a.content, 'at', a.answered_at) order by a.id), '[]'
    )
    from inquiry_answers a
    where a.inquiry_id = i.id
  ) as answers`

/** Which inquiries are read; null for any. */
export interface InquiryFilter {
  form: string | null
  state: InquiryState | null
}

/** Inquiries after an id, oldest first. */
export async function inquiryRows(
  db: Db,
  { form, state }: InquiryFilter,
  after: number,
  limit: number,
): Promise<InquiryRow[]> {
  const { rows: found } = await sql<InquiryRow>`
    select ${inquiryColumns}
    from inquiries i
    where i.id > ${after}
      and (${form}::text is null or i.form = ${form})
      and (${state}::text is null or i.state = ${state})
    order by i.id limit ${limit}`.execute(rows(db))
  return found
}

/** The names of all forms, and of those that are gone and were written to. */
export async function formNames(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`
    select slug as name from inquiry_forms union select form from inquiries order by 1`.execute(rows(db))
  return found.map(({ name }) => name)
}

export async function inquiryByNumber(db: Db, number: string): Promise<InquiryRow | null> {
  const { rows: found } = await sql<InquiryRow>`
    select ${inquiryColumns} from inquiries i where i.number = ${number}`.execute(rows(db))
  return found[0] ?? null
}

/** Sets the state of an inquiry; null when there is none with that number, else the one before. */
export async function setInquiryState(
  tx: Tx,
  number: string,
  state: InquiryState,
): Promise<InquiryState | null> {
  const { rows: found } = await sql<{ before: InquiryState }>`
    update inquiries i
    set state = ${state}
    from (select id, state as before from inquiries where number = ${number} for update) known
    where i.id = known.id
    returning known.before`.execute(rows(tx))
  return found[0]?.before ?? null
}

export async function addAnswer(tx: Tx, inquiry: number, content: string, now: Date): Promise<void> {
  await rows(tx)
    .insertInto('inquiry_answers')
    .values({ inquiry_id: inquiry, content, answered_at: now })
    .execute()
}

/** Deletes an inquiry with its answers. Returns the ids of the pictures that went with it; null when there is none. */
export async function deleteInquiry(tx: Tx, number: string): Promise<number[] | null> {
  const { rows: found } = await sql<{ pictures: number[] }>`
    select array(select x.picture_id from inquiry_pictures x where x.inquiry_id = i.id) as pictures
    from inquiries i
    where i.number = ${number}
    for update`.execute(rows(tx))
  const [known] = found
  if (known === undefined) return null
  await rows(tx).deleteFrom('inquiries').where('number', '=', number).execute()
  return known.pictures
}
