import type { ReactNode } from 'react'

/** `sale` and `faint` stand on pictures; the last four tell how something is: an order, a return, a review. */
export type BadgeKind = 'plain' | 'sale' | 'faint' | 'info' | 'success' | 'warning' | 'error'

/** One word on a picture, or beside what it is about. */
export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }): ReactNode {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
