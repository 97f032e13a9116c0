import type { IslandMoment } from './page.ts'

/*
 * The moment at which a part wakes, as somebody writes it who is not the program: only what is known passes.
 */

const words: ReadonlySet<string> = new Set(['interact', 'visible', 'idle', 'load'])

/** How far ahead of the window, and how many milliseconds later. */
const measured = /^(?:visible:\d{1,4}px|delay:\d{1,5})$/

/** `(min-width: 48em)`, one or several joined by `and`. */
const feature =
  /^\((?:(?:min-|max-)?(?:width|height): ?\d{1,4}(?:\.\d{1,3})?(?:px|em|rem)|orientation: ?(?:portrait|landscape)|(?:any-)?hover: ?(?:hover|none)|(?:any-)?pointer: ?(?:coarse|fine|none)|prefers-color-scheme: ?(?:light|dark)|prefers-reduced-motion: ?(?:reduce|no-preference))\)$/

const mostFeatures = 4

/** Null for what is no moment. */
export function readMoment(text: string): IslandMoment | null {
  const moment = text.trim()
  if (words.has(moment) || measured.test(moment)) return moment as IslandMoment
  if (moment.length > 200) return null
  const features = moment.split(' and ')
  return features.length <= mostFeatures && features.every((one) => feature.test(one))
    ? (moment as IslandMoment)
    : null
}
