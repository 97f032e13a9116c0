/*
 * What people write, as it is stored, shown and mailed: the one cleaner of free text. The fields of calls use it by
 * `wire/written.ts`; shop-side actions call it for what the merchant types.
 */

/**
 * Line breaks of one kind, no control characters (PostgreSQL takes no NUL, and to a terminal or a mail the others are
 * commands), none that turn the direction of what follows. Marks that Arabic and Hebrew need stay, as do those that join
 * emoji.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu, '')
    .trim()
}

/** A text of some paragraphs: it never stretches a page with empty lines. */
export function writtenText(text: string): string {
  return cleanText(text)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
}

/** A name, a title, a line of an address. */
export function writtenLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Why a text cannot be stored as it is, or null. PostgreSQL has no NUL; UTF-8 has no half of a surrogate pair. */
export function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'has a NUL character'
  return /\p{Cs}/u.test(text) ? 'has half of a surrogate pair' : null
}
