import { day, minute } from '#domain/time.ts'

/** Minutes of the shop's day; over midnight where it begins later than it ends. */
export interface QuietHours {
  from: number
  until: number
}

const minutesOfDay = day / minute

/** When the quiet hours end that it is now; null when it is none of them. */
export function quietEnd(now: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null) return null
  const { from, until } = quiet
  const at = minuteOfDay(now, timeZone)
  const isQuiet = from < until ? at >= from && at < until : at >= from || at < until
  if (!isQuiet) return null
  const whole = now.getTime() - (now.getTime() % minute)
  const end = new Date(whole + turned(until - at) * minute)
  // Clocks were changed in between: as much too early or too late.
  const off = turned(until - minuteOfDay(end, timeZone) + minutesOfDay / 2) - minutesOfDay / 2
  return new Date(end.getTime() + off * minute)
}

function turned(minutes: number): number {
  return ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay
}

function minuteOfDay(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: 'hour' | 'minute'): number => Number(parts.find((one) => one.type === type)?.value)
  return part('hour') * 60 + part('minute')
}

/** `22:30` → 1350; null for what is no time of day. */
export function readMinute(text: string): number | null {
  const read = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text)
  return read === null ? null : Number(read[1]) * 60 + Number(read[2])
}

export function minuteText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
