import { pathOf } from '#platform/browser/url.ts'
import { ask, stopAsking } from '#platform/browser/answers.ts'
import { amend, borrow } from '#platform/browser/arrival.ts'
import { byId, emit } from '#platform/browser/dom.ts'
import { here, moveTo } from '#platform/browser/place.ts'
import { startProgress, stopProgress } from '#platform/browser/progress.ts'
import { visit } from '#platform/browser/visit.ts'
import { morph } from './morph.browser.ts'

/*
 * Changes of a listing: the same URL and the same answer as a visit (so prefetched and cached answers are used), of
 * which only the differences are put into the page.
 */

const LISTING = '.listing'
const GRID = '.product-grid'

/** The change that counts; a newer one makes an older answer worthless. */
let turn = 0
let asking = ''
/** The URL that the sheet on the screen has made its own entry for: its further choices replace that. */
let entryOfSheet = ''

/** Replaces the listing on the screen by the one at `url`, and announces its number of products. */
export async function changeListing(url: URL): Promise<void> {
  tidy(url)
  const path = pathOf(url)
  if (path === here) return
  const mine = ++turn
  const from = here
  if (asking) stopAsking(asking)
  asking = path
  const wanted = (): boolean => mine === turn && here === from
  const content = document.querySelector('.listing-content')
  content?.setAttribute('aria-busy', 'true')
  startProgress(null)
  void ask(path)
  try {
    const inSheet = document.querySelector('.facets:popover-open') !== null
    if (await amend(url, inSheet && entryOfSheet === from, wanted, merge)) {
      entryOfSheet = inSheet ? here : ''
      say(document.querySelector('.listing-count')?.textContent ?? '')
    }
  } finally {
    if (mine === turn) {
      asking = ''
      stopProgress()
      content?.removeAttribute('aria-busy')
    }
  }
}

/** The server's spelling of the query: empty fields left out, one field for the price span, all in order. */
function tidy(url: URL): void {
  const query = url.searchParams
  const [min = '', max = ''] = ['min', 'max'].map((name) => query.get(name)?.trim())
  const fields = [...query].filter(([name, value]) => value !== '' && name !== 'min' && name !== 'max')
  if (min || max) fields.push(['price', `${min}-${max}`])
  fields.sort(([a, av], [b, bv]) => compare(a, b) || compare(av, bv))
  url.search = String(new URLSearchParams(fields))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function merge(main: HTMLElement, page: DocumentFragment): void {
  const old = main.querySelector(LISTING)
  const next = page.querySelector(LISTING)
  if (!old || !next) return main.replaceChildren(page)
  const focused = document.activeElement
  morph(old, next)
  if (focused === document.activeElement) return
  // A control that moved loses the focus; one that is gone passes it to its replacement.
  const heir = focused?.isConnected
    ? (focused as HTMLElement)
    : main.querySelector<HTMLElement>('.listing-count')
  if (heir) focus(heir)
}

/** Appends the next page's products. Back, and a reload, show all of them again. */
export async function showMore(url: URL): Promise<void> {
  const link = document.querySelector<HTMLElement>('[data-more]')
  if (!link || link.ariaBusy === 'true') return
  const from = here
  link.ariaBusy = 'true'
  startProgress(null)
  const next = new URL(url)
  next.hash = ''
  next.searchParams.delete('from')
  const page = await borrow(pathOf(next))
  stopProgress()
  link.ariaBusy = null
  if (here !== from) return
  const grid = document.querySelector(`${LISTING} ${GRID}`)
  const more = page?.querySelector(`${LISTING} ${GRID}`)
  const foot = page?.querySelector('.listing-more')
  if (!grid || !more || !foot) return void (await visit(url, { keepScroll: true }))
  const there = new Set([...grid.children].map((item) => (item as HTMLElement).dataset['key']))
  // Sales and new products may have shifted the pages: no product is shown twice.
  const added = [...more.children].filter((item) => !there.has((item as HTMLElement).dataset['key']))
  grid.append(...added)
  url.hash = ''
  moveTo(url, true)
  continueFrom(url, foot)
  emit(document, 'violet:page', { page: document.body.dataset['page'], title: document.title })
  const first = added[0]?.querySelector<HTMLElement>('a')
  if (first) focus(first)
  say(document.querySelector('.listing-shown')?.textContent ?? '')
}

/** The part below the products, as the server renders it for all pages from the first shown one. */
function continueFrom(url: URL, foot: Element): void {
  const from = url.searchParams.get('from')!
  const link = foot.querySelector<HTMLAnchorElement>('[data-more]')
  if (link) {
    const further = new URL(link.href)
    const page = Number(further.searchParams.get('page'))
    if (page - Number(from) < Number(link.dataset['more'])) further.searchParams.set('from', from)
    else {
      // The most pages are shown: the next one is a page of its own.
      further.searchParams.delete('from')
      further.hash = ''
      delete link.dataset['more']
    }
    link.href = further.href
  }
  document.querySelector('.listing-more')?.replaceWith(foot)
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function say(text: string): void {
  const announcer = byId('announcer')
  if (announcer) announcer.textContent = text
}
