/*
 * Code 128 (ISO/IEC 15417) in its set B, which has what an order number is written with: a barcode that scanners of
 * warehouses read. Decision 096.
 */

/** Widths of bar, space, bar, space, bar, space in modules, by value; the last is the stop with its closing bar. */
const patterns = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)

const startB = 104
const stop = 106
/** Values count modulo this. */
const modulus = 103

/** Modules left white on each side. */
export const quietZone = 10

/** Widths in modules, beginning with a bar, then spaces and bars in turn. @param text letters from space to `~` */
export function code128(text: string): number[] {
  const values = Array.from(text, (letter) => {
    const value = letter.charCodeAt(0) - 32
    if (letter.length !== 1 || value < 0 || value > 94)
      throw new RangeError(`${JSON.stringify(letter)} cannot be written in Code 128 B`)
    return value
  })
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startB) % modulus
  return [startB, ...values, check, stop].flatMap((value) => Array.from(patterns[value]!, Number))
}

/** Draws the barcode of a text, centred in a width; a module is as wide as fits, at most `most` points. */
export function drawBarcode(
  paper: { bar(x: number, y: number, width: number, height: number): void },
  text: string,
  place: { x: number; y: number; width: number; height: number; most: number },
): void {
  const widths = code128(text)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  const module = Math.min(place.most, place.width / (modules + 2 * quietZone))
  let x = place.x + (place.width - modules * module) / 2
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) paper.bar(x, place.y, width * module, place.height)
    x += width * module
  }
}
