import type { Logger } from 'pino'
import type { Result } from '#domain/result.ts'
import { filesOfVersion } from '#features/theming/queries.ts'
import {
  dueSchedules,
  failSchedule,
  insertSchedule,
  removeSchedule,
  removeSchedulesOf,
  type ThemeSchedule,
} from '#features/theming/queries/schedules.ts'
import type { Database } from '#platform/server/db/db.ts'
import { eachOf } from '#platform/server/jobs/each.ts'
import { checkTheme } from './check-theme.ts'
import type { ThemeFault } from './theme-fault.ts'
import { changedMeanwhile, publishVersion } from './versions.ts'

/* Versions of the theme that are shown at a time that was said before. */

/** A version that is stored is shown from then on; all that would keep it from that, where something does. */
export async function scheduleVersion(
  db: Database,
  { version, dueAt }: Pick<ThemeSchedule, 'version' | 'dueAt'>,
  now: Date,
): Promise<Result<unknown, ThemeFault[]>> {
  const checked = checkTheme(await filesOfVersion(db, version))
  if (checked.ok) await db.transact((tx) => insertSchedule(tx, version, dueAt, now))
  return checked
}

/** Gives how many times there were at which it would have been shown. */
export function unscheduleVersion(db: Database, version: number): Promise<number> {
  return db.transact((tx) => removeSchedulesOf(tx, version))
}

/**
 * Shows each version whose time has come. One that cannot be shown is not tried again: its reason is logged, and said
 * by `theme list --versions`.
 */
export async function publishDue(
  { db, log }: { db: Database; log: Pick<Logger, 'error' | 'info'> },
  now: Date,
): Promise<void> {
  await eachOf(
    await dueSchedules(db, now),
    ({ version }) => `theme version ${version}`,
    (due) => publishOne(db, due, log, now),
  )
}

async function publishOne(
  db: Database,
  { id, version }: ThemeSchedule,
  log: Pick<Logger, 'error' | 'info'>,
  now: Date,
): Promise<void> {
  const done = await publishVersion(db, { version, returnsTo: null }, now, async (tx) =>
    (await removeSchedule(tx, id)) ? [] : [takenBack],
  )
  if (done.ok) {
    log.info({ theme: version, version: done.value.config }, 'a theme is shown at its time')
    return
  }
  const isOver = done.problem.some(({ path }) => path === takenBack.path)
  // Somebody changed the configuration at this moment: the next minute has it.
  const isPassing = done.problem.includes(changedMeanwhile)
  if (isOver || isPassing) return
  const failure = reasonOf(done.problem)
  log.error({ theme: version, reason: failure }, 'a theme could not be shown at its time')
  await db.transact((tx) => failSchedule(tx, id, failure))
}

/** Of the path of no setting. */
const takenBack = { path: 'the schedule', reason: 'was taken back' }

const longestReason = 500

function reasonOf(faults: readonly ThemeFault[]): string {
  const [first = { path: '', reason: '' }] = faults
  const place =
    first.file === undefined || first.file === '' ? first.path : `${first.file}:${first.line ?? ''}`
  return `${place}: ${first.reason}`.slice(0, longestReason)
}
