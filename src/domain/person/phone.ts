/*
 * What can be said of a telephone number without a table of all countries.
 */

/** The specification's rule for mobile numbers of China: 11 digits starting with 1. */
export function isChineseMobile(number: string): boolean {
  return /^1\d{10}$/.test(digitsOf(number))
}

/** The digits of a number in any spelling, full-width ones too. */
export function digitsOf(number: string): string {
  return number.normalize('NFKC').replace(/\D/g, '')
}

/**
 * A number that begins with its dial code, taken apart: `+852 9123 4567`. No dial code is the beginning of another, so
 * this can be done while somebody types.
 * @param codes all of them, as `+852`
 * @returns null if there is no known code in front
 */
export function takeDialCode(
  typed: string,
  codes: Iterable<string>,
): { countryCode: string; phone: string } | null {
  const number = typed.normalize('NFKC').trim()
  if (!number.startsWith('+')) return null
  for (const countryCode of codes) {
    const signs = [...countryCode.slice(1)].join('[\\s().-]*')
    const found = new RegExp(`^\\+[\\s().-]*${signs}[\\s.-]*`).exec(number)
    if (found !== null) return { countryCode, phone: number.slice(found[0].length).trim() }
  }
  return null
}
