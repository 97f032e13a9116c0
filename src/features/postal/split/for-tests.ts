import { splitAddressText } from './split-address.ts'

/** Country, then the parts that were found; phone and e-mail beside them. */
export type Row = [text: string, found: Record<string, string>, hint?: string]

export function read(text: string, hint = ''): Record<string, string> | null {
  const found = splitAddressText(text, hint)
  if (found === null) return null
  const { country, parts, countryCode, phone, email } = found
  return {
    country,
    ...parts,
    ...(phone === '' ? {} : { phone: `${countryCode} ${phone}`.trim() }),
    ...(email === '' ? {} : { email }),
  }
}
