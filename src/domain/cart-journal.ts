import type { LineTrouble } from './cart.ts'

/* The changes of a line of the cart since its owner saw it. */

/** The line's state, seen or present. Amounts are minor units of one currency for one unit. */
export interface LineState {
  /** Null where it has no price. */
  readonly amount: number | null
  readonly trouble: LineTrouble | null
}

export type LineChange =
  /** It can be bought no more. */
  | { readonly kind: 'sold_out' }
  /** There are fewer than are wished. */
  | { readonly kind: 'fewer' }
  /** It is sold in other quantities. */
  | { readonly kind: 'quantity' }
  /** It could not be bought, and can be now. */
  | { readonly kind: 'back' }
  | { readonly kind: 'dearer' | 'cheaper'; readonly from: number; readonly to: number }

/** The changes to report, stock before price; the price of an unavailable line is not reported. */
export function changesOf(seen: LineState, now: LineState): LineChange[] {
  const changes: LineChange[] = []
  if (now.trouble !== seen.trouble) changes.push(...stockChange(seen.trouble, now.trouble))
  if (now.trouble === 'sold_out' || seen.amount === null || now.amount === null) return changes
  if (now.amount !== seen.amount)
    changes.push({ kind: now.amount > seen.amount ? 'dearer' : 'cheaper', from: seen.amount, to: now.amount })
  return changes
}

function stockChange(seen: LineTrouble | null, now: LineTrouble | null): LineChange[] {
  // That there are any is no news where there were enough all the time.
  if (now === null) return seen === 'quantity' ? [] : [{ kind: 'back' }]
  return [{ kind: now === 'not_enough' ? 'fewer' : now }]
}
