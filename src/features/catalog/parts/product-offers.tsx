import type { ReactNode } from 'react'
import type { ProductView } from '../contract.ts'

/** The promotions that are for a product, in words: what its price is already without, and what it takes to pay less. */
export function ProductOffers({ offers }: Pick<ProductView, 'offers'>): ReactNode {
  if (offers.length === 0) return null
  return (
    <ul className="product-page-offers">
      {offers.map(({ name, href, words }) => (
        <li key={href}>
          <a href={href}>{name}</a>{' '}
          {words.map((word) => (
            <span key={word}>{word} </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
