import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/** The longest email that mail can be sent to: RFC 5321, 4.5.3.1.3, without its angle brackets. */
export const longestEmail = 254

/** The answer is the same for an email that is known already: it tells nobody who reads the shop's letter. */
export const subscribe = endpoint({
  path: '/newsletter/subscribe',
  summary: 'Asks for the newsletter; a mail asks back',
  writes: true,
  input: z.strictObject({ email: z.string().min(1).max(longestEmail) }),
  labels: { email: 'newsletter.email' },
  output: z.object({}),
  problems: ['invalid_email', 'too_many_requests'],
})

const byToken = z.strictObject({ token: z.string().min(1).max(100) })

export const confirmSubscription = endpoint({
  path: '/newsletter/confirm',
  summary: 'Says yes to the newsletter, with the token of the mail that asked',
  writes: true,
  input: byToken,
  output: z.object({}),
  problems: ['stale_link'],
})

/** Answers the same when it was done before. */
export const unsubscribe = endpoint({
  path: '/newsletter/unsubscribe',
  summary: 'Ends the newsletter, with the token of any of its mails',
  writes: true,
  input: byToken,
  output: z.object({}),
  problems: ['stale_link'],
})

/** Where a post without scripts comes back to: the place in the page that says what came of it. */
export const answers = { done: 'newsletter-thanks', refused: 'newsletter-refused' } as const
