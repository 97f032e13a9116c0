import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mostWatched, type FromPage } from './live-messages.ts'

const ticketTexts = z.object({
  /** `{title}`, `{from}` and `{to}` stay placeholders: the browser fills them in. */
  price: z.string(),
  /** `{title}` */
  stock: z.string(),
  /** `{count}` */
  many: z.string(),
  /** `{from}` */
  before: z.string(),
  /** `{from}` */
  line: z.string(),
})
export type LiveTexts = z.output<typeof ticketTexts>

/** A ticket opens one connection, within a minute. */
export const takeTicket = endpoint({
  path: '/live/ticket',
  summary: 'A one-time ticket for the live channel',
  input: z.strictObject({}),
  output: z.object({ session: z.string(), texts: ticketTexts }),
  problems: ['too_many_requests'],
})

export const fromPage: z.ZodType<FromPage> = z.union([
  z.strictObject({ code: z.literal(200), msg: z.literal('ping') }),
  z.strictObject({
    code: z.literal(200),
    msg: z.literal('watch'),
    data: z.strictObject({
      products: z.array(z.int().min(1)).max(mostWatched),
      cart: z.boolean(),
      key: z.string().max(120).nullable().default(null),
    }),
  }),
])
