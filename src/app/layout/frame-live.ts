import { cookie } from '#platform/browser/state.ts'

/*
 * The frame stays while pages come and go inside it: this keeps it true. Nothing here is needed to shop.
 */

export function startFrame(): void {
  readCount()
  addEventListener('pageshow', readCount)
  // Islands and other tabs announce a changed cart here; a channel hears every other one of its document too.
  new BroadcastChannel('violet').onmessage = ({ data }: MessageEvent<number>) => showCount(data)
  document.addEventListener('violet:done', readCount)
  // Only a visit needs it: the first page came right.
  document.addEventListener(
    'violet:page',
    () => void import('./frame-follow-live.ts').then((frame) => frame.followPage()),
  )
  document.addEventListener('change', submitAtOnce)
  document.addEventListener('click', closeSheet)
  document.addEventListener('submit', closeSheet)
}

/** The server writes the count into a readable cookie with every answer that changes the cart. */
function readCount(): void {
  showCount(Number(cookie('violet_cart_count')))
}

function showCount(count: number): void {
  for (const element of document.querySelectorAll('[data-cart-count]'))
    element.textContent = count > 0 ? String(count) : ''
}

/** A choice marked `data-auto` counts at once, where its media query holds. */
function submitAtOnce({ target }: Event): void {
  const { dataset, form } = target as HTMLInputElement
  if (form?.dataset['reading'] !== undefined)
    void import('./preferences-live.ts').then((preferences) => preferences.applyReading(form))
  const media = dataset['auto'] ?? form?.dataset['auto']
  if (media !== undefined && matchMedia(media).matches) form!.requestSubmit()
}

/** A sheet that led somewhere must not stand before what comes. */
function closeSheet({ target, type }: Event): void {
  const element = target as Element
  if (type === 'submit' || element.closest('a')) element.closest<HTMLElement>('[popover]')?.hidePopover?.()
}
