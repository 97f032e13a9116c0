import type { ReactNode } from 'react'

/** A dot in a colour of the catalogue; its name stands beside it. */
export function Swatch({ color }: { color: string }): ReactNode {
  return <span className="swatch" style={{ '--swatch': color }} aria-hidden="true" />
}
