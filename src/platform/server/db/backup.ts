import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  createArchive,
  readArchive,
  verifyArchive,
  type ArchiveWriter,
  type Manifest,
} from './backup/archive.ts'
import { putMediaFile, saveMedia } from './backup/media.ts'
import {
  appliedMigrations,
  copyTarget,
  firstFilled,
  liftConstraints,
  qualified,
  sequences,
  shopTables,
  type Table,
} from './backup/tables.ts'
import type { TarEntry } from './backup/tar.ts'
import { expectOwnFile, expectRoomFor } from '../files/file-reasons.ts'

export interface BackupSummary {
  tables: number
  rows: number
  /** Files of the media folder. */
  files: number
}

/** The database is not one that this backup may be put into; nothing was changed. */
export class RestoreRefused extends Error {
  constructor(why: string) {
    super(`${why} Nothing was changed.`)
    this.name = 'RestoreRefused'
  }
}

/**
 * Writes all shop data in one snapshot, and the files under `mediaDir`, into `file`, while the shop goes on. The file
 * appears when it is complete. Memory grows by no more than a line for each file.
 */
export async function backup(options: {
  url: string
  mediaDir: string
  file: string
  now: Date
  log: (line: string) => void
}): Promise<BackupSummary> {
  await expectRoomFor(options.file)
  await expectOwnFile(options.file, gzipped)
  const archive = createArchive(options.file, options.now)
  try {
    return await withClient(options.url, (client) => save(client, archive, options))
  } finally {
    await archive.discard()
  }
}

async function save(
  client: pg.Client,
  archive: ArchiveWriter,
  { mediaDir, now, log }: { mediaDir: string; now: Date; log: (line: string) => void },
): Promise<BackupSummary> {
  await client.query('begin isolation level repeatable read read only')
  const tables = await shopTables(client)
  if (tables.length === 0) throw new Error('the database holds no shop yet')
  // Keeps migrations away; readers and writers go on.
  await client.query(
    `lock table ${tables.map(({ name }) => qualified(name)).join(', ')} in access share mode`,
  )
  const content: Omit<Manifest, 'parts'> = {
    format: 'violet-backup-1',
    createdAt: now.toISOString(),
    migrations: await appliedMigrations(client),
    tables: [],
    sequences: await sequences(client),
  }
  for (const table of tables) {
    const rows = await saveTable(client, table, archive)
    content.tables.push({ ...table, rows })
    log(`${table.name}: ${rows} rows`)
  }
  await client.query('commit')
  // After the rows: a picture is stored before its row is committed, and its file never changes.
  const files = await saveMedia(mediaDir, archive)
  log(`media: ${files} files`)
  await archive.finish(content)
  return { tables: tables.length, rows: sum(content.tables), files }
}

/**
 * Restores a backup into an empty database (or with `force` over what is there), all or nothing, and its files under
 * `mediaDir`. `migrate` brings the database to the named migration; it is called if the database is behind. Throws
 * BackupDamaged or RestoreRefused before anything is changed.
 */
export async function restore(options: {
  url: string
  mediaDir: string
  file: string
  migrate: (to: string) => Promise<unknown>
  force: boolean
  log: (line: string) => void
}): Promise<BackupSummary> {
  const { url, mediaDir, file, migrate, force, log } = options
  const manifest = await verifyArchive(file)
  log(
    `${file} is whole: made ${manifest.createdAt}, ${manifest.tables.length} tables, ${sum(manifest.tables)} rows`,
  )
  return withClient(url, async (client) => {
    await refuseUnlessFit(client, manifest, force)
    const last = manifest.migrations.at(-1)
    if (last !== undefined) await migrate(last)
    await refuseOtherMigrations(client, manifest)
    await client.query('begin')
    const files = await load(client, manifest, file, mediaDir, force, log)
    await client.query('commit')
    await client.query('analyze')
    return { tables: manifest.tables.length, rows: sum(manifest.tables), files }
  })
}

/** What an archive begins with. */
const gzipped = /^\x1f\x8b/

/** Runs on one connection; a transaction left open is rolled back. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'violet backup',
    statement_timeout: 0,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: 0,
  })
  let lost: Error | null = null
  // oxlint-disable-next-line house/guarded-listener -- keeps the error
  client.on('error', (error) => (lost ??= error))
  await client.connect()
  try {
    // The same text for the same value, whatever the server's or the role's settings are.
    await client.query(
      `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
       set extra_float_digits = 3; set bytea_output = 'hex'; set search_path = public`,
    )
    return await work(client)
  } catch (error) {
    // The server says why before it closes: the statement fails with that, at times before the client has noticed.
    const cause = lost ?? (error instanceof pg.DatabaseError && error.severity === 'FATAL' ? error : null)
    throw cause === null ? error : new Error('the connection to the database was lost', { cause })
  } finally {
    await client.end()
  }
}

// In pieces: a tar header gives the size before the content, and COPY does not know its size.
const pieceSize = 4 * 1024 * 1024

async function saveTable(client: pg.Client, table: Table, archive: ArchiveWriter): Promise<number> {
  const stream = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
  let held: Buffer[] = []
  let size = 0
  let piece = 0
  const flush = async () => {
    if (size === 0) return
    await archive.add(`tables/${table.name}/${String(++piece).padStart(5, '0')}.copy`, size, held)
    held = []
    size = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size >= pieceSize) await flush()
  }
  await flush()
  // The row count comes with the end of the command, which is read before the next one's answer.
  await client.query('select 1')
  return stream.rowCount
}

async function refuseUnlessFit(client: pg.Client, manifest: Manifest, force: boolean): Promise<void> {
  const foreign = (await appliedMigrations(client)).filter((name) => !manifest.migrations.includes(name))
  if (foreign.length > 0) {
    throw new RestoreRefused(
      `The database is newer than the backup (it has the migration ${foreign.join(', ')}): restore into an empty database, or set DATA_DIR to a new folder.`,
    )
  }
  const filled = force ? null : await firstFilled(client, await shopTables(client))
  if (filled !== null) {
    throw new RestoreRefused(
      `The database is not empty (${filled} has rows): use --force to replace all that is in it.`,
    )
  }
}

async function refuseOtherMigrations(client: pg.Client, manifest: Manifest): Promise<void> {
  const applied = await appliedMigrations(client)
  const missing = manifest.migrations.filter((name) => !applied.includes(name))
  if (missing.length > 0) {
    throw new RestoreRefused(
      `The backup was made by a newer Violet (migration ${missing.join(', ')}): use that one.`,
    )
  }
}

/** Everything between `begin` and `commit`; returns the number of media files. */
async function load(
  client: pg.Client,
  manifest: Manifest,
  file: string,
  mediaDir: string,
  force: boolean,
  log: (line: string) => void,
): Promise<number> {
  const present = await shopTables(client)
  const all = present.map(({ name }) => qualified(name)).join(', ')
  await client.query(`lock table ${all} in access exclusive mode`)
  // Checked again: from here on nobody can add a row.
  if (!force) await refuseUnlessFit(client, manifest, force)
  const constraints = await liftConstraints(client, present)
  await client.query(`truncate ${all}`)
  let files = 0
  const entries = readArchive(file, manifest)
  let entry = await entries.next()
  while (entry.done !== true) {
    const table = tableOf(entry.value)
    if (table === null) {
      await putMediaFile(mediaDir, entry.value)
      files++
      entry = await entries.next()
      continue
    }
    const saved = manifest.tables.find(({ name }) => name === table)
    if (saved === undefined) throw new Error(`${table} is not in the manifest`)
    const pieces = async function* () {
      for (; entry.done !== true && tableOf(entry.value) === table; entry = await entries.next())
        yield* entry.value.body
    }
    const stream = client.query(copyFrom(`copy ${copyTarget(saved)} from stdin`))
    await pipeline(pieces, stream)
    if (stream.rowCount !== saved.rows)
      throw new Error(`${table}: ${saved.rows} rows saved, ${stream.rowCount} restored`)
    log(`${table}: ${saved.rows} rows`)
  }
  for (const statement of constraints) await client.query(statement)
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [qualified(name), lastValue, isCalled])
  }
  log(`media: ${files} files`)
  return files
}

function tableOf({ name }: TarEntry): string | null {
  const [kind, table] = name.split('/')
  return kind === 'tables' && table !== undefined ? table : null
}

function sum(tables: { rows: number }[]): number {
  return tables.reduce((total, { rows }) => total + rows, 0)
}
