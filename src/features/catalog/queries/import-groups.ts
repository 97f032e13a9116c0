import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'
import { replaceRows, type OwnedTable } from '#platform/server/db/replace-rows.ts'

/* The write side of categories, tags and collections. */

export interface TreeNode {
  id: number
  slug: string
  parentId: number | null
}

export async function categoryNodes(tx: Tx): Promise<TreeNode[]> {
  const { rows: found } =
    await sql<TreeNode>`select id, slug, parent_id as "parentId" from categories`.execute(rows(tx))
  return found
}

export async function tagIds(tx: Tx, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows: found } = await sql<{
    id: number
    slug: string
  }>`select id, slug from tags where slug = any(${slugs}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, slug }) => [slug, id]))
}

export type GroupKind = 'category' | 'tag' | 'collection'
const tables = { category: 'categories', tag: 'tags', collection: 'collections' } as const

export async function knownGroups(
  tx: Tx,
  kind: GroupKind,
  slugs: readonly string[],
): Promise<Map<string, { id: number; hash: string }>> {
  const { rows: found } = await sql<{ id: number; slug: string; hash: string }>`
    select id, slug, hash
    from ${sql.table(tables[kind])}
    where slug = any(${slugs}::text[])`.execute(rows(tx))
  return new Map(found.map(({ id, slug, hash }) => [slug, { id, hash }]))
}

/** Creates missing groups with nothing but a slug. Returns the ids of all by slug. */
export async function ensureGroups(
  tx: Tx,
  kind: GroupKind,
  slugs: readonly string[],
): Promise<{ ids: Map<string, number>; added: Set<string> }> {
  const { rows: made } = await sql<{ slug: string }>`
    insert into ${sql.table(tables[kind])} (slug, hash)
    select slug, ''
    from unnest(${slugs}::text[]) as g(slug)
    on conflict (slug) do nothing
    returning slug`.execute(rows(tx))
  const known = await knownGroups(tx, kind, slugs)
  return {
    ids: new Map([...known].map(([slug, { id }]) => [slug, id])),
    added: new Set(made.map(({ slug }) => slug)),
  }
}

export interface GroupRowIn {
  id: number
  position: number
  visible: boolean
  /** Leaves the picture as it is. */
  keep_picture: boolean
  picture_id: number | null
  picture_source: string | null
  /** Categories only. */
  parent_id?: number | null
  /** Categories only. */
  size_guide?: string | null
}

/** Updates categories or collections that differ. Returns the ids of the changed, and whether the tree changed. */
export async function updateGroups(
  tx: Tx,
  kind: 'category' | 'collection',
  given: readonly GroupRowIn[],
): Promise<{ changed: number[]; moved: number[] }> {
  const type = sql.raw(
    'g(id bigint, position int, visible boolean, picture_id bigint, picture_source text, keep_picture boolean, parent_id bigint, size_guide text)',
  )
  const moved: number[] = []
  if (kind === 'category') {
    const { rows: found } = await sql<{ id: number }>`
      update categories c
      set parent_id = g.parent_id
      from json_to_recordset(${JSON.stringify(given)}::json) as ${type}
      where c.id = g.id and c.parent_id is distinct from g.parent_id
      returning c.id`.execute(rows(tx))
    moved.push(...found.map(({ id }) => id))
  }
  const guided: number[] = []
  if (kind === 'category') {
    const { rows: found } = await sql<{ id: number }>`
      update categories c
      set size_guide = g.size_guide
      from json_to_recordset(${JSON.stringify(given)}::json) as ${type}
      where c.id = g.id and c.size_guide is distinct from g.size_guide
      returning c.id`.execute(rows(tx))
    guided.push(...found.map(({ id }) => id))
  }
  const { rows: found } = await sql<{ id: number }>`
    update ${sql.table(tables[kind])} c
    set position = g.position, visible = g.visible,
      picture_id = case when g.keep_picture then c.picture_id else g.picture_id end,
      picture_source = case when g.keep_picture then c.picture_source else g.picture_source end
    from json_to_recordset(${JSON.stringify(given)}::json) as ${type}
    where c.id = g.id
      and (
        (c.position, c.visible) is distinct from (g.position, g.visible)
        or (
          not g.keep_picture
          and (c.picture_id, c.picture_source) is distinct from (g.picture_id, g.picture_source)
        )
      )
    returning c.id`.execute(rows(tx))
  return { changed: [...new Set([...moved, ...guided, ...found.map(({ id }) => id)])], moved }
}

export interface GroupTextIn {
  id: number
  locale: string
  name: string
  description: string | null
}

/** Returns the ids of the groups with changed texts. */
export function putGroupTexts(
  tx: Tx,
  kind: GroupKind,
  groups: readonly number[],
  given: readonly GroupTextIn[],
): Promise<number[]> {
  const owner = `${kind}_id`
  const table: OwnedTable = {
    name: `${kind}_texts`,
    owner,
    key: { locale: 'text' },
    columns: kind === 'tag' ? { name: 'text' } : { name: 'text', description: 'text' },
  }
  return replaceRows(
    tx,
    table,
    groups,
    given.map(({ id, ...text }) => ({ [owner]: id, ...text })),
  )
}

const members: OwnedTable = {
  name: 'collection_products',
  owner: 'collection_id',
  key: { product_id: 'bigint' },
  columns: { position: 'int' },
}

export function putMembers(
  tx: Tx,
  collections: readonly number[],
  given: readonly { collection_id: number; product_id: number; position: number }[],
): Promise<number[]> {
  return replaceRows(tx, members, collections, given)
}

export async function setGroupHashes(
  tx: Tx,
  kind: GroupKind,
  given: readonly { id: number; hash: string }[],
): Promise<void> {
  await sql`
    update ${sql.table(tables[kind])} c
    set hash = g.hash
    from json_to_recordset(${JSON.stringify(given)}::json) as g(id bigint, hash text)
    where c.id = g.id and c.hash <> g.hash`.execute(rows(tx))
}

/** Puts every product into the ancestors of its own categories, and no others: after the tree has changed. */
export async function rebuildAncestors(tx: Tx): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    with recursive up(product_id, category_id, direct) as (
      select product_id, category_id, true
      from product_categories
      where direct
      union
      select up.product_id, c.parent_id, false
      from up
      join categories c on c.id = up.category_id
      where c.parent_id is not null
    ),
    wanted as materialized (select product_id, category_id, bool_or(direct) as direct from up group by 1, 2),
    gone as (
      delete from product_categories t
      where not exists (
        select 1 from wanted w where w.product_id = t.product_id and w.category_id = t.category_id
      )
      returning t.product_id as id
    ),
    put as (
      insert into product_categories (product_id, category_id, direct)
      select product_id, category_id, direct
      from wanted
      on conflict (category_id, product_id) do nothing
      returning product_id as id
    )
    select id
    from gone
    union
    select id
    from put`.execute(rows(tx))
  return found.map(({ id }) => id)
}
