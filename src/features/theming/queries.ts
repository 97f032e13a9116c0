import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on the themes that were stored: their files, their versions, and which of them was shown when. */

/** Path in the folder → SHA-256 of the content, in hex digits. */
export type Manifest = Readonly<Record<string, string>>

export interface ThemeVersion {
  id: number
  name: string
  manifest: Manifest
  createdAt: Date
  /** `theme dev` has stored it, and replaces it with the next save. */
  isWorking: boolean
}

export interface Publication {
  id: number
  /** Of the theme. */
  version: number
  returnsTo: number | null
}

export interface NewFile {
  hash: string
  content: Buffer
  /** Of the table pictures; null for other files. */
  pictureId: number | null
}

const versionColumns = [
  'id',
  'name',
  'manifest',
  'created_at as createdAt',
  'is_working as isWorking',
] as const

/** Nobody else stores or publishes a theme until the transaction ends. */
export async function lockThemes(tx: Tx): Promise<void> {
  await sql`lock table theme_publications in share row exclusive mode`.execute(rows(tx))
}

/** Those of these contents that are stored already. */
export async function storedFiles(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash
    from theme_files
    where hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)`.execute(rows(db))
  return new Set(found.map(({ hash }) => hash))
}

/** Those of these contents that are stored as pictures: a text of the same bytes is none. */
export async function storedPictures(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash
    from theme_files
    where hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and picture_id is not null`.execute(rows(db))
  return new Set(found.map(({ hash }) => hash))
}

export async function insertFiles(tx: Tx, files: readonly NewFile[]): Promise<void> {
  // One by one: together they can be as large as a whole theme.
  for (const { hash, content, pictureId } of files)
    await rows(tx)
      .insertInto('theme_files')
      .values({ hash: Buffer.from(hash, 'hex'), content, picture_id: pictureId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** @param workplace null: it is no draft of `theme dev` */
export async function insertVersion(
  tx: Tx,
  { name, manifest, workplace }: Pick<ThemeVersion, 'name' | 'manifest'> & { workplace: string | null },
  now: Date,
): Promise<number> {
  const { id } = await rows(tx)
    .insertInto('theme_versions')
    .values({
      name,
      manifest: JSON.stringify(manifest),
      created_at: now,
      is_working: workplace !== null,
      workplace,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPublication(
  tx: Tx,
  publication: { version: number; config: number; returnsTo: number | null },
  now: Date,
): Promise<void> {
  await rows(tx)
    .insertInto('theme_publications')
    .values({
      version_id: publication.version,
      config_version: publication.config,
      returns_to: publication.returnsTo,
      published_at: now,
    })
    .execute()
}

/** The newest first. */
export async function themeVersions(db: Db, limit: number): Promise<ThemeVersion[]> {
  const found = await rows(db)
    .selectFrom('theme_versions')
    .select(versionColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map((row) => ({ ...row, manifest: row.manifest as Manifest }))
}

export async function themeVersion(db: Db, id: number): Promise<ThemeVersion | null> {
  const row = await rows(db)
    .selectFrom('theme_versions')
    .select(versionColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, manifest: row.manifest as Manifest }
}

/**
 * The version that was stored last from a workplace of `theme dev`; of those that are no such draft, where it is null.
 * Null: there is none, or it was published since.
 */
export async function lastStored(db: Db, workplace: string | null): Promise<ThemeVersion | null> {
  const row = await rows(db)
    .selectFrom('theme_versions')
    .select(versionColumns)
    .$if(workplace === null, (query) => query.where('is_working', '=', false))
    .$if(workplace !== null, (query) => query.where('workplace', '=', workplace))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, manifest: row.manifest as Manifest }
}

/** Deletes a version, unless it was ever published or shall be; then it stays, and no save replaces it. */
export async function removeVersion(tx: Tx, id: number): Promise<void> {
  const { rows: removed } = await sql`
    delete from theme_versions v
    where v.id = ${id}
      and not exists (select from theme_publications p where p.version_id = v.id)
      and not exists (select from theme_schedules s where s.version_id = v.id)
    returning v.id`.execute(rows(tx))
  if (removed.length > 0) return
  await rows(tx)
    .updateTable('theme_versions')
    .set({ is_working: false, workplace: null })
    .where('id', '=', id)
    .execute()
}

/** The content of the files of a version, by their paths. @param but paths to leave out: a regular expression */
export async function filesOfVersion(
  db: Db,
  id: number,
  but: string | null = null,
): Promise<Map<string, Buffer>> {
  const { rows: found } = await sql<{ path: string; content: Buffer }>`
    select m.path, f.content
    from theme_versions v
    cross join jsonb_each_text(v.manifest) m(path, hash)
    join theme_files f on f.hash = decode(m.hash, 'hex')
    where v.id = ${id} and (${but}::text is null or m.path !~ ${but})
    order by m.path collate "C"`.execute(rows(db))
  return new Map(found.map(({ path, content }) => [path, content]))
}

/** The publication that belongs to a configuration; null where no theme was ever published. */
export async function publicationAt(db: Db, config: number): Promise<Publication | null> {
  return publicationWhere(db, sql`p.config_version <= ${config}`)
}

/** The last one before another that showed another version. */
export async function publicationBefore(
  db: Db,
  { id, version }: Pick<Publication, 'id' | 'version'>,
): Promise<Publication | null> {
  return publicationWhere(db, sql`p.id < ${id} and p.version_id <> ${version}`)
}

async function publicationWhere(db: Db, condition: ReturnType<typeof sql>): Promise<Publication | null> {
  const { rows: found } = await sql<Publication>`
    select p.id, p.version_id as version, p.returns_to as "returnsTo"
    from theme_publications p
    where ${condition}
    order by p.id desc limit 1`.execute(rows(db))
  return found[0] ?? null
}

/** When a version was last published, by its id; those that never were are absent. */
export async function publishedAt(db: Db): Promise<Map<number, Date>> {
  const found = await rows(db)
    .selectFrom('theme_publications')
    .select((eb) => ['version_id', eb.fn.max('published_at').as('at')])
    .groupBy('version_id')
    .execute()
  return new Map(found.map(({ version_id: id, at }) => [id, at]))
}

/** The theme that belongs to a configuration, or a version of one, published or not. */
export type WhichTheme = { config: number } | { version: number }

function idOf(which: WhichTheme): ReturnType<typeof sql> {
  if ('version' in which) return sql`${which.version}`
  return sql`(
      select p.version_id
      from theme_publications p
      where p.config_version <= ${which.config}
      order by p.id desc limit 1
    )`
}

/** A picture of a theme's folder. */
export interface ThemePicture {
  path: string
  key: string
  width: number
  height: number
  preview: string
  /** `#rrggbb` */
  color: string
}

export async function themePictures(db: Db, which: WhichTheme): Promise<ThemePicture[]> {
  const { rows: found } = await sql<ThemePicture>`
    select m.path, i.key, i.width, i.height, i.preview, i.average_color as color
    from theme_versions v
    cross join jsonb_each_text(v.manifest) m(path, hash)
    join theme_files f on f.hash = decode(m.hash, 'hex')
    join pictures i on i.id = f.picture_id
    where v.id = ${idOf(which)}`.execute(rows(db))
  return found
}

/** The files that pages are made with besides pictures: those of Liquid, the settings, and the styles. */
const textFiles = [
  '^(sections|blocks|snippets|locales)/.*[.](liquid|json)$',
  '^templates/.*[.]liquid$',
  '^settings_(schema|data)[.]json$',
  '^styles[.]css$',
].join('|')

/** The texts that the templates in Liquid are made of, the settings and the styles, by their paths. */
export async function themeTexts(db: Db, which: WhichTheme): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ path: string; content: Buffer }>`
    select m.path, f.content
    from theme_versions v
    cross join jsonb_each_text(v.manifest) m(path, hash)
    join theme_files f on f.hash = decode(m.hash, 'hex')
    where v.id = ${idOf(which)} and m.path ~ ${textFiles}
    order by m.path collate "C"`.execute(rows(db))
  return new Map(found.map(({ path, content }) => [path, content.toString('utf8')]))
}

/** A file of a theme that is served as it was given. */
export interface ThemeFile {
  path: string
  /** SHA-256 of the content, in hex digits. */
  hash: string
  content: Buffer
}

/** The drawings and fonts of a theme. */
export async function themeFiles(db: Db, which: WhichTheme): Promise<ThemeFile[]> {
  const { rows: found } = await sql<ThemeFile>`
    select m.path, m.hash, f.content
    from theme_versions v
    cross join jsonb_each_text(v.manifest) m(path, hash)
    join theme_files f on f.hash = decode(m.hash, 'hex')
    where m.path ~ '^assets/.*[.](svg|woff2)$' and v.id = ${idOf(which)}`.execute(rows(db))
  return found
}

/**
 * Deletes old versions that are neither among the newest nor lately published, nor shown by a link or at a time to come,
 * and files that no version has.
 */
export async function removeOldVersions(tx: Tx, kept: number): Promise<void> {
  await sql`
    update theme_publications
    set returns_to = null
    where returns_to in (select id from theme_publications order by id desc offset ${kept})`.execute(rows(tx))
  await sql`
    delete from theme_publications
    where id in (select id from theme_publications order by id desc offset ${kept})`.execute(rows(tx))
  await sql`
    delete from theme_versions v
    where v.id in (select id from theme_versions order by id desc offset ${kept})
      and not exists (select from theme_publications p where p.version_id = v.id)
      and not exists (select from theme_links l where l.version_id = v.id)
      and not exists (select from theme_schedules s where s.version_id = v.id)`.execute(rows(tx))
  await sql`
    delete from theme_files
    where hash not in (
      select decode(m.hash, 'hex')
      from theme_versions v
      cross join jsonb_each_text(v.manifest) m(path, hash)
    )`.execute(rows(tx))
}
