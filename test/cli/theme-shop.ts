import { vi } from 'vitest'
import type { Database } from '#platform/server/db/db.ts'
import { freshDatabase } from '#test/database.ts'
import { violet } from '../../cli/entries/for-tests.ts'

/** Runs `violet theme …`: its output, and the reason of a refusal; null where there was none. */
export async function theme(...args: string[]): Promise<{ out: string; refusal: string | null }> {
  const { out, failure } = await violet('theme', ...args)
  return { out, refusal: failure }
}

/** A shop on which the command works from then on, with its data in a folder. */
export async function shopIn(folder: string): Promise<Database> {
  const { db, url } = await freshDatabase()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', folder)
  return db
}
