import type { ReactNode } from 'react'

/** `sale` and `faint` lie on pictures; the last four show a state: of an order, a return, a review. */
export type BadgeKind = 'plain' | 'sale' | 'faint' | 'info' | 'success' | 'warning' | 'error'

/** One word on a picture, or next to its subject. */
export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }): ReactNode {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
