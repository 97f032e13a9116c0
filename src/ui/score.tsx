import type { ReactNode } from 'react'

/** Five stars filled to the average; `label` says it in words ("4.6 out of 5, 28 reviews"). */
export function Score({
  average,
  label,
  children,
}: {
  average: number
  label: string
  children?: ReactNode
}): ReactNode {
  return (
    <span className="score">
      <span
        className="score-stars"
        role="img"
        aria-label={label}
        style={{ '--share': `${Math.round(average * 20)}%` }}
      />
      {children !== undefined && (
        <span className="score-text" aria-hidden="true">
          {children}
        </span>
      )}
    </span>
  )
}

declare module 'react' {
  interface CSSProperties {
    /** How much of the stars is filled. */
    '--share'?: string
    /** A colour of the catalogue's own: a swatch. */
    '--swatch'?: string
  }
}
