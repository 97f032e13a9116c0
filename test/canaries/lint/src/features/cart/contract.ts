import { z } from 'zod'

export const view = z.object({ count: z.int() })
export type View = z.output<typeof view>
