import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { entryKinds, type EntryKind } from './contract.ts'

/*
 * Which entries there are under which names, of all kinds. The triggers of the migration `addresses` write
 * `former_slugs`: no writer of a slug can forget it.
 */

interface EntryTables {
  table: string
  /** Where its texts are, and the column with its id there. */
  texts: string
  owner: string
  /** Its name, in its texts. */
  name: string
  /** SQL on the table's row `e`: whether visitors may see it; null for one that is still to come. */
  shown: string
}

export const entryTables: Readonly<Record<EntryKind, EntryTables>> = {
  article: {
    table: 'articles',
    texts: 'article_texts',
    owner: 'article_id',
    name: 'title',
    shown: 'case when not e.visible then false when e.published_at <= now() then true end',
  },
  category: {
    table: 'categories',
    texts: 'category_texts',
    owner: 'category_id',
    name: 'name',
    shown: 'e.visible',
  },
  collection: {
    table: 'collections',
    texts: 'collection_texts',
    owner: 'collection_id',
    name: 'name',
    shown: 'e.visible',
  },
  coupon: { table: 'coupons', texts: 'coupon_texts', owner: 'coupon_id', name: 'name', shown: 'e.visible' },
  inquiry: {
    table: 'inquiry_forms',
    texts: 'inquiry_form_texts',
    owner: 'inquiry_form_id',
    name: 'title',
    shown: 'e.visible',
  },
  page: { table: 'pages', texts: 'page_texts', owner: 'page_id', name: 'title', shown: 'e.visible' },
  product: {
    table: 'products',
    texts: 'product_texts',
    owner: 'product_id',
    name: 'title',
    shown: 'e.visible',
  },
  promotion: {
    table: 'promotions',
    texts: 'promotion_texts',
    owner: 'promotion_id',
    name: 'name',
    shown: 'e.visible',
  },
  tag: { table: 'tags', texts: 'tag_texts', owner: 'tag_id', name: 'name', shown: 'true' },
}

export interface NamedEntry {
  /** Its present name; null for one that was deleted. */
  slug: string | null
  /** Null for one that is still to come. */
  shown: boolean | null
}

/**
 * The entry that has this name, or had it last; null for a name that never existed. Its names in single languages come
 * last, those of the given one before others.
 */
export async function entryNamed(
  db: Db,
  kind: EntryKind,
  slug: string,
  locale = '',
): Promise<NamedEntry | null> {
  const { table, shown } = entryTables[kind]
  const { rows: found } = await sql<NamedEntry>`
    (select e.slug, ${sql.raw(shown)} as shown, 0 as place from ${sql.table(table)} e where e.slug = ${slug})
    union all (
      select e.slug, case when e.id is null then false else ${sql.raw(shown)} end, 1
      from former_slugs f
      left join ${sql.table(table)} e on e.id = f.entry_id
      where f.kind = ${kind} and f.slug = ${slug}
    )
    union all (
      select e.slug, case when e.id is null then false else ${sql.raw(shown)} end,
        case when x.locale = ${locale} then 2 else 3 end
      from entry_slugs x
      left join ${sql.table(table)} e on e.id = x.entry_id
      where x.kind = ${kind} and x.slug = ${slug}
      order by 3, x.is_former, x.locale limit 1
    )
    order by place limit 1`.execute(rows(db))
  return found[0] ?? null
}

/** Those of the names that belong to entries which visitors may see. */
export async function shownAmong(db: Db, kind: EntryKind, slugs: readonly string[]): Promise<string[]> {
  const { table, shown } = entryTables[kind]
  const { rows: found } = await sql<{ slug: string }>`
    select e.slug
    from ${sql.table(table)} e
    where e.slug = any(${slugs}::text[]) and (${sql.raw(shown)})`.execute(rows(db))
  return found.map(({ slug }) => slug)
}

/** The languages that the entry has texts in; empty for one that is not there. */
export async function languagesOf(db: Db, kind: EntryKind, slug: string): Promise<string[]> {
  const { table, texts, owner } = entryTables[kind]
  const { rows: found } = await sql<{ locale: string }>`
    select t.locale
    from ${sql.table(table)} e
    join ${sql.table(texts)} t on t.${sql.ref(owner)} = e.id
    where e.slug = ${slug}`.execute(rows(db))
  return found.map(({ locale }) => locale)
}

/** The same of all entries of a kind, by name: for a kind that has few. */
export async function languagesOfAll(db: Db, kind: EntryKind): Promise<ReadonlyMap<string, string[]>> {
  const { table, texts, owner } = entryTables[kind]
  const { rows: found } = await sql<{ slug: string; languages: string[] }>`
    select e.slug, json_agg(t.locale) as languages
    from ${sql.table(table)} e
    join ${sql.table(texts)} t on t.${sql.ref(owner)} = e.id
    group by e.slug`.execute(rows(db))
  return new Map(found.map(({ slug, languages }) => [slug, languages]))
}

/** The entry's id; null when there is none with that name. Locks it. */
export async function lockEntry(tx: Tx, kind: EntryKind, slug: string): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select id from ${sql.table(entryTables[kind].table)} where slug = ${slug} for update`.execute(rows(tx))
  return found[0]?.id ?? null
}

/** What had one name and has another now. */
export interface Renamed {
  id: number
  from: string
  to: string
}

export async function setSlug(tx: Tx, kind: EntryKind, id: number, slug: string): Promise<void> {
  await sql`
    update ${sql.table(entryTables[kind].table)} set slug = ${slug} where id = ${id}`.execute(rows(tx))
}

/** Renames entries with a former name if the new one is free; returns the renamed. */
export async function renameFormer(
  tx: Tx,
  kind: EntryKind,
  pairs: readonly { slug: string; former: string }[],
): Promise<Renamed[]> {
  const { table } = entryTables[kind]
  const { rows: renamed } = await sql<Renamed>`
    update ${sql.table(table)} e
    set slug = n.slug
    from (
      select distinct on (g.slug) g.slug, g.former, o.id
      from json_to_recordset(${JSON.stringify(pairs)}::json) as g(slug text, former text)
      join ${sql.table(table)} o on o.slug = g.former
      where not exists (select from ${sql.table(table)} t where t.slug = g.slug)
        -- Two entries may have traded names: what the file itself still calls so is not the same one.
        and not exists (
          select from json_to_recordset(${JSON.stringify(pairs)}::json) as k(slug text)
          where k.slug = g.former
        )
      order by g.slug, o.id
    ) n
    where e.id = n.id
    returning e.id, n.former as "from", n.slug as "to"`.execute(rows(tx))
  return renamed
}

/** Kinds that the conditions of offers name by slug, and the key of the list there. */
const inConditions: Readonly<Partial<Record<EntryKind, string>>> = {
  product: 'products',
  category: 'categories',
  collection: 'collections',
}

/** What speaks of entries by their slugs speaks of them by the new ones. */
export async function moveReferences(tx: Tx, kind: EntryKind, renamed: readonly Renamed[]): Promise<void> {
  const list = inConditions[kind]
  for (const { from, to } of renamed) {
    if (list !== undefined)
      for (const table of ['promotions', 'coupons'])
        await sql`
          update ${sql.table(table)}
          set conditions = jsonb_set(
            conditions, array[${list}], ${replaced(sql`conditions->${list}`, from, to)}
          )
          where conditions->${list} ? ${from}`.execute(rows(tx))
    if (kind === 'product')
      await sql`
        update products
        set goes_with = ${replaced(sql`goes_with`, from, to)}
        where goes_with ? ${from}`.execute(rows(tx))
    if (kind === 'page') {
      await rows(tx).updateTable('products').set({ size_guide: to }).where('size_guide', '=', from).execute()
      await rows(tx)
        .updateTable('categories')
        .set({ size_guide: to })
        .where('size_guide', '=', from)
        .execute()
    }
  }
}

/** A JSON array of texts with one of them replaced, in its order. */
function replaced(array: RawBuilder<unknown>, from: string, to: string): RawBuilder<unknown> {
  return sql`(
      select jsonb_agg(case when v.text = ${from} then ${to}::text else v.text end order by v.place)
      from jsonb_array_elements_text(${array}) with ordinality v(text, place)
    )`
}

/** Forgets that something of these names was deleted. */
export async function forgetDeleted(tx: Tx, table: string, slugs: readonly string[]): Promise<void> {
  const kind = entryKinds.find((one) => entryTables[one].table === table)
  if (kind === undefined) return
  await rows(tx)
    .deleteFrom('former_slugs')
    .where('kind', '=', kind)
    .where('slug', 'in', [...slugs, ''])
    .where('entry_id', 'is', null)
    .execute()
}

export interface PastRoute {
  pattern: string
  kind: EntryKind | 'article-list' | 'custom' | 'user' | 'checkout'
  slug: string | null
}

/** The newest first. */
export async function pastRoutes(db: Db): Promise<PastRoute[]> {
  const found = await rows(db)
    .selectFrom('past_routes')
    .select(['pattern', 'kind', 'slug'])
    .orderBy('replaced_at', 'desc')
    .orderBy('pattern')
    .execute()
  return found as PastRoute[]
}

/**
 * Remembers patterns that are no longer in use, and forgets those in use and all but the newest `most`.
 * @param current the patterns that now answer
 */
export async function keepPastRoutes(
  tx: Tx,
  past: readonly PastRoute[],
  current: readonly string[],
  now: Date,
  most: number,
): Promise<void> {
  if (past.length > 0)
    await rows(tx)
      .insertInto('past_routes')
      .values(past.map((route) => ({ ...route, replaced_at: now })))
      .onConflict((conflict) =>
        conflict.column('pattern').doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          slug: eb.ref('excluded.slug'),
          replaced_at: eb.ref('excluded.replaced_at'),
        })),
      )
      .execute()
  await sql`delete from past_routes where pattern = any(${current}::text[])`.execute(rows(tx))
  await sql`
    delete from past_routes
    where pattern in (
      select pattern from past_routes order by replaced_at desc, pattern offset ${most}
    )`.execute(rows(tx))
}
