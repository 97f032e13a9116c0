import type { ReactNode } from 'react'

/** A dot in a colour of the catalogue; its name is next to it. */
export function Swatch({ color }: { color: string }): ReactNode {
  return <span className="swatch" style={{ '--swatch': color }} aria-hidden="true" />
}
