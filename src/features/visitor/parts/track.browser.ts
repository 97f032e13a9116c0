import { call } from '#platform/browser/call.ts'
import { cookie } from '#platform/browser/state.ts'
import { isPersonal } from '#platform/browser/url.ts'
import { consentCookie, mayCount, readConsent, type StatisticsRule } from '#wire/consent.ts'
import type { track } from '../contract.ts'

/** Milliseconds: the specification's interval, and the least time between two reports. */
const INTERVAL = 10_000
/** Of an address, in characters. */
const LONGEST = 2_000

let last = -Infinity
let timer: ReturnType<typeof setInterval>

/** Reports that a page is open: now, when another is shown, and every ten seconds while somebody may see it. */
export function startTracking(): void {
  start()
  document.addEventListener('violet:page', start)
}

/** The guard is for new starts alone: a tick that comes a moment early is not the next one's business. */
function start(): void {
  if (Date.now() - last <= INTERVAL) return
  clearInterval(timer)
  timer = setInterval(report, INTERVAL)
  report()
}

function report(): void {
  if (document.hidden || !isAllowed()) return
  last = Date.now()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { origin, pathname, search } = location
  void call<typeof track>(
    '/visitor/track',
    {
      // A private page's query may be a key. Of the others' the server has been told with the page, and stores none.
      url: (origin + pathname + (isPersonal(location) ? '' : search)).slice(0, LONGEST),
      referer: document.referrer.slice(0, LONGEST),
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
