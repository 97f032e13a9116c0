import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { temporaryFolder } from '../scripts/bootstrap/temporary.mjs'
import { becomeUndurable } from './undurable.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run; its database `violet_template` is migrated and empty. */
    databaseUrl: string
  }
}

/** One PostgreSQL for the whole run; each test file clones the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(temporaryFolder(), 'violet-test-'))
  const server = await openEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await becomeUndurable(dataDir, client)
  await client.query('create database violet_template')
  await client.end()
  await migrate({ url: databaseUrl(server.url, 'violet_template'), directory: 'db/migrations' })
  project.provide('databaseUrl', server.url)
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
