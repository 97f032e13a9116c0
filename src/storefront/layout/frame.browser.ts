import { cookie, readToken } from '#platform/browser/state.ts'

/*
 * The frame stays while visits replace the page inside it: this keeps it up to date. Shopping works without it.
 */

export function startFrame(): void {
  readCookies()
  addEventListener('pageshow', readCookies)
  // Islands and other tabs announce a changed cart here, and by `null` who has signed in or out; a BroadcastChannel also
  // reaches other listeners of its own document.
  new BroadcastChannel('violet').onmessage = ({ data }: MessageEvent<number | null>) =>
    data === null ? followUser() : showCount(data)
  document.addEventListener('violet:done', readCookies)
  document.addEventListener('violet:page', showUser)
  // Only after a visit: the first page is rendered correctly.
  document.addEventListener(
    'violet:page',
    () => void import('./frame-follow.browser.ts').then((frame) => frame.followPage()),
  )
  document.addEventListener('change', submitAtOnce)
  document.addEventListener('click', closeSheet)
  document.addEventListener('submit', closeSheet)
}

/** The server writes the count into a readable cookie with every answer that changes the cart, and who is signed in. */
function readCookies(): void {
  showUser()
  showCount(Number(cookie('violet_cart_count')))
}

function showUser(): void {
  document.documentElement.toggleAttribute('data-user', readToken() !== null)
}

/** Somebody has signed in or out in another tab: what was one's own here is so no more. */
function followUser(): void {
  showUser()
  const { page } = document.body.dataset
  if (page === 'user' || page === 'favorite' || (page === 'auth' && document.hidden)) location.reload()
}

function showCount(count: number): void {
  for (const element of document.querySelectorAll('[data-cart-count]'))
    element.textContent = count > 0 ? String(count) : ''
}

/** A choice marked `data-auto` counts at once, where its media query holds. */
function submitAtOnce({ target }: Event): void {
  const { dataset, form } = target as HTMLInputElement
  if (form?.dataset['reading'] !== undefined)
    void import('./preferences.browser.ts').then((preferences) => preferences.applyReading(form))
  const media = dataset['auto'] ?? form?.dataset['auto']
  if (media !== undefined && matchMedia(media).matches) form!.requestSubmit()
}

/** A sheet must close when its link leads to another page. */
function closeSheet({ target, type }: Event): void {
  const element = target as Element
  if (type === 'submit' || element.closest('a')) element.closest<HTMLElement>('[popover]')?.hidePopover?.()
}
