import { day } from '#domain/time.ts'
import type { Db } from '#platform/server/db/db.ts'
import { dayOf } from './buffer.ts'
import { dayCounts, pageCounts, type DayCount, type PageCount } from './queries.ts'

export interface Visits {
  days: DayCount[]
  pages: PageCount[]
}

/** The counts of the last `days` days, today among them, and the `limit` pages that most have seen. */
export async function countVisits(db: Db, now: Date, days: number, limit: number): Promise<Visits> {
  const since = dayOf(new Date(now.getTime() - (days - 1) * day))
  const [byDay, byPage] = await Promise.all([dayCounts(db, since), pageCounts(db, since, limit)])
  return { days: byDay, pages: byPage }
}
