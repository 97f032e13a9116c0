import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/** How a visitor may pass: by the slider, by a question in words, by the work of the device. */
export const ways = ['slide', 'question', 'work'] as const
export type Way = (typeof ways)[number]

/** `data:` URLs of pictures that the server has drawn. */
const image = z.string().startsWith('data:image/')

const puzzle = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('slide'),
    /** Of the picture, in pixels; all lengths of the puzzle and its track are counted in these. */
    width: z.int(),
    height: z.int(),
    image,
    /** It starts at the left edge, `top` pixels down, and fits into the gap that the picture shows. */
    piece: z.object({ image, size: z.int(), top: z.int() }),
  }),
  z.object({ way: z.literal('question'), text: z.string() }),
  /** Wanted is a number whose SHA-256 after `verifyId` and a colon begins with so many zero bits. */
  z.object({ way: z.literal('work'), bits: z.int().min(1).max(32) }),
])
export type Puzzle = z.output<typeof puzzle>

/** The most samples of one track: a minute of careful dragging. */
const mostSamples = 600

/** Milliseconds since the first sample, the piece's way from the left edge, the pointer's way up or down. */
const sample = z.tuple([
  z.int().min(0).max(600_000),
  z.int().min(-1_000).max(10_000),
  z.int().min(-10_000).max(10_000),
])

const track = z.union([
  z.strictObject({
    /** How the slider was moved: dragged, or by the keys of a keyboard. */
    by: z.enum(['pointer', 'keys']),
    samples: z.array(sample).min(1).max(mostSamples),
  }),
  /** The number that was looked for, in digits. */
  z.strictObject({ nonce: z.string().regex(/^\d{1,11}$/) }),
])
export type GivenTrack = z.output<typeof track>

const verifyId = z.string().min(1).max(100)

export const createVerification = endpoint({
  path: '/verify/create',
  summary: 'A puzzle that tells people from machines; it is valid in this browser for five minutes',
  input: z.strictObject({ way: z.enum(ways).default('slide') }),
  output: z.object({ verifyId, puzzle }),
  problems: ['too_many_requests'],
})
export type Issued = z.output<(typeof createVerification)['output']>

/** A passed puzzle is spent by the next action that asks for it, within five minutes, once. */
export const checkVerification = endpoint({
  path: '/verify/check',
  summary: 'Judges the track of a slider, the result of a work, or the answer to a question',
  writes: true,
  input: z.strictObject({
    verifyId,
    track: track.nullable().default(null),
    /** Of a question; called as the field of forms is that work without scripts. */
    verifyAnswer: z.string().max(20).default(''),
  }),
  output: z.object({ verifyId }),
  problems: ['verification_required', 'verification_failed'],
})
