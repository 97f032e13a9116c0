/**
 * Whether a date as `2001-12-31` can be somebody's birthday: it is in the calendar, from 1900 until today.
 * @param now today is a day of it, in UTC
 */
export function isBirthday(date: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < '1900-01-01') return false
  const day = new Date(`${date}T00:00:00Z`)
  // The 30th of February becomes the 1st or 2nd of March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return false
  return date <= now.toISOString().slice(0, 10)
}
