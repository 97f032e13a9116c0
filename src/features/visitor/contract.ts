import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

/**
 * Sent at start and every ten seconds while a page is open. The answer says nothing about what was stored, and nothing
 * about the session: no timer takes a shopper out of a form that is half filled in.
 */
export const track = endpoint({
  path: '/visitor/track',
  summary: 'Reports that a page is open',
  needs: 'nothing',
  input: z.strictObject({
    url: z.string().max(4_000),
    referer: z.string().max(4_000).default(''),
    /** IANA name. */
    timezone: z.string().max(64).default(''),
  }),
  output: z.object({}),
})

/** Absent purposes are refused: an unchecked box of a form sends nothing. */
export const choose = endpoint({
  path: '/visitor/consent',
  summary: 'Says what the visitor’s data may be used for',
  writes: true,
  isOnce: true,
  input: z.strictObject({
    statistics: z.boolean().default(false),
    marketing: z.boolean().default(false),
  }),
  output: z.object({}),
})
