import { day } from '../time.ts'
/** A count of days, from the quickest to the slowest. */
export interface Days {
  readonly from: number
  readonly to: number
}

/** When the shop works. */
export interface Workweek {
  /** 1 for Monday to 7 for Sunday. */
  readonly workdays: readonly number[]
  /** Dates like 2026-12-25 on which nothing leaves and nothing arrives. */
  readonly closed: readonly string[]
}

/** The first and the last day on which an order may arrive, as 2026-11-27. */
export interface DeliverySpan {
  from: string
  to: string
}

/**
 * When something ordered now arrives. Handling and transport are counted in working days, from `today`, or from the
 * next working day if today's parcels are packed already or today is no working day.
 * @param today the shop's own date, as 2026-11-21
 */
export function deliverySpan(
  today: string,
  isPacked: boolean,
  handling: Days,
  way: Days,
  week: Workweek,
): DeliverySpan {
  const start = nextWorkday(isPacked ? addDay(today) : today, week)
  return {
    from: addWorkdays(start, handling.from + way.from, week),
    to: addWorkdays(start, handling.to + way.to, week),
  }
}

function addWorkdays(date: string, count: number, week: Workweek): string {
  let at = nextWorkday(date, week)
  for (let left = count; left > 0; left -= 1) at = nextWorkday(addDay(at), week)
  return at
}

/** The date itself when it is worked on. A shop that is closed for a year and more is taken to open then. */
function nextWorkday(date: string, { workdays, closed }: Workweek): string {
  let at = date
  for (let tries = 0; tries < 400; tries += 1) {
    if (workdays.includes(weekday(at)) && !closed.includes(at)) return at
    at = addDay(at)
  }
  return at
}

function addDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10)
}

function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}
