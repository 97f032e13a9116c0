import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/*
 * All SQL on the table pictures, but for which product shows which.
 */

export interface PictureRow {
  id: number
  /** 16 hex digits. */
  key: string
  source: string | null
  /** What `readTile` reads, of a tile that stands where there is no picture; null where there is a stored original. */
  made: unknown
  width: number
  height: number
  /** Of the stored original; 0 for a tile. */
  bytes: number
  /** A data URL; empty for a tile, whose colour is its preview. */
  preview: string
  /** `#rrggbb` */
  averageColor: string
}

export type NewPicture = Omit<PictureRow, 'id' | 'made'> & { made: object | null }

const columns = [
  'id',
  'key',
  'source',
  'made',
  'width',
  'height',
  'bytes',
  'preview',
  'average_color as averageColor',
] as const

export async function picturesByKeys(db: Db, keys: readonly string[]): Promise<PictureRow[]> {
  if (keys.length === 0) return []
  return rows(db)
    .selectFrom('pictures')
    .select(columns)
    .where('key', 'in', [...keys])
    .execute()
}

export async function pictureBySource(db: Db, source: string): Promise<PictureRow | null> {
  const found = await rows(db)
    .selectFrom('pictures')
    .select(columns)
    .where('source', '=', source)
    .executeTakeFirst()
  return found ?? null
}

/** Adds those whose key is new; the others stay as they are. Returns all of them, in no order. */
export async function addPictures(db: Db, pictures: readonly NewPicture[]): Promise<PictureRow[]> {
  if (pictures.length === 0) return []
  const values = pictures.map(({ averageColor, made, ...rest }) => ({
    ...rest,
    average_color: averageColor,
    made: made === null ? null : JSON.stringify(made),
  }))
  const added = await rows(db)
    .insertInto('pictures')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(columns)
    .execute()
  const known = new Set(added.map((row) => row.key))
  const others = pictures.map((picture) => picture.key).filter((key) => !known.has(key))
  return [...added, ...(await picturesByKeys(db, others))]
}

/** Each source now leads to its picture and to no other; a picture that has a source already keeps it. */
export async function moveSources(db: Db, moves: readonly { source: string; key: string }[]): Promise<void> {
  if (moves.length === 0) return
  const moved = sql`
    unnest(${moves.map(({ source }) => source)}::text[], ${moves.map(({ key }) => key)}::text[])`
  await sql`
    update pictures p
    set source = null
    from ${moved} m(source, key)
    where p.source = m.source and p.key <> m.key`.execute(rows(db))
  await sql`
    update pictures p
    set source = m.source
    from (
      select distinct on (key) source, key
      from ${moved} with ordinality m(source, key, place)
      order by key, place
    ) m
    where p.key = m.key and p.source is null`.execute(rows(db))
}

/** The ids of all pictures that some row of any table refers to. */
export async function picturesInUse(tx: Tx): Promise<number[]> {
  const users = await usersOfPictures(tx)
  const used = sql.join(
    users.map(({ table, column }) => sql`select ${sql.ref(column)} as id from ${sql.table(table)}`),
    sql` union `,
  )
  const { rows: found } = await sql<{ id: number }>`
    select id from (${used}) u where id is not null`.execute(rows(tx))
  return found.map(({ id }) => id)
}

/** Deletes those of these pictures that no row refers to. Returns their keys. */
export async function removePictures(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const unused = (await usersOfPictures(tx)).map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.table(table)} u where u.${sql.ref(column)} = p.id)`,
  )
  const { rows: gone } = await sql<{ key: string }>`
    delete from pictures p
    where p.id = any(${ids}::bigint[]) and ${sql.join(unused, sql` and `)}
    returning p.key`.execute(rows(tx))
  return gone.map(({ key }) => key)
}

/** Every column with a foreign key to the pictures, whichever feature it belongs to. */
async function usersOfPictures(tx: Tx): Promise<{ table: string; column: string }[]> {
  const { rows: found } = await sql<{ table: string; column: string }>`
    select r.relname::text as table, a.attname::text as column
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.pictures'::regclass`.execute(rows(tx))
  return found
}

export async function addUpload(
  db: Db,
  { id, pictureId }: { id: string; pictureId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into uploads (id, picture_id, created_at) values (${id}, ${pictureId}, ${now})`.execute(rows(db))
}

/** Unless it is among them already: an upload of before all times, which the next pruning finds. */
export async function addOldUpload(
  tx: Tx,
  { id, pictureId }: { id: string; pictureId: number },
): Promise<void> {
  await sql`
    insert into uploads (id, picture_id, created_at)
    select ${id}, ${pictureId}::bigint, to_timestamp(0)
    where not exists (
      select from uploads where picture_id = ${pictureId} and created_at = to_timestamp(0)
    )`.execute(rows(tx))
}

/** In no order. */
export async function uploadsByIds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; pictureId: number; key: string }[]> {
  if (ids.length === 0) return []
  const { rows: found } = await sql<{ id: string; pictureId: number; key: string }>`
    select u.id, u.picture_id as "pictureId", p.key
    from uploads u
    join pictures p on p.id = u.picture_id
    where u.id = any(${ids})`.execute(rows(db))
  return found
}

/** Locked; those locked by another node are skipped. */
export async function oldUploads(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: string; pictureId: number }[]> {
  const { rows: found } = await sql<{ id: string; pictureId: number }>`
    select id, picture_id as "pictureId"
    from uploads
    where created_at < ${before}
    order by created_at limit ${limit} for update skip locked`.execute(rows(tx))
  return found
}

export async function removeUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from uploads where id = any(${ids})`.execute(rows(tx))
}

/** A picture within a text, by the source that the text names. */
export interface ProsePicture {
  source: string
  key: string
  width: number
  height: number
  /** `#rrggbb` */
  color: string
}

/** Of these sources, those that are here; a URL of the shop's own is known by its key. */
export async function prosePictures(db: Db, sources: readonly string[]): Promise<ProsePicture[]> {
  const { rows: found } = await sql<ProsePicture>`
    select x.source, i.key, i.width, i.height, i.average_color as color
    from prose_pictures x
    join pictures i on i.id = x.picture_id
    where x.source = any(${sources}::text[])
    union
    select s, i.key, i.width, i.height, i.average_color
    from unnest(${sources}::text[]) s
    join pictures i on i.key = substring(s from '^/media/([0-9a-f]{16})/')`.execute(rows(db))
  return found
}

/** A URL of the shop's own is known by its key; the others wait until they are fetched. */
export async function keepProseSources(tx: Tx, sources: readonly string[]): Promise<void> {
  await sql`
    insert into prose_pictures as x (source, picture_id)
    select s, (select i.id from pictures i where i.key = substring(s from '^/media/([0-9a-f]{16})/'))
    from unnest(${sources}::text[]) s
    on conflict (source) do update set picture_id = excluded.picture_id
    where x.picture_id is null and excluded.picture_id is not null`.execute(rows(tx))
}
