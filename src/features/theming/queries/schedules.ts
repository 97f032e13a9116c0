import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* Versions that shall be shown at a time. One that was shown is no row any more. */

export interface ThemeSchedule {
  id: number
  /** Of the theme. */
  version: number
  dueAt: Date
  /** Why it could not be shown; null while it waits. */
  failure: string | null
}

const columns = ['id', 'version_id as version', 'due_at as dueAt', 'failure'] as const

export async function insertSchedule(tx: Tx, version: number, dueAt: Date, now: Date): Promise<void> {
  await rows(tx)
    .insertInto('theme_schedules')
    .values({ version_id: version, due_at: dueAt, created_at: now })
    .execute()
}

/** All, the next first. */
export function schedules(db: Db): Promise<ThemeSchedule[]> {
  return rows(db).selectFrom('theme_schedules').select(columns).orderBy('due_at').orderBy('id').execute()
}

/** Schedules that are due and have not failed, the earliest first. */
export function dueSchedules(db: Db, now: Date): Promise<ThemeSchedule[]> {
  return rows(db)
    .selectFrom('theme_schedules')
    .select(columns)
    .where('due_at', '<=', now)
    .where('failure', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

/** Whether it was there: of two that take it away, one does. */
export async function removeSchedule(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await rows(tx)
    .deleteFrom('theme_schedules')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of a version; gives how many there were. */
export async function removeSchedulesOf(tx: Tx, version: number): Promise<number> {
  const { numDeletedRows } = await rows(tx)
    .deleteFrom('theme_schedules')
    .where('version_id', '=', version)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function failSchedule(tx: Tx, id: number, failure: string): Promise<void> {
  await rows(tx).updateTable('theme_schedules').set({ failure }).where('id', '=', id).execute()
}
