import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/** `stock`: it can be had again. `price`: it costs less than when it was asked for, in the currency of who asked. */
export const alertKinds = ['stock', 'price'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The longest email that mail can be sent to: RFC 5321, 4.5.3.1.3, without its angle brackets. */
const longestEmail = 254

/**
 * The answer is the same whether the email is known or not, and nothing but one confirming mail is sent before the
 * link in it was followed.
 */
export const askForAlert = endpoint({
  path: '/product/alert',
  summary: 'Asks for a mail when a variant is back in stock or costs less',
  writes: true,
  input: z.strictObject({
    sku: z.string().min(1).max(64),
    kind: z.enum(alertKinds),
    email: z.string().min(1).max(longestEmail),
  }),
  output: z.object({}),
  problems: ['invalid_email', 'unknown_sku', 'too_many_requests'],
})

const byToken = z.strictObject({ token: z.string().min(1).max(100) })

export const confirmAlert = endpoint({
  path: '/alert/confirm',
  summary: 'Says yes to an alert, with the token of the mail that asked',
  writes: true,
  input: byToken,
  output: z.object({}),
  problems: ['stale_link'],
})

/** Answers the same when it was done before. */
export const endAlerts = endpoint({
  path: '/alert/unsubscribe',
  summary: 'Ends all alerts of an address, with the token of any of their mails',
  writes: true,
  input: byToken,
  output: z.object({}),
  problems: ['stale_link'],
})
