/*
 * What visitors write, before it is stored.
 */

/** Without what PostgreSQL or a mail cannot carry, and with one kind of line break. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** A comment never stretches the page with empty lines. */
export function tidyComment(text: string): string {
  return cleanText(text)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
}
