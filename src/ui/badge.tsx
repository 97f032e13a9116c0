import type { ReactNode } from 'react'

/** One word on a picture. */
export function Badge({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'sale' | 'faint'
  children: ReactNode
}): ReactNode {
  return <span className={kind === 'plain' ? 'badge' : `badge badge-${kind}`}>{children}</span>
}
