import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run; its database `violet_template` is migrated and empty. */
    databaseUrl: string
  }
}

/** One PostgreSQL for the whole run; each test file clones the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-test-'))
  const server = await openEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create database violet_template')
  await client.end()
  await migrate({ url: databaseUrl(server.url, 'violet_template'), directory: 'db/migrations' })
  project.provide('databaseUrl', server.url)
  // Where test/running-shop.ts keeps the demo shop that each file starts with a copy of.
  process.env['VIOLET_TEST_DEMO'] = join(dataDir, 'demo')
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
