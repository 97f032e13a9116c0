import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/** The longest address that mail can be sent to: RFC 5321, 4.5.3.1.3, without its angle brackets. */
export const longestEmail = 254

/** The answer is the same for an address that is known already: it tells nobody who reads the shop's letter. */
export const subscribe = endpoint({
  path: '/newsletter/subscribe',
  summary: 'Asks for the newsletter',
  writes: true,
  input: z.strictObject({ email: z.string().min(1).max(longestEmail) }),
  output: z.object({}),
  problems: ['invalid_email'],
})

/** Where a post without scripts comes back to: the place in the page that says what came of it. */
export const answers = { done: 'newsletter-thanks', refused: 'newsletter-refused' } as const
