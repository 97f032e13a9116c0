import { no, ok, type Result } from '#domain/result.ts'
import type { Reason } from '../formats/reading.ts'
import { lossesOf, lossesText, type Loss } from './losses.ts'
import type { Given } from './merge.ts'

/** How the entries of files go together with those of the shop. */
export interface Merging {
  /** An entry of the shop becomes the file's, and what the file does not name of it is lost. */
  replace: boolean
  /** Entries that would lose something by `replace` or null are refused, and told. */
  holdBack: boolean
  /** The language of the shop in which a catalogue of one language says more than texts. */
  mainLocale: string
}

/** An entry of a file that is to be written. */
export interface Settling<P> {
  line: number
  given: Given
  /** What it is where the shop has none of its name. */
  alone: Result<P, readonly Reason[]>
  /** Its nulls were written by the merchant. */
  removes: boolean
}

export interface Settled<P> {
  prepared: P
  losses: Loss[]
}

export interface Unsettled {
  reasons: readonly Reason[]
  /** The only fault is that this would be lost, to which nobody has agreed. */
  wouldLose?: readonly Loss[]
}

/**
 * What is to be written for an entry of a file.
 * @param base the shop's entry of that name
 * @param merge the shop's entry with what the file says
 */
export function settle<P extends { entry: object }>(
  { line, given, alone, removes }: Settling<P>,
  base: object | undefined,
  { replace, holdBack }: Merging,
  merge: (base: object, given: Given) => Result<P, readonly Reason[]>,
): Result<Settled<P>, Unsettled> {
  const next = base === undefined || replace ? alone : merge(base, given)
  if (!next.ok) {
    const canReplace = base !== undefined && !replace && alone.ok
    return no({ reasons: canReplace ? hinted(next.problem) : next.problem })
  }
  const losses = base === undefined ? [] : lossesOf(base, next.value.entry)
  if (!holdBack || losses.length === 0 || !(replace || removes)) return ok({ prepared: next.value, losses })
  return no({
    reasons: [{ line, reason: `would lose ${lossesText(losses)}: --yes imports it all the same` }],
    wouldLose: losses,
  })
}

function hinted(reasons: readonly Reason[]): Reason[] {
  return reasons.map(({ line, reason }) => ({
    line,
    reason: `${reason} (what a file does not name stays; --replace makes the entry as it is in the file)`,
  }))
}
