import { isDeepStrictEqual } from 'node:util'
import { no, ok, type Result } from '#domain/result.ts'
import type { Media } from '#features/media/rules/open-media.ts'
import { listPictures, type StoredPicture } from '#features/media/rules/save-pictures.ts'
import { loadConfig, type ConfigFault, type LoadedConfig } from '#features/shop/actions.ts'
import { newestConfig } from '#features/shop/queries.ts'
import {
  filesOfVersion,
  insertFiles,
  insertPublication,
  insertVersion,
  lastStored,
  lockThemes,
  publicationAt,
  publicationBefore,
  removeOldVersions,
  removeVersion,
  storedFiles,
  themeVersion,
  themeVersions,
  type Manifest,
  type Publication,
} from '#features/theming/queries.ts'
import { moveLinks } from '#features/theming/queries/links.ts'
import {
  filesOfLook,
  placeOf,
  templateName,
  type Look,
  type ThemeFiles,
} from '#features/theming/rules/theme-folder.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import type { Liquid } from '#platform/server/liquid/open-liquid.ts'
import { configure } from '../configure.ts'
import { checkTheme } from './check-theme.ts'
import { examineTheme } from './examine-theme.ts'
import type { ThemeFault } from './theme-fault.ts'
import { hashOf, openThemePictures } from './theme-pictures.ts'

/*
 * Themes as the merchant stores and publishes them. A published theme is a configuration with its fields and templates,
 * and the version that these came from; both are written in one transaction, so that no node ever has half of it.
 */

/** Versions and publications of a shop; older ones are deleted. */
const mostKept = 200
const mostName = 80

export interface StoreOptions {
  name: string
  now: Date
  /** Where its pictures are taken in. */
  media: () => Media
  /** Only stored: shown when it is published. */
  isDraft: boolean
  /**
   * Of a draft that takes the place of the one that was stored from the same workplace before: a hash of 64 hex digits.
   * Absent: it stays as it is.
   */
  workplace?: string
  /** The engine that checks the templates in Liquid; absent: one that is opened for this call. */
  engine?: Pick<Liquid, 'check' | 'tryOut'>
}

export interface StoredTheme {
  /** Of the theme. */
  version: number
  /** Version of the configuration; null for a draft. */
  config: number | null
  /** Hints; none for a version that was stored before. */
  hints: readonly ThemeFault[]
}

/** Stores a theme as the next version, and publishes it unless it is a draft. All of it, or nothing. */
export async function storeTheme(
  db: Database,
  files: ThemeFiles,
  { name, now, media, isDraft, workplace, engine }: StoreOptions,
): Promise<Result<StoredTheme, ThemeFault[]>> {
  const pictures = await openThemePictures(db, files, media)
  const examined = await examineTheme(files, { engine, take: pictures.take }).finally(pictures.close)
  if (!examined.ok) return examined
  const { look, hints } = examined.value
  const store = async (tx: Tx): Promise<number> => {
    await lockThemes(tx)
    return insertTheme(tx, { name, files, pictures: pictures.taken, workplace: workplace ?? null }, now)
  }
  if (isDraft) {
    const draft = async (tx: Tx): Promise<number> => {
      const id = await store(tx)
      await removeOldVersions(tx, mostKept)
      return id
    }
    return ok({ version: await db.transact(draft), config: null, hints })
  }
  const done = placed(files, await publish(db, look, store, now))
  return done.ok ? ok({ ...done.value, hints }) : done
}

/** Publishes a version that is stored. Null: there is none of that number; without a number the newest is meant. */
export async function publishTheme(
  db: Database,
  version: number | null,
  now: Date,
): Promise<Result<StoredTheme, ThemeFault[]> | null> {
  const stored =
    version === null ? ((await themeVersions(db, 1))[0] ?? null) : await themeVersion(db, version)
  return stored === null ? null : publishVersion(db, { version: stored.id, returnsTo: null }, now)
}

/** Publishes what was published before the theme in use. Null: there is nothing. */
export async function undoTheme(db: Database, now: Date): Promise<Result<StoredTheme, ThemeFault[]> | null> {
  const { version: config } = await loadConfig(db)
  const live = await publicationAt(db, config)
  const before =
    live === null ? null : await publicationBefore(db, { ...live, id: live.returnsTo ?? live.id })
  return before === null
    ? null
    : publishVersion(db, { version: before.version, returnsTo: before.returnsTo ?? before.id }, now)
}

/**
 * Publishes a version that is stored.
 * @param also in the same transaction; a fault keeps everything as it was
 */
export async function publishVersion(
  db: Database,
  { version, returnsTo }: Pick<Publication, 'version' | 'returnsTo'>,
  now: Date,
  also?: (tx: Tx) => Promise<ConfigFault[]>,
): Promise<Result<StoredTheme, ThemeFault[]>> {
  const files = await filesOfVersion(db, version)
  const checked = checkTheme(files)
  if (!checked.ok) return checked
  return placed(files, await publish(db, checked.value, async () => version, now, { returnsTo, also }))
}

/** The theme in use, as files: what the configuration was set to since it was published is in them. */
export async function themeInUse(
  db: Db,
): Promise<{ files: ThemeFiles; version: number | null; changed: string[] }> {
  const { version: config, document } = await loadConfig(db)
  const live = config === 0 ? null : await publicationAt(db, config)
  const stored = live === null ? new Map<string, Buffer>() : await filesOfVersion(db, live.version)
  const { files, changed } = withLook(stored, document)
  return { files, version: live?.version ?? null, changed }
}

/** One effect of the configuration that shows it, so that a fault of any leaves everything as it was. */
async function publish(
  db: Database,
  look: Look,
  store: (tx: Tx) => Promise<number>,
  now: Date,
  {
    returnsTo = null,
    also = async () => [],
  }: {
    returnsTo?: number | null
    also?: ((tx: Tx) => Promise<ConfigFault[]>) | undefined
  } = {},
): Promise<Result<StoredTheme, ConfigFault[]>> {
  const before = await loadConfig(db)
  let version = 0
  const done = await configure(db, { ...before.document, ...look }, now, [
    async (tx) => {
      await lockThemes(tx)
      const config = (await newestConfig(tx))!.version
      if (config !== before.version + 1) return [changedMeanwhile]
      await keepFormer(tx, before, config, now)
      version = await store(tx)
      await insertPublication(tx, { version, config, returnsTo }, now)
      await removeOldVersions(tx, mostKept)
      return also(tx)
    },
  ])
  return done.ok ? ok({ version, config: done.value.version, hints: [] }) : done
}

/** Another try may succeed. */
export const changedMeanwhile: ConfigFault = {
  path: 'the configuration',
  reason: 'was changed by somebody else at this moment: try again',
}

/** A look that no version has, such as one that was set by `config set`, becomes one: it can be gone back to. */
async function keepFormer(
  tx: Tx,
  { version, document }: LoadedConfig,
  config: number,
  now: Date,
): Promise<void> {
  const live: Publication | null = await publicationAt(tx, version)
  const stored = live === null ? new Map<string, Buffer>() : await filesOfVersion(tx, live.version)
  const { files, changed } = withLook(stored, document)
  if (changed.length === 0) return
  const former = { name: formerName, files, pictures: new Map(), workplace: null }
  const id = await insertTheme(tx, former, now)
  await insertPublication(tx, { version: id, config, returnsTo: null }, now)
}

const formerName = 'as it was configured'

/** The files of a version with the look of a configuration, and which of them had to be written anew. */
function withLook(stored: ThemeFiles, document: Look): { files: Map<string, Buffer>; changed: string[] } {
  const had = checkTheme(stored)
  const before: Look | null = had.ok ? had.value : null
  const files = new Map(stored)
  const changed: string[] = []
  const wanted = filesOfLook(document, stored)
  for (const path of stored.keys())
    if ((path.startsWith('templates/') || path === 'frame.json') && !wanted.has(path)) {
      files.delete(path)
      changed.push(path)
    }
  for (const [path, content] of wanted) {
    const isSame = before !== null && isDeepStrictEqual(partOf(before, path), partOf(document, path))
    if (isSame) continue
    files.set(path, content)
    changed.push(path)
  }
  return { files, changed }
}

/** What a file of the folder says of a look. */
function partOf(look: Look, path: string): unknown {
  if (path === 'theme.json') return plain(look.theme)
  return plain(path === 'frame.json' ? look.frame : look.templates[templateName(path)])
}

/** Without members that have no value, which JSON does not have. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

interface NewTheme {
  name: string
  files: ThemeFiles
  /** Of the files that are not stored yet. */
  pictures: ReadonlyMap<string, StoredPicture>
  /** Of `theme dev`; null: it is none of its drafts. */
  workplace: string | null
}

/**
 * The same files once more are the same version. A draft of `theme dev` is none but its own: what is stored for good
 * would change with the next save, and a draft that somebody else follows is theirs.
 */
async function insertTheme(
  tx: Tx,
  { name, files, pictures, workplace }: NewTheme,
  now: Date,
): Promise<number> {
  const hashes = new Map([...files].map(([path, content]) => [path, hashOf(content)]))
  const manifest: Manifest = Object.fromEntries(hashes)
  const before = await lastStored(tx, workplace)
  if (before?.name === cut(name) && isDeepStrictEqual(before.manifest, manifest)) return before.id
  const known = await storedFiles(tx, [...hashes.values()])
  const fresh = [...files].filter(([path]) => !known.has(hashes.get(path)!))
  const shown = fresh.flatMap(([path]) => {
    const picture = pictures.get(path)
    return picture === undefined ? [] : [{ path, picture }]
  })
  const listed = await listPictures(
    tx,
    shown.map(({ picture }) => picture),
  )
  const idOf = new Map(shown.map(({ path }, index) => [path, listed[index]!.id]))
  await insertFiles(
    tx,
    fresh.map(([path, content]) => ({
      hash: hashes.get(path)!,
      content,
      pictureId: idOf.get(path) ?? null,
    })),
  )
  const id = await insertVersion(tx, { name: cut(name), manifest, workplace }, now)
  if (workplace !== null && before !== null) {
    await moveLinks(tx, before.id, id)
    await removeVersion(tx, before.id)
  }
  return id
}

function cut(name: string): string {
  return name.slice(0, mostName) || 'theme'
}

/** Faults of what the shop has are said by their file as well. */
function placed(
  files: ThemeFiles,
  done: Result<StoredTheme, ConfigFault[]>,
): Result<StoredTheme, ThemeFault[]> {
  if (done.ok) return done
  return no(
    done.problem.map((fault) =>
      /^(theme|templates|frame)(\.|$)/.test(fault.path) ? { ...fault, ...placeOf(files, fault.path) } : fault,
    ),
  )
}
