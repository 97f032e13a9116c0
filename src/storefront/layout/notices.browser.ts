import { byId } from '#platform/browser/dom.ts'
import { cookie } from '#platform/browser/state.ts'
import {
  consentCookie,
  consentMaxAge,
  purposes,
  readConsent,
  writeConsent,
  type Purpose,
} from '#wire/consent.ts'
import { languageAnswered } from '#wire/language-answered.ts'

/*
 * What a visitor is asked, and the answers. The question of leave lies over a corner of the page and moves nothing;
 * another language is offered by a line that is there before the first paint (`language-offer.tsx`).
 */

/** To be called when the page has loaded. */
export function startNotices(): void {
  document.addEventListener('click', ({ target }) => {
    const answer = (target as Element).closest?.<HTMLElement>('[data-lang-path], [data-stay]')
    if (!answer) return
    remember()
    const offer = answer.closest<HTMLElement>('.language-offer')
    if (!offer || 'langPath' in answer.dataset) return
    offer.hidden = true
    // The focus must not be lost with the button that had it.
    byId('main')?.focus({ preventScroll: true })
  })
  askConsent()
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

// Storage throws if the visitor has forbidden it: then nothing is offered, or it would be on every page.
function remember(): void {
  try {
    localStorage.setItem(languageAnswered, '1')
  } catch {}
}
