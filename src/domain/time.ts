/* Durations in milliseconds, as `Date` counts. In seconds, for cookies: `day / second`. */

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
/** 24 hours: a day of a clock that is never put forward or back. */
export const day = 24 * hour
