import type { ReactNode } from 'react'

/** A price in ready-made texts of the visitor's language. */
export interface PriceText {
  text: string
  /** The price before, when it is lower now. */
  line: string | null
}

/**
 * `was` names the old price for screen readers; `from`, if given, already contains the price: "from $48"; `unit` is
 * the unit price: "$4.20 / 100 g".
 */
export function Price({
  price,
  was,
  from,
  unit,
  className,
}: {
  price: PriceText
  was: string
  from?: string | undefined
  unit?: string | undefined
  className?: string
}): ReactNode {
  const reduced = price.line !== null
  return (
    <span
      className={`price${reduced ? ' price-reduced' : ''}${className === undefined ? '' : ` ${className}`}`}
    >
      <span className="price-now">{from ?? price.text}</span>
      {reduced && (
        <>
          {' '}
          <s className="price-line">
            <span className="visually-hidden">{`${was} `}</span>
            {price.line}
          </s>
        </>
      )}
      {unit !== undefined && (
        <>
          {' '}
          <span className="price-unit">{unit}</span>
        </>
      )}
    </span>
  )
}
