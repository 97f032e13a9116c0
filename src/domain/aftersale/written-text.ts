/**
 * A text that somebody typed, as it is stored and shown: line breaks of one kind, no control characters (PostgreSQL takes
 * no NUL, a mail no others), none that turn the direction of what follows, and no more than one empty line.
 */
export function writtenText(text: string): string {
  return text
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/\n(?:[^\S\n]*\n)+/g, '\n\n')
    .trim()
}

export function writtenLine(text: string): string {
  return writtenText(text).replace(/\s+/g, ' ')
}
