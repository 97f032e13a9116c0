/** A number as it is stored, however it was typed. */
export function tidyNumber(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    // Crockford: what reads as a digit is one.
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : '-'
}
