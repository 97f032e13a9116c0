/*
 * The stored parts of a report: no query, for it may hold a name, an email or a token; of other sites the host
 * alone.
 */

const longestPath = 300

/** The path of a page of this shop, with its language; null for other URLs. */
export function pathOfReport(url: string, host: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, host: its, pathname } = new URL(url)
  if ((protocol !== 'http:' && protocol !== 'https:') || its !== host) return null
  // Paths of sign-in and of purchases are not counted.
  if (pathname.length > longestPath || /\/(auth|user|checkout|order|payment|dev)\//.test(`${pathname}/`))
    return null
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
}

/** The host of another site; null for the shop's own pages and for anything that is no web URL. */
export function refererOfReport(referer: string, host: string): string | null {
  if (!URL.canParse(referer)) return null
  const { protocol, host: its } = new URL(referer)
  return (protocol === 'http:' || protocol === 'https:') && its !== host && its.length <= 100 ? its : null
}

/** `Asia/Hong_Kong`; null for anything of another form. */
export function timezoneOfReport(timezone: string): string | null {
  return /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(timezone) && timezone.length <= 40 ? timezone : null
}
