import { z } from 'zod'

/** What the event `edited` says of it, as far as it is shown: units that changed, and the totals. */
const edited = z.object({
  units: z.array(z.object({ title: z.string(), from: z.number(), to: z.number() })),
  before: z.object({ quote: z.object({ total: z.number() }) }),
  after: z.object({ quote: z.object({ total: z.number() }) }),
})

interface ShownEdit {
  units: { title: string; from: number; to: number }[]
  /** Totals in minor units. */
  before: number
  after: number
}

/** Nothing is shown of data that another version has written. */
export function editedOf(data: unknown): ShownEdit {
  const read = edited.safeParse(data)
  if (!read.success) return { units: [], before: 0, after: 0 }
  const { units, before, after } = read.data
  return { units, before: before.quote.total, after: after.quote.total }
}
