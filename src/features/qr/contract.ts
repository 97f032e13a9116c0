import { z } from 'zod'
import { signIn } from '#features/account/contract/auth.ts'
import { endpoint } from '#wire/endpoint.ts'

/** As `newToken` makes it; any other text is that of no ticket. */
const ticket = z.string().min(1).max(100)

export const qrCreate = endpoint({
  path: '/auth/qrCreate',
  summary: 'A QR code by which a phone that is signed in can sign this browser in',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({}),
  output: z.object({
    ticket,
    /** What the code leads to. */
    url: z.string(),
    /** The code, as an SVG document. */
    svg: z.string(),
    /** Until it is over. */
    seconds: z.number().int(),
    /** By which the live channel announces that it was scanned and confirmed. */
    watch: z.string(),
  }),
  problems: ['too_many_requests'],
})

/** Asked at most every two seconds, by the browser that has the code. */
export const qrStatus = endpoint({
  path: '/auth/qrStatus',
  summary: 'What became of a QR code; once it is confirmed, signs in',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({
    ticket,
    keep: signIn.input.shape.keep,
    next: signIn.input.shape.next,
  }),
  output: z.object({
    /** `over`: it has expired, was used, or is another browser's. */
    state: z.enum(['created', 'scanned', 'refused', 'over', 'used']),
    /** Until it is over. */
    seconds: z.number().int(),
    /** Once, of the state `used`: the answer of signing in. */
    signedIn: signIn.output.nullable(),
  }),
  problems: [...signIn.problems, 'too_many_requests'],
})

export const qrScan = endpoint({
  path: '/auth/qrScan',
  summary: 'The phone has read the QR code: who asks, from where, and since when',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ ticket }),
  output: z.object({
    /** `Firefox on Linux`, in the visitor's language; empty when it did not say. */
    browser: z.string(),
    ip: z.string(),
    /** Both are in one network. */
    isNear: z.boolean(),
    /** ISO 8601. */
    askedAt: z.string(),
  }),
  problems: ['qr_over', 'too_many_requests'],
})

export const qrConfirm = endpoint({
  path: '/auth/qrConfirm',
  summary: 'Lets the browser sign in that shows the QR code, or refuses it',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ ticket, accept: z.enum(['yes', 'no']) }),
  output: z.object({ ticket, state: z.enum(['confirmed', 'refused']) }),
  problems: ['qr_over', 'too_many_requests'],
})
