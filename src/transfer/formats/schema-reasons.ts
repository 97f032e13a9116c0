import type { z } from 'zod'
import type { Reason } from './reading.ts'
import { printable } from '#wire/shown-text.ts'

/** zod's errors, one reason for each of the first faults: `skus[0].prices.USD.price: a price such as "19.90"`. */
export function schemaReasons(error: z.ZodError, line: number): Reason[] {
  return error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    const where = printable(path.join('')).slice(0, 120)
    return {
      line,
      reason: printable(where === '' ? issue.message : `${where}: ${issue.message}`).slice(0, 300),
    }
  })
}
