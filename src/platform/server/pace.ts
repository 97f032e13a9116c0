export interface PaceOptions {
  perMinute: number
  /** How many may come at once. */
  burst: number
  /** Keys that are remembered; the oldest go. */
  most: number
}

export interface Pace {
  /** False when `who` has asked more often than that. @param now milliseconds */
  takes(who: string, now: number): boolean
  /** Takes so many more of `who` that was let in, and may come to owe them. */
  charge(who: string, more: number): void
}

/** A rate limit (token bucket) by caller, in memory: for calls that cost little and harm little. */
export function createPace({ perMinute, burst, most }: PaceOptions): Pace {
  const known = new Map<string, { tokens: number; at: number }>()
  return {
    takes(who, now) {
      const before = known.get(who)
      const tokens = before
        ? Math.min(burst, before.tokens + (Math.max(0, now - before.at) / 60_000) * perMinute)
        : burst
      const takes = tokens >= 1
      known.delete(who)
      known.set(who, { tokens: takes ? tokens - 1 : tokens, at: now })
      if (known.size > most) known.delete(known.keys().next().value!)
      return takes
    },
    charge(who, more) {
      const entry = known.get(who)
      if (entry) entry.tokens -= more
    },
  }
}

/** The refusal of what comes too fast: there is room again in a moment. A limit that lasts says for how long: `tooMany`. */
export function tooFast(): { name: 'too_many_requests' } {
  return { name: 'too_many_requests' }
}
