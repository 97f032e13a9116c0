/** An order number in its stored form, from any way of typing it. */
export function tidyNumber(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    // Crockford's base 32: letters that look like digits are digits.
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : '-'
}
