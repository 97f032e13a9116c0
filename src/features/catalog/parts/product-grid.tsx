import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { foldId } from '#platform/server/pages/fold.tsx'
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
  /** Whether it stands first on the page: its first rows end the first screen. */
  isFirst?: boolean
}

/** Cards of a listing: four rows of a phone, two of a desktop. */
const inFirstScreen = 8

export function ProductGrid({
  products,
  ctx,
  eager = 0,
  shape = 'grid',
  feature = false,
  anchors,
  isFirst = false,
}: ProductGridProps): ReactNode {
  const ofFold = isFirst ? Math.min(inFirstScreen, products.length) - 1 : -1
  const idOf = (index: number): string | undefined => {
    if (index === ofFold) return foldId
    return anchors && index > 0 && index % anchors.every === 0 ? anchors.of(index / anchors.every) : undefined
  }
  return (
    <ul className={`product-grid product-grid-${shape}${feature ? ' product-grid-feature' : ''}`}>
      {products.map((card, index) => (
        <li key={card.id} data-key={card.id} id={idOf(index)}>
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
