import type { z } from 'zod'
import { schemaFaults } from '#wire/schema-words.ts'
import { printable } from '#wire/shown-text.ts'
import type { Reason } from './reading.ts'

/** Faults of one entry that are told. */
const mostTold = 20

/** What the schema finds wrong with an entry, with the member: `skus[0].prices.USD.price: a price such as "19.90"`. */
export function schemaReasons(error: z.ZodError, line: number): Reason[] {
  const faults = schemaFaults(error)
  const told = faults.slice(0, mostTold).map(({ path, what }) => {
    const where = printable(pathText(path)).slice(0, 120)
    return { line, reason: printable(where === '' ? what : `${where}: ${what}`).slice(0, 300) }
  })
  const more = faults.length - told.length
  return more === 0 ? told : [...told, { line, reason: `and ${more} more faults` }]
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`,
    )
    .join('')
}
