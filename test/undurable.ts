import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/*
 * PostgreSQL as tests want it: what it writes has to survive the run, not a power cut. Tests whose subject is just
 * that (crash, killed, backup, embedded) keep the settings of a merchant's shop, and say so with `durability`.
 */

const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']

/** For the embedded PostgreSQL of `dataDir`, from its next start on or when it is told to read its settings. */
export async function makeUndurable(dataDir: string): Promise<void> {
  const lines = settings.map((name) => `${name} = 'off'\n`)
  await appendFile(join(dataDir, 'pg/postgresql.auto.conf'), lines.join(''))
}

/** Makes the one that runs on `dataDir` undurable. */
export async function becomeUndurable(dataDir: string, db: Pick<pg.Client, 'query'>): Promise<void> {
  await makeUndurable(dataDir)
  const [pid] = (await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGHUP')
  const until = Date.now() + 10_000
  while (Object.values(await durability(db)).includes('on'))
    if (Date.now() > until) throw new Error('PostgreSQL did not read its settings again')
}

/** Setting → `on` or `off`. */
export async function durability(db: Pick<pg.Client, 'query'>): Promise<Record<string, string>> {
  return (await db.query<Record<string, string>>(durabilityQuery)).rows[0]!
}

export const durabilityQuery = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`

/** What `durability` is where an acknowledged order survives a power cut. */
export const durable = Object.fromEntries(settings.map((name) => [name, 'on']))
