/** A CSS length of the theme, read. */
export interface Length {
  value: number
  /** Lower case; `` for a bare 0. */
  unit: string
}

/** What a browser's rem is until its owner wants larger letters. */
const remInPx = 16

export function parseLength(text: string): Length {
  const [, value = '', unit = ''] = /^(-?[\d.]+)([a-z%]*)$/i.exec(text) ?? []
  return { value: Number(value), unit: unit.toLowerCase() }
}

/** In CSS pixels at the usual size of letters; null for what depends on the window or on the letters around it. */
export function inPx({ value, unit }: Length): number | null {
  if (unit === 'px' || unit === '') return value
  return unit === 'rem' || unit === 'em' ? value * remInPx : null
}

/** Pixels as rem, so that a browser's larger font size applies; anything else unchanged. */
export function inRem(text: string): string {
  const { value, unit } = parseLength(text)
  return unit === 'px' ? `${Number((value / remInPx).toFixed(5))}rem` : text
}
