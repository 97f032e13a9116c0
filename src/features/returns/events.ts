/** What can happen to a return, as `return_events.kind` has it. */
export const returnEventKinds = [
  'applied',
  'withdrawn',
  'approved',
  'refused',
  'cancelled',
  'sent',
  'reminded',
  'received',
  'completed',
  'expired',
  /** The order of an exchange was cancelled: its value went back. */
  'settled',
] as const

export type ReturnEventKind = (typeof returnEventKinds)[number]
export type ReturnActor = 'customer' | 'operator' | 'timer'
