import { hour, minute } from '#domain/time.ts'
import { deliveryDay } from '#domain/delivery/delivery-day.ts'

/** The first moment of a day in a time zone; null for a text that is no day such as 2026-12-31. */
export function startOfDay(day: string, timeZone: string): Date | null {
  const utc = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(utc)) return null
  // No zone is further from UTC, and all are whole quarters of an hour from it.
  for (let at = utc - 15 * hour; at <= utc + 15 * hour; at += 15 * minute)
    if (deliveryDay({ timeZone, cutoffHour: 0 }, new Date(at)).today === day) return new Date(at)
  // A day that the zone left out, or that no calendar has: 2026-02-30 is another day in UTC.
  return null
}

/** A moment that says its zone, such as 2026-12-31T20:00:00Z; null for any other text. */
export function momentOf(text: string): Date | null {
  const at = new Date(text)
  const isMoment = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(at.getTime())
  // 30 February is no day, though it would be read as one of March.
  return isMoment && startOfDay(text.slice(0, 10), 'UTC') !== null ? at : null
}

/** The day after: 2026-12-31 → 2027-01-01. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
}
