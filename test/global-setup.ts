import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { temporaryFolder } from '../scripts/bootstrap/temporary.mjs'
import { makeWipe, wipe, wiping, type Wiped } from './databases/wipe.ts'
import { becomeUndurable } from './undurable.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run; its database `violet_template` is migrated and empty. */
    databaseUrl: string
    /** The same for its superuser; null where that has a password, and databases cannot be emptied. */
    wipingUrl: string | null
    /** What emptying says of a database that is as it was copied. */
    wiped: Wiped | null
  }
}

/** One PostgreSQL for the whole run, with a migrated template of which tests get copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(temporaryFolder(), 'violet-test-'))
  const server = await openEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await askNoPassword(dataDir)
  await becomeUndurable(dataDir, client)
  await client.query('create database violet_template')
  await client.end()
  await migrate({ url: databaseUrl(server.url, 'violet_template'), directory: 'db/migrations' })
  project.provide('databaseUrl', server.url)
  const wiper = wipingUrl(server.url)
  project.provide('wipingUrl', wiper)
  project.provide('wiped', await prepareWipe(wiper))
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Whoever may open the socket, which lies in a private folder, comes in without a password: proving that one knows it
 * is half of what a connection costs, and a test opens five. PostgreSQL reads this with the next change of settings.
 */
async function askNoPassword(dataDir: string): Promise<void> {
  const file = join(dataDir, 'pg/pg_hba.conf')
  const lines = await readFile(file, 'utf8')
  await writeFile(file, lines.replaceAll(/^(local\s.*)\bscram-sha-256$/gm, '$1trust'))
}

/** The superuser comes in without a password, but by the socket alone, whose folder the address names. */
function wipingUrl(server: string): string | null {
  const url = new URL(server)
  if (!url.searchParams.has('host')) return null
  url.username = 'postgres'
  url.password = ''
  return url.href
}

/** Null where no database can be emptied: each test has a new copy then. */
async function prepareWipe(server: string | null): Promise<Wiped | null> {
  if (server === null) return null
  const client = new pg.Client({ connectionString: databaseUrl(server, 'violet_template'), ...wiping })
  await client.connect()
  await makeWipe(client)
  // The second time it finds what a database has from then on.
  await wipe(client)
  const wiped = await wipe(client)
  await client.end()
  return wiped
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
