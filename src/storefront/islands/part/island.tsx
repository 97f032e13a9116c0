import type { ReactNode } from 'react'
import { Placed } from './placed.tsx'

interface PartProps {
  /** The name of the part inside. */
  part: string
  children?: ReactNode
  external?: boolean
}

/** Around an island that a merchant's HTML has placed: it has the props that the merchant wrote. */
export default function Part({ part, children, external: _, ...query }: PartProps): ReactNode {
  return (
    <Placed name={part} query={query}>
      {children}
    </Placed>
  )
}
