import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'

const time = z.string().max(8)

const settings = z.object({
  events: z.array(
    z.object({
      event: z.string(),
      group: z.string(),
      /** `always` cannot be switched; null: this channel does not carry the event. */
      mail: z.enum(['on', 'off', 'always']).nullable(),
      push: z.enum(['on', 'off', 'always']).nullable(),
      live: z.enum(['always']).nullable(),
    }),
  ),
  /** `22:00`, of the shop's clock; null: no quiet hours. */
  quietFrom: z.string().nullable(),
  quietUntil: z.string().nullable(),
  timeZone: z.string(),
  /** Browsers that take push messages. */
  devices: z.number().int(),
  /** For a browser that subscribes (RFC 8292), as base64url. */
  pushKey: z.string(),
})

export const preferences = endpoint({
  path: '/notification/preferences',
  summary: 'What the customer is told of, by which channels, and when not',
  needs: 'customer',
  input: z.strictObject({}),
  output: settings,
})

/** Names of switches: `order.shipped/mail`. A form sends those that are ticked. */
const keys = z.array(z.string().min(1).max(60)).max(100)

export const savePreferences = endpoint({
  path: '/notification/savePreferences',
  summary: 'Chooses all at once: what is named is wanted, every other switch is off',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    wanted: keys.default([]),
    /** Empty for no quiet hours. */
    quietFrom: time.default(''),
    quietUntil: time.default(''),
  }),
  output: settings,
  problems: ['quiet_hours_unclear'],
})

export const subscribe = endpoint({
  path: '/notification/subscribe',
  summary: 'This browser takes push messages',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    endpoint: z.string().min(1).max(1000),
    p256dh: z.string().min(1).max(120),
    auth: z.string().min(1).max(60),
  }),
  output: z.object({ devices: z.number().int() }),
  problems: ['unknown_push_service', 'too_many_requests'],
})

/** Answers the same when it took none. */
export const endPush = endpoint({
  path: '/notification/endPush',
  summary: 'This browser takes no push messages any more',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ endpoint: z.string().min(1).max(1000) }),
  output: z.object({ devices: z.number().int() }),
})

/** Answers the same when it was done before. */
export const unsubscribe = endpoint({
  path: '/notification/unsubscribe',
  summary: 'Ends mails, with the token of any of them: those of its kind, or all that can be ended',
  writes: true,
  input: z.strictObject({ token: z.string().min(1).max(160), all: z.enum(['on']).optional() }),
  output: z.object({}),
  problems: ['stale_link'],
})
