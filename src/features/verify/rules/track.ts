/*
 * Whether a person may have moved the slider so. It stops programs that do not care to look like people; one that
 * replays a person's movement passes: decision 044.
 */

/** Milliseconds since the first sample, the piece's way in pixels of the picture, the pointer's way up or down. */
export type Sample = readonly [time: number, x: number, y: number]

export interface Track {
  by: 'pointer' | 'keys'
  samples: readonly Sample[]
}

/** Pixels by which a piece may miss its gap. */
export const tolerance = 5

const limits = {
  pointer: { samples: 6, leastTime: 250, leap: 0.45 },
  // A key that is held repeats; a page key moves a tenth of the slider.
  keys: { samples: 4, leastTime: 400, leap: 0.6 },
} as const
/** Milliseconds. */
const mostTime = 120_000
/** Milliseconds by which the clocks of the browser and the shop may run apart while a puzzle is solved. */
const drift = 250
/** Pixels from the left edge at which a track begins. */
const mostStart = 12
/** The least deviation from constant speed, as a part of the way: people speed up and slow down. */
const leastUneven = 0.02

export type Fault =
  | 'missed'
  | 'few'
  | 'backwards'
  | 'hasty'
  | 'endless'
  | 'ahead'
  | 'midway'
  | 'leap'
  | 'even'
  | 'mechanical'

interface Asked extends Track {
  wanted: number
  /** Milliseconds since the puzzle was issued. */
  elapsed: number
}

/** What speaks against a track; the first that applies counts. */
const faults: { [Name in Fault]: (asked: Asked) => boolean } = {
  few: ({ by, samples }) => samples.length < limits[by].samples,
  backwards: ({ samples }) => samples.some(([time], at) => at > 0 && time < samples[at - 1]![0]),
  hasty: ({ by, samples }) => durationOf(samples) < limits[by].leastTime,
  endless: ({ samples }) => durationOf(samples) > mostTime,
  ahead: ({ samples, elapsed }) => durationOf(samples) > elapsed + drift,
  midway: ({ samples }) => Math.abs(samples[0]![1]) > mostStart,
  leap: ({ by, samples, wanted }) => longestStep(samples) > wanted * limits[by].leap,
  // Held keys repeat at a constant rate.
  even: ({ by, samples }) => by === 'pointer' && unevenness(samples) < leastUneven,
  mechanical: ({ by, samples }) => by === 'pointer' && isMechanical(samples),
  missed: ({ samples, wanted }) => Math.abs(samples.at(-1)![1] - wanted) > tolerance,
}

/**
 * Null for a track that a person may have made.
 * @param wanted the piece's place in the gap, in pixels of the picture
 * @param elapsed milliseconds since the puzzle was issued
 */
export function faultOf(track: Track, wanted: number, elapsed: number): Fault | null {
  const asked = { ...track, wanted, elapsed }
  const names = Object.keys(faults) as Fault[]
  return names.find((name) => faults[name](asked)) ?? null
}

function durationOf(samples: readonly Sample[]): number {
  return samples.at(-1)![0] - samples[0]![0]
}

function longestStep(samples: readonly Sample[]): number {
  let longest = 0
  for (let at = 1; at < samples.length; at++)
    longest = Math.max(longest, Math.abs(samples[at]![1] - samples[at - 1]![1]))
  return longest
}

/** How far, on average, a track is from one of constant speed, as a part of its way. Rests at its ends do not count. */
function unevenness(samples: readonly Sample[]): number {
  const start = samples[0]![1]
  const end = samples.at(-1)![1]
  const first = Math.max(0, samples.findIndex(([, x]) => x !== start) - 1)
  const last = samples.findLastIndex(([, x]) => x !== end) + 1
  const moving = samples.slice(first, last + 1)
  const mean = (of: (sample: Sample) => number): number =>
    moving.reduce((sum, sample) => sum + of(sample), 0) / moving.length
  const time = mean(([t]) => t)
  const x = mean((sample) => sample[1])
  const spread = mean(([t]) => (t - time) ** 2)
  if (spread === 0 || end === start) return 0
  const speed = mean((sample) => (sample[0] - time) * (sample[1] - x)) / spread
  const rest = mean((sample) => (sample[1] - x - speed * (sample[0] - time)) ** 2)
  return Math.sqrt(rest) / Math.abs(end - start)
}

/** Not a pixel up or down, and never a millisecond off the beat. */
function isMechanical(samples: readonly Sample[]): boolean {
  if (samples.length < 10) return false
  const [time, , y] = samples[0]!
  const beat = samples[1]![0] - time
  return samples.every((sample, at) => sample[2] === y && sample[0] - time === beat * at)
}
