import { cookie, initial } from '#platform/browser/state.ts'

/*
 * The frame stays while pages come and go inside it: this keeps it true. Nothing here is needed to shop.
 */

export function startFrame(): void {
  readCount()
  // Islands and other tabs announce a changed cart here; a channel hears every other one of its document too.
  new BroadcastChannel('violet').onmessage = ({ data }: MessageEvent<unknown>) => showCount(data)
  addEventListener('pageshow', readCount)
  document.addEventListener('violet:done', readCount)
  document.addEventListener('violet:page', () => {
    readCount()
    closeSheets()
    pointHere()
  })
  document.addEventListener('change', submitAtOnce)
}

/** The server writes the count into a readable cookie with every answer that changes the cart. */
function readCount(): void {
  showCount(cookie('violet_cart_count'))
}

function showCount(count: unknown): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    element.textContent = `${Number(count) || 0}`
    element.hidden = !Number(count)
  }
}

function closeSheets(): void {
  for (const sheet of document.querySelectorAll<HTMLElement>('header [popover]')) sheet.hidePopover?.()
}

/** The other languages' links and what returns to this page follow the page that is shown. */
function pointHere(): void {
  const { pathname, search } = location
  const path = pathname.slice(initial().page.langPath.length).replace(/^\/$/, '')
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-lang-path]')) {
    link.href = (link.dataset['langPath']! + path || '/') + search
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-here]'))
    field.value = pathname + search
}

/** A choice marked `data-auto` counts at once, where its media query holds. */
function submitAtOnce({ target }: Event): void {
  const field = target as HTMLInputElement | HTMLSelectElement
  const media = field.dataset['auto'] ?? field.form?.dataset['auto']
  if (media !== undefined && matchMedia(media).matches) field.form!.requestSubmit()
}
