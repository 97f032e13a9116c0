import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

// An advisory lock number that no other program on the same database should use.
const lockKey = 7_482_651_093

export interface MigrateOptions {
  url: string
  /** The folder with `<stamp>_<name>.sql`. */
  directory: string
  log?: (line: string) => void
  /** The last migration to apply; all when absent. */
  to?: string
}

/**
 * Applies the SQL migrations that are missing, in the order of their names, each in its own transaction, under
 * an advisory lock, so that many nodes may start at once. Returns the names that it applied.
 * Throws when the database knows a migration that this program does not: an older program must not write to it.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'violet migrate' })
  // A connection that breaks fails its statement; unheard, the event would end the program.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const known = await migrationNames(options.directory)
    const applied = await appliedNames(client)
    const foreign = applied.filter((name) => !known.includes(name))
    if (foreign.length > 0) {
      throw new Error(`the database was migrated by a newer Violet (${foreign.join(', ')}); start that one`)
    }
    const missing = known.filter(
      (name) => !applied.includes(name) && (options.to === undefined || name <= options.to),
    )
    for (const name of missing) {
      options.log?.(`migrating ${name}`)
      await apply(client, name, await readFile(join(options.directory, `${name}.sql`), 'utf8'))
    }
    return missing
  } finally {
    // Ends the session and with it the lock.
    await client.end()
  }
}

/** Whether the database has been a shop's before. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'violet migrate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('migrations') is not null as there`,
    )
    return rows[0]?.there === true
  } finally {
    await client.end()
  }
}

/** The migrations of the folder that the database lacks. */
export async function pendingMigrations(pool: pg.Pool, directory: string): Promise<string[]> {
  const known = await migrationNames(directory)
  const applied = await appliedNames(pool)
  return known.filter((name) => !applied.includes(name))
}

async function migrationNames(directory: string): Promise<string[]> {
  const files = await readdir(directory)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort()
}

async function appliedNames(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map((row) => row.name)
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
