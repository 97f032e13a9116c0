/*
 * A visitor's reading mode for every page: in a readable cookie, known to the server before the first byte, written
 * as words into `data-mode` of the document. Without a choice, the device's settings apply.
 */

const colorModes = ['light', 'dark'] as const

/** Aids in addition to light or dark, in any combination. */
export const readingAids = ['high-contrast', 'large-text', 'reduced-motion', 'low-data'] as const
export type ReadingAid = (typeof readingAids)[number]

/**
 * The known words of a cookie (`dark.low-data`) in one order, so that equal wishes share one cached page; `` for
 * none. `saveData`: the header `Save-Data`, by which a browser asks for less.
 */
export function readingMode(wanted: string | undefined, saveData?: string | string[]): string {
  if (wanted === undefined && saveData !== 'on') return ''
  const words = new Set<string>(wanted?.split('.', 16))
  if (saveData === 'on') words.add('low-data')
  const color = colorModes.find((word) => words.has(word))
  const aids = readingAids.filter((word) => words.has(word))
  return (color === undefined ? aids : [color, ...aids]).join('.')
}

/** As the value of `data-mode`. */
export function modeWords(mode: string): string {
  return mode.replaceAll('.', ' ')
}

export function isLowData(mode: string): boolean {
  return mode.includes('low-data')
}
