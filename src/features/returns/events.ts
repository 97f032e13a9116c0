/** What can happen to a return, as `return_events.kind` has it. */
export const returnEventKinds = [
  'applied',
  'withdrawn',
  'approved',
  'refused',
  'cancelled',
  'sent',
  /** Where its parcel goes was told after all: at the withdrawal the shop had no address. */
  'addressed',
  'reminded',
  'received',
  /** What was noted as received was corrected. */
  'recounted',
  'completed',
  'expired',
  /** An exchange waited too long for what it held: the units are for sale again. */
  'unheld',
  /** The order of an exchange was cancelled: its value went back. */
  'settled',
] as const

export type ReturnEventKind = (typeof returnEventKinds)[number]
export type ReturnActor = 'customer' | 'operator' | 'timer'
