import type { ReactNode } from 'react'

/**
 * The id of the last element of a page's first screen, on a phone and on a usual desktop. The first paint waits until
 * it is parsed to its end; on a page that has none, for the whole page. A page has one at the most.
 */
export const foldId = 'first-screen-end'

/** Ends the first screen where no element of the page does. */
export function Fold(): ReactNode {
  return <span id={foldId} hidden />
}
