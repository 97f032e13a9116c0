/*
 * A visitor's consent in a readable cookie: the version of the text, the purposes, and the time.
 * `1.statistics+marketing.1795267860`; only what is necessary: `1..1795267860`.
 */

/** Purposes that need consent; necessary ones (cart, sign-in, language) are not listed. */
export const purposes = ['statistics', 'marketing'] as const
export type Purpose = (typeof purposes)[number]

/** Incremented when the text asks for something else: everybody is asked again. */
const consentVersion = 1

export const consentCookie = 'consent'

/** Seconds that a choice is valid: half a year, then the visitor is asked again. */
export const consentMaxAge = 180 * 86_400

export interface Consent {
  purposes: readonly Purpose[]
  /** Seconds since 1970. */
  at: number
}

/** The choice in a cookie; null if there is none, or it was made for another text. */
export function readConsent(cookie: string | undefined): Consent | null {
  const parts = /^(\d{1,4})\.([a-z+]{0,60})\.(\d{1,12})$/.exec(cookie ?? '')
  if (!parts || Number(parts[1]) !== consentVersion) return null
  const words = parts[2]!.split('+')
  return { purposes: purposes.filter((purpose) => words.includes(purpose)), at: Number(parts[3]) }
}

export function writeConsent({ purposes: allowed, at }: Consent): string {
  return `${consentVersion}.${purposes.filter((purpose) => allowed.includes(purpose)).join('+')}.${at}`
}

/** Statistics: only with consent, always (the notice says why), or never. */
export type StatisticsRule = 'ask' | 'always' | 'off'

/** The purposes that a visitor of this shop decides about. */
export function askedPurposes(shop: { statistics: StatisticsRule; marketing: boolean }): Purpose[] {
  return [
    ...(shop.statistics === 'ask' ? (['statistics'] as const) : []),
    ...(shop.marketing ? (['marketing'] as const) : []),
  ]
}

/** Whether visits may be counted: by the shop's rule and by the visitor's choice, which has the last word. */
export function mayCount(rule: StatisticsRule, consent: Consent | null): boolean {
  if (rule === 'off') return false
  return consent === null ? rule === 'always' : consent.purposes.includes('statistics')
}
