import type { Command } from 'commander'
import { scheduleVersion, unscheduleVersion } from '#app/themes/schedule-theme.ts'
import { loadConfig } from '#features/shop/actions.ts'
import type { Db } from '#platform/server/db/db.ts'
import { momentOf, startOfDay } from '../entries/day.ts'
import { withShop } from '../shop.ts'
import { counted, Failure, writeOut } from '../terminal.ts'
import { refuseTheme } from './refuse.ts'
import { numberOf, requireVersion } from './version-number.ts'

/* Versions of the theme that are shown at a time that was said before. */

export function addSchedule(theme: Command): void {
  theme
    .command('schedule')
    .description('show a version that is stored from a time on, to the minute')
    .argument('<version>', 'its number, of `theme list --versions`')
    .requiredOption(
      '--at <time>',
      "a day, which begins in the shop's time zone, or a moment: 2026-12-24T18:00:00Z",
    )
    .option('--json', 'print the result as JSON', false)
    .action(schedule)

  theme
    .command('unschedule')
    .description('take back all times at which a version would be shown')
    .argument('<version>', 'its number')
    .option('--json', 'print the result as JSON', false)
    .action(unschedule)
}

async function schedule(version: string, { at, json }: { at: string; json: boolean }): Promise<void> {
  const number = numberOf(version)
  const { result, dueAt } = await withShop(async ({ db }) => {
    const now = new Date()
    const time = await timeOf(db, at)
    if (time <= now) throw new Failure(`--at is over already; show it by: violet theme publish ${number}`)
    await requireVersion(db, number)
    return { result: await scheduleVersion(db, { version: number, dueAt: time }, now), dueAt: time }
  })
  if (!result.ok) return refuseTheme(`version ${number}`, result.problem, { json })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: number, at: dueAt.toISOString() })}\n`
      : `Version ${number} is shown from ${minuteOf(dueAt)} on, unless: violet theme unschedule ${number}\n`,
  )
}

async function unschedule(version: string, { json }: { json: boolean }): Promise<void> {
  const number = numberOf(version)
  const times = await withShop(async ({ db }) => {
    await requireVersion(db, number)
    return unscheduleVersion(db, number)
  })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: number, times })}\n`
      : `${counted(times, 'time')} of version ${number} taken back\n`,
  )
}

async function timeOf(db: Db, text: string): Promise<Date> {
  const { document } = await loadConfig(db)
  const at = startOfDay(text, document.shop.delivery?.timeZone ?? 'UTC') ?? momentOf(text)
  if (at === null)
    throw new Failure('--at must be a day such as 2026-12-24, or a moment such as 2026-12-24T18:00:00Z')
  return at
}

/** `2026-12-24 18:00 UTC` */
export function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
