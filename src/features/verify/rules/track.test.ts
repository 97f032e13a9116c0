import fc from 'fast-check'
import { expect, it } from 'vitest'
import { faultOf, tolerance, type Track } from './track.ts'
import { calm, handTrack, keyTrack, machines, type Hand } from './tracks-for-tests.ts'

const long = 60_000
const places = fc.integer({ min: 90, max: 259 })

const hands: fc.Arbitrary<Hand> = fc.record({
  duration: fc.integer({ min: 300, max: 4_000 }),
  beat: fc.constantFrom(8, 11.1, 16.7, 33),
  jitter: fc.constantFrom(0.5, 1, 4),
  miss: fc.integer({ min: -12, max: 12 }),
  correction: fc.integer({ min: 120, max: 900 }),
  drift: fc.integer({ min: -30, max: 30 }),
  tremor: fc.constantFrom(0, 0.6, 2),
  rest: fc.integer({ min: 0, max: 800 }),
  seed: fc.nat(),
})

it('lets every hand pass: quick and slow, calm and trembling, on screens of 30 to 120 pictures a second', () => {
  fc.assert(
    fc.property(places, hands, (wanted, hand) => {
      expect(faultOf(handTrack(wanted, hand), wanted, long)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

it('lets a held arrow key pass, wherever the gap is', () => {
  fc.assert(
    fc.property(places, (wanted) => {
      expect(faultOf(keyTrack(wanted), wanted, long)).toBeNull()
    }),
  )
})

it.each(machines)('finds a machine that moves $moves', ({ fault, track, elapsed = long }) => {
  fc.assert(
    fc.property(places, (wanted) => {
      expect(faultOf(track(wanted), wanted, elapsed)).toBe(fault)
    }),
  )
})

it('counts a gap as hit within its tolerance, on both sides, and no pixel further', () => {
  const endingAt = (x: number): Track => {
    const { samples, by } = handTrack(150, calm)
    return { by, samples: [...samples.slice(0, -1), [samples.at(-1)![0], x, 6]] }
  }
  const verdicts = [-tolerance - 1, -tolerance, tolerance, tolerance + 1].map((off) =>
    faultOf(endingAt(150 + off), 150, long),
  )
  expect(verdicts).toEqual(['missed', null, null, 'missed'])
})

it('lets hardly any random samples pass', () => {
  const sample = fc.tuple(fc.nat(5_000), fc.nat(268), fc.integer({ min: -50, max: 50 }))
  const tracks = fc.array(sample, { minLength: 1, maxLength: 60 })
  const passed = fc.sample(fc.tuple(places, tracks), 2_000).filter(([wanted, samples]) => {
    const ordered = samples.toSorted((a, b) => a[0] - b[0])
    return faultOf({ by: 'pointer', samples: ordered }, wanted, long) === null
  })
  // One of a hundred thousand begins, ends and hastens by chance like a hand.
  expect(passed.length).toBeLessThan(5)
})
