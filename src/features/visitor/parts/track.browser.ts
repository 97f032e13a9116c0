import { call } from '#platform/browser/call.ts'
import { cookie } from '#platform/browser/state.ts'
import { consentCookie, mayCount, readConsent, type StatisticsRule } from '#wire/consent.ts'
import type { track } from '../contract.ts'

/** Milliseconds: the specification's interval, and the least time between two reports. */
const INTERVAL = 10_000

let last = -Infinity

/** Reports that a page is open: now, when another is shown, and every ten seconds while somebody may see it. */
export function startTracking(): void {
  report()
  setInterval(report, INTERVAL)
  document.addEventListener('violet:page', report)
}

function report(): void {
  if (Date.now() - last < INTERVAL || document.hidden || !isAllowed()) return
  last = Date.now()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { origin, pathname } = location
  // The query stays here: it may hold what somebody typed.
  void call<typeof track>(
    '/visitor/track',
    {
      url: origin + pathname,
      referer: document.referrer.split(/[?#]/)[0]!.slice(0, 2_000),
      timezone: timeZone ?? '',
    },
    { quiet: true },
  )
}

/** Asked each time: the choice may have been made, or taken back, in another tab. */
function isAllowed(): boolean {
  const rule = document.querySelector<HTMLElement>('[data-statistics]')?.dataset['statistics']
  if (rule === undefined) return false
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl === true) return false
  return mayCount(rule as StatisticsRule, readConsent(cookie(consentCookie)))
}
