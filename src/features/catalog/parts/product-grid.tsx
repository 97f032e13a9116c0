import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { ProductCard as Card } from '../contract.ts'
import { ProductCard } from './product-card.tsx'

interface ProductGridProps {
  products: readonly Card[]
  ctx: Ctx
  /** How many of the first pictures are in the first view. */
  eager?: number
  /** `rail`: one row that is pushed sideways where there is no room for it. */
  shape?: 'grid' | 'rail'
  /** The first takes the place of four. */
  feature?: boolean
  /** Ids within the grid: the first of each `every` products can be linked to. */
  anchors?: { every: number; of: (group: number) => string }
}

export function ProductGrid({
  products,
  ctx,
  eager = 0,
  shape = 'grid',
  feature = false,
  anchors,
}: ProductGridProps): ReactNode {
  return (
    <ul className={`product-grid product-grid-${shape}${feature ? ' product-grid-feature' : ''}`}>
      {products.map((card, index) => (
        <li
          key={card.id}
          data-key={card.id}
          id={
            anchors && index > 0 && index % anchors.every === 0
              ? anchors.of(index / anchors.every)
              : undefined
          }
        >
          <ProductCard
            card={card}
            ctx={ctx}
            urgency={index >= eager ? 'lazy' : index === 0 ? 'high' : 'eager'}
            size={feature && index === 0 ? 'large' : 'cell'}
          />
        </li>
      ))}
    </ul>
  )
}
