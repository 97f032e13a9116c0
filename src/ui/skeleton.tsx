import type { ReactNode } from 'react'

/** A bar the height of a line of text, as wide as `width`. */
export function SkeletonLine({ width, className = '' }: { width: string; className?: string }): ReactNode {
  return <span className={`skeleton-line ${className}`.trimEnd()} style={{ inlineSize: width }} />
}

/** A box the shape of a picture. */
export function SkeletonBox({ className = '' }: { className?: string }): ReactNode {
  return <span className={`skeleton-box ${className}`.trimEnd()} />
}
