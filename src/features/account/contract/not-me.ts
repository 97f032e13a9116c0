import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/** What was done, for who pressed it. */
const secured = z.object({
  /** Sessions that ended. */
  ended: z.number().int(),
})

export const notMe = endpoint({
  path: '/user/disown',
  summary:
    'An event of the account was somebody else: ends sessions, removes what that one added, and the password',
  writes: true,
  isOnce: true,
  needs: 'customer',
  input: z.strictObject({ event: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: secured,
  problems: ['proof_required', 'unknown_event'],
})

export const notMeByMail = endpoint({
  path: '/auth/disown',
  summary: 'The same by the link of a mail about the event',
  writes: true,
  isOnce: true,
  needs: 'nothing',
  input: z.strictObject({ token: z.string().max(100).default('') }),
  output: secured,
  problems: ['stale_link'],
})
