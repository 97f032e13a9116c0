import { isLocale } from '#i18n/locales.ts'
import { matchLocale } from '#i18n/match-locale.ts'
import { byId } from '#platform/browser/dom.ts'
import { cookie, initial } from '#platform/browser/state.ts'
import {
  consentCookie,
  consentMaxAge,
  purposes,
  readConsent,
  writeConsent,
  type Purpose,
} from '#wire/consent.ts'

/*
 * Asks the visitor's pending questions, one at a time, in a corner: the notice lies over the page and moves nothing.
 */

const ASKED = 'violet_language_asked'

/** Not during checkout. (A question that is open when a checkout begins: notices.css.) */
const buying = /^(?:cart|checkout|order|payment)/

/** Asks for the language first, so that the other question is understood. To be called when the page has loaded. */
export function startNotices(): void {
  // Picking a language answers the question, too.
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest?.('[data-lang-path]')) remember()
  })
  if (!askLanguage()) askConsent()
}

function askLanguage(): boolean {
  if (isRemembered() || isMachine() || buying.test(document.body.dataset['page'] ?? '')) return false
  const template = byId<HTMLTemplateElement>('language-hints')
  if (!template) return false
  const hints = [...template.content.querySelectorAll<HTMLElement>('[data-locale]')]
  const here = initial().page.langPath.slice(1) || 'en'
  const offered = [here, ...hints.map(({ dataset }) => dataset['locale']!)].filter(isLocale)
  const best = matchLocale(navigator.languages, offered)
  const hint = hints.find(({ dataset }) => dataset['locale'] === best)
  if (!hint) return false
  const notice = show(hint)
  notice.addEventListener('click', ({ target }) => {
    const answer = (target as Element).closest<HTMLElement>('[data-answer]')
    if (!answer) return
    remember()
    // The current page with its query: both may have changed since the hint was shown.
    if (answer instanceof HTMLAnchorElement) answer.href = addressIn(notice.dataset['path']!)
    notice.remove()
    if (answer.dataset['answer'] === 'stay') askConsent()
  })
  return true
}

/** This page in another language, from the language switch. */
function addressIn(langPath: string): string {
  const link = document.querySelector<HTMLAnchorElement>(`.preferences [data-lang-path="${langPath}"]`)
  return (link?.href ?? langPath ?? '/') + location.hash
}

function askConsent(): void {
  const template = byId<HTMLTemplateElement>('consent-notice')
  const question = template?.content.firstElementChild
  if (!question || readConsent(cookie(consentCookie)) || isMachine()) return
  if (document.body.dataset['page'] === 'consent') return
  const notice = show(question)
  notice.addEventListener('click', ({ target }) => {
    const allow = (target as Element).closest<HTMLElement>('[data-allow]')?.dataset['allow']
    if (allow !== undefined) keepChoice(allow.split('+'))
    if (allow !== undefined || (target as Element).closest('a')) notice.remove()
  })
}

function keepChoice(allowed: readonly string[]): void {
  const chosen: Purpose[] = purposes.filter((purpose) => allowed.includes(purpose))
  const value = writeConsent({ purposes: chosen, at: Math.floor(Date.now() / 1_000) })
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${consentCookie}=${value}; path=/; samesite=lax; max-age=${consentMaxAge}${secure}`
}

function show(question: Element): HTMLElement {
  const notice = document.importNode(question, true) as HTMLElement
  // Next to the other parts that stay while visits replace pages.
  const toasts = byId('toasts')
  if (toasts) toasts.before(notice)
  else document.body.append(notice)
  return notice
}

// Search engines read every language by its own URL, and answer no questions.
function isMachine(): boolean {
  return /bot|crawl|spider|slurp|lighthouse|preview/i.test(navigator.userAgent)
}

// Storage throws if the visitor has forbidden it: then nothing is asked, or it would be asked on every page.
function isRemembered(): boolean {
  try {
    return localStorage.getItem(ASKED) !== null
  } catch {
    return true
  }
}

function remember(): void {
  try {
    localStorage.setItem(ASKED, '1')
  } catch {}
}
