import { initial } from '#platform/browser/state.ts'
import { toast } from '#platform/browser/toast.ts'
import { borrow } from './borrow.browser.ts'
import { mostCompared } from './compare-url.ts'
import { readList, writeList } from './device-list.browser.ts'

/*
 * The products to compare: their slugs, stored on this device. The tray is a part of the comparison's own page,
 * fetched from there, so it has the page's language, and its link leads to a page that is cached already.
 */

const key = 'violet_compare'

export function startCompare(): void {
  document.addEventListener('violet:visit', onVisit)
  document.addEventListener('click', onClick)
  document.addEventListener('violet:page', mark)
  mark()
  if (readList(key).length > 0) void showTray()
}

/** The sign on a card is a link to the comparison; here it is a button that is on or off. */
function onVisit(event: Event): void {
  const { dataset } = event.target as HTMLElement
  const { compare, compareAdd, compareRemove } = dataset
  // These two lead to the comparison's next URL, which the list follows.
  if (compareAdd !== undefined) change((slugs) => [...slugs, compareAdd])
  if (compareRemove !== undefined) change((slugs) => slugs.filter((slug) => slug !== compareRemove))
  if (compare === undefined) return
  event.preventDefault()
  const slugs = readList(key)
  if (slugs.includes(compare)) change((all) => all.filter((slug) => slug !== compare))
  else if (slugs.length < mostCompared) change((all) => [...all, compare])
  else toast(tray()?.dataset['full'] ?? '', { read: true })
}

function onClick({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('button[data-compare-remove],[data-compare-clear]')
  if (!button) return
  const { compareRemove } = button.dataset
  change((slugs) => (compareRemove === undefined ? [] : slugs.filter((slug) => slug !== compareRemove)))
}

function change(next: (slugs: readonly string[]) => string[]): void {
  writeList(key, [...new Set(next(readList(key)))].slice(0, mostCompared))
  mark()
  void showTray()
}

function mark(): void {
  const slugs = new Set(readList(key))
  for (const link of document.querySelectorAll<HTMLElement>('[data-compare]')) {
    link.role = 'button'
    link.ariaPressed = String(slugs.has(link.dataset['compare']!))
  }
}

/** How often the list has changed: an older tray must not come after a newer one. */
let turn = 0

async function showTray(): Promise<void> {
  const mine = ++turn
  const slugs = readList(key)
  if (slugs.length === 0) return tray()?.remove()
  const query = new URLSearchParams(slugs.map((slug) => ['p', slug]))
  const page = await borrow(`${initial().page.langPath}/compare?${query}`)
  const next = page?.querySelector<HTMLElement>('.compare-tray')
  if (mine !== turn || !next) return
  const focused = tray()?.contains(document.activeElement)
  tray()?.remove()
  next.hidden = false
  // Outside of `main`, which visits replace.
  document.getElementById('toasts')!.before(next)
  next.setAttribute('role', 'status')
  if (focused) next.querySelector<HTMLElement>('button')?.focus()
}

function tray(): HTMLElement | null {
  return document.querySelector('body > .compare-tray')
}
