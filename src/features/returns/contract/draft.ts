import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { textField } from '#wire/written.ts'
import {
  applicationWays,
  id,
  mostDescription,
  mostReturnImages,
  order,
  refundTargets,
  returnReasons,
  returnTypes,
} from '../contract.ts'

/** Keeps an application that is not sent yet; one for each order. */
export const saveReturnDraft = endpoint({
  path: '/return/saveDraft',
  summary: 'Keeps an application for a return that is not sent yet',
  writes: true,
  input: z.strictObject({
    order,
    way: z.enum(applicationWays).default('return'),
    type: z.enum(returnTypes).nullable().default(null),
    reason: z.enum(returnReasons).nullable().default(null),
    refundTo: z.enum(refundTargets).default('original'),
    lines: z
      .array(
        z.strictObject({
          line: id,
          quantity: z.coerce.number().int().min(0).max(9_999),
          exchangeFor: z.string().max(64).nullable().default(null),
        }),
      )
      .max(200)
      .default([]),
    description: textField(mostDescription).default(''),
    images: z.array(z.string().max(64)).max(mostReturnImages).default([]),
  }),
  output: z.object({}),
  problems: ['unknown_order'],
})
