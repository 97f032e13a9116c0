import type { ReactNode } from 'react'

/**
 * HTML of the page as it is: the server's nodes are taken over and not rendered again, and islands in them wake by
 * themselves. A fragment of this name needs no `<x-slot>`: all that stands in it is its content.
 */
export default function Content({ children }: { children?: ReactNode; external?: boolean }): ReactNode {
  return children
}
