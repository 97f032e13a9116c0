import type { ReactNode } from 'react'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'

/* What the placeholders of several pages have. */

/** As many as a rail shows at once. */
const inARail = 4

/** Products to be pushed sideways, below their title. */
export function RailSkeleton(): ReactNode {
  return (
    <div className="skeleton-rail">
      <SkeletonLine width="8rem" className="skeleton-title" />
      <ul className="product-grid product-grid-rail">
        {repeat(inARail, () => (
          <li>
            <CardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function CardSkeleton(): ReactNode {
  return (
    <div className="product-card">
      <SkeletonBox className="product-card-media" />
      <SkeletonLine width="70%" className="product-card-title" />
      <SkeletonLine width="30%" className="product-card-price" />
    </div>
  )
}

/** Lines of one text. */
export function Lines({
  widths,
  className = '',
}: {
  widths: readonly string[]
  className?: string
}): ReactNode {
  return (
    <div className={`skeleton-lines ${className}`.trimEnd()}>
      {widths.map((width, index) => (
        <SkeletonLine key={index} width={width} />
      ))}
    </div>
  )
}

export function Crumbs(): ReactNode {
  return (
    <div className="breadcrumbs">
      <SkeletonLine width="10rem" />
    </div>
  )
}

export function repeat(count: number, make: () => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => <Repeated key={index}>{make()}</Repeated>)
}

function Repeated({ children }: { children: ReactNode }): ReactNode {
  return children
}
