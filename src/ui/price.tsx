import type { ReactNode } from 'react'

/** A price in ready-made texts of the visitor's language. */
export interface PriceText {
  text: string
  /** The price before, when it is lower now. */
  line: string | null
}

/** `was` names the old price to a screen reader; `from`, where it is shown, already holds the price: "from $48". */
export function Price({
  price,
  was,
  from,
  className,
}: {
  price: PriceText
  was: string
  from?: string | undefined
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
    </span>
  )
}
