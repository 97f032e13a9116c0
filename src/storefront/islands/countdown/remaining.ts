export interface Remaining {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** The time between two moments in ms since 1970, in whole seconds; null after the end. */
export function remaining(until: number, now: number): Remaining | null {
  const seconds = Math.ceil((until - now) / 1000)
  if (!(seconds > 0)) return null
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
