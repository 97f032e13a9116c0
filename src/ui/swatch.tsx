import type { ReactNode } from 'react'

/** A dot in a colour of the catalogue; its name stands beside it or in `label`. */
export function Swatch({ color, label }: { color: string; label?: string }): ReactNode {
  return label === undefined ? (
    <span className="swatch" style={{ '--swatch': color }} aria-hidden="true" />
  ) : (
    <span className="swatch" style={{ '--swatch': color }} role="img" aria-label={label} title={label} />
  )
}
