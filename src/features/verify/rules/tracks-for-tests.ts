import type { Fault, Sample, Track } from './track.ts'

/*
 * Movements, made for tests: like a person's, and like a machine's.
 */

/** How one person drags. Parts of 1, unless a unit is named. */
export interface Hand {
  /** ms that the main movement takes. */
  duration: number
  /** ms between two samples, and how far each may be off. */
  beat: number
  jitter: number
  /** How far the first movement misses, in pixels: a second one corrects it. */
  miss: number
  /** ms that the correction takes. */
  correction: number
  /** Pixels up or down over the whole way. */
  drift: number
  /** Pixels by which the hand trembles. */
  tremor: number
  /** ms of rest before it begins and after it ends. */
  rest: number
  seed: number
}

/** The minimum-jerk law of reaching (Flash and Hogan 1985), with a correction at the end as hands make it. */
export function handTrack(wanted: number, hand: Hand): Track {
  const random = seeded(hand.seed)
  const first = wanted + hand.miss
  const total = hand.rest * 2 + hand.duration + hand.correction
  const samples: Sample[] = []
  for (let time = 0; time < total; time += Math.max(1, hand.beat + (random() * 2 - 1) * hand.jitter)) {
    const moved = reach((time - hand.rest) / hand.duration)
    const corrected = reach((time - hand.rest - hand.duration) / hand.correction)
    const shaken = moved > 0 && moved < 1 ? (random() * 2 - 1) * hand.tremor : 0
    samples.push([
      Math.round(time),
      Math.max(0, Math.round(moved * first - corrected * hand.miss + shaken)),
      Math.round(moved * hand.drift),
    ])
  }
  samples.push([Math.round(total), wanted, Math.round(hand.drift)])
  return { by: 'pointer', samples }
}

function reach(part: number): number {
  const at = Math.min(1, Math.max(0, part))
  return 10 * at ** 3 - 15 * at ** 4 + 6 * at ** 5
}

/** Machines that do not care to look like people, each with the fault that it is found by. */
export const machines: readonly {
  moves: string
  fault: Fault
  track: (wanted: number) => Track
  /** Milliseconds since the puzzle was issued; a minute where it is not said. */
  elapsed?: number
}[] = [
  { moves: 'at constant speed', fault: 'even', track: (wanted) => steady(wanted, 30, 20) },
  {
    moves: 'at constant speed, with a tremble of a pixel',
    fault: 'even',
    track: (wanted) => {
      const { samples } = steady(wanted, 30, 20)
      return pointer(
        samples.map(([time, x, y], at) => [time, at % 3 === 1 && at < 29 ? x + 1 : x, y + (at % 2)] as const),
      )
    },
  },
  {
    moves: 'with one leap',
    fault: 'leap',
    track: (wanted) =>
      pointer(Array.from({ length: 20 }, (_, at) => [at * 20, at < 10 ? 0 : wanted, at % 2] as const)),
  },
  { moves: 'within a blink', fault: 'hasty', track: (wanted) => eased(wanted, 12, 10) },
  {
    moves: 'with two samples',
    fault: 'few',
    track: (wanted) =>
      pointer([
        [0, 0, 0],
        [900, wanted, 1],
      ]),
  },
  {
    moves: 'with a clock that runs backwards',
    fault: 'backwards',
    track: (wanted) => {
      const { samples } = eased(wanted, 40, 17)
      return pointer(samples.map(([time, x, y], at) => [at === 20 ? time - 40 : time, x, y] as const))
    },
  },
  {
    moves: 'from the middle',
    fault: 'midway',
    track: (wanted) =>
      pointer(eased(wanted, 40, 17).samples.map(([time, x, y]) => [time, Math.max(x, 40), y] as const)),
  },
  {
    moves: 'by a formula, on a straight line, to the millisecond',
    fault: 'mechanical',
    track: (wanted) => eased(wanted, 40, 16),
  },
  {
    moves: 'in more time than there was',
    fault: 'ahead',
    track: (wanted) => handTrack(wanted, calm),
    elapsed: 300,
  },
  { moves: 'beside the gap', fault: 'missed', track: (wanted) => handTrack(wanted - 9, calm) },
  {
    moves: 'by keys that leap',
    fault: 'leap',
    track: (wanted) => ({
      by: 'keys',
      samples: [
        [0, 0, 0],
        [200, 1, 0],
        [400, wanted - 1, 0],
        [600, wanted, 0],
      ],
    }),
  },
]

export const calm: Hand = {
  duration: 700,
  beat: 16.7,
  jitter: 1,
  miss: 4,
  correction: 240,
  drift: 6,
  tremor: 0.6,
  rest: 60,
  seed: 1,
}

/** Held down: a key repeats after half a second, some thirty times in a second. */
export function keyTrack(wanted: number): Track {
  const samples = Array.from({ length: wanted + 1 }, (_, x) => [x === 0 ? 0 : 500 + x * 33, x, 0] as const)
  return { by: 'keys', samples }
}

function steady(wanted: number, count: number, beat: number): Track {
  return pointer(
    Array.from({ length: count }, (_, at) => [at * beat, Math.round((wanted * at) / (count - 1)), at % 2]),
  )
}

function eased(wanted: number, count: number, beat: number): Track {
  return pointer(
    Array.from({ length: count }, (_, at) => [at * beat, Math.round(wanted * reach(at / (count - 1))), 0]),
  )
}

function pointer(samples: readonly Sample[]): Track {
  return { by: 'pointer', samples }
}

/** Numbers from 0 to below 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
