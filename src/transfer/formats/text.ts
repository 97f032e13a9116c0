import { isUtf8 } from 'node:buffer'
import { shortHash, slugOf } from '#features/names/rules/slug.ts'

/** The text of UTF-8 bytes, or null if they are invalid: a replacement character would make the damage permanent. */
export function decodeStrictly(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}

/** The line of the first byte that is not UTF-8, counted from `line`. A newline is never part of a longer character. */
export function lineOfBrokenText(bytes: Buffer, line: number): number {
  let from = 0
  for (let at = line; ; at++) {
    const end = bytes.indexOf(0x0a, from)
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return at
    from = end + 1
  }
}

/** As `slugOf`, and different from the codes already in `taken`, which is a map from code to name. */
export function codeOf(name: string, taken: ReadonlyMap<string, string>): string {
  const code = slugOf(name, 48)
  const owner = taken.get(code)
  return owner === undefined || owner === name ? code : `${code}-${shortHash(name)}`
}

/** "home-decoration" → "Home Decoration". */
export function titleOfSlug(slug: string): string {
  return slug
    .split(/[-_]+/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
