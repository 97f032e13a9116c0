/*
 * One page turning into another: a short cross-fade, and a product's picture that moves between its card and its
 * page. The name by which the browser pairs the two is on them only meanwhile, so it is never on a page twice.
 */

/** What is about to be shown. */
export interface NextPage {
  /** Of its `body`: `product` has a picture that cards lead to. */
  page: string
  /** The path of its canonical URL. */
  path: string | null
}

interface Flight {
  from: HTMLElement
  /** Where it lands, to be asked once the next page is there. */
  landing: () => HTMLElement | null
}

const NAME = 'product-picture'

let running: ViewTransition | null = null
let named: HTMLElement[] = []

/** Whether the browser has view transitions, and neither the device nor the visitor has said no to motion. */
export function canMove(): boolean {
  return (
    'startViewTransition' in document &&
    !/reduced-motion|low-data/.test(document.documentElement.dataset['mode'] ?? '') &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/**
 * Runs `swap`, which shows the next page unless the visit was given up, inside a view transition. Resolves when that
 * is done, long before the animation ends.
 */
export async function move(swap: () => boolean, next: NextPage): Promise<void> {
  const flight = flightTo(next)
  name(flight?.from)
  const mine = document.startViewTransition(() => {
    if (!swap()) return mine.skipTransition()
    // A later one has its own names on the page by now.
    if (running !== mine) return
    const to = flight?.landing()
    name(to)
    if (flight && to) lend(flight.from, to)
  })
  running = mine
  // A skipped transition (a second visit, a hidden tab) rejects here; the page is replaced all the same.
  mine.ready.catch(() => {})
  mine.finished
    .catch(() => {})
    .finally(() => {
      if (running === mine) name(null)
    })
  await mine.updateCallbackDone
}

/** The path of the canonical URL among the elements of a head. */
export function canonicalPath(head: readonly Element[]): string | null {
  const link = head.find((element) => element.matches('link[rel=canonical]'))
  return link ? new URL((link as HTMLLinkElement).href).pathname : null
}

function flightTo({ page, path }: NextPage): Flight | null {
  const here = canonicalPath([...document.head.querySelectorAll('link[rel=canonical]')])
  if (path === here) return null
  const card = page === 'product' ? cardOf(path) : null
  if (card) return { from: card, landing: pictureOfPage }
  const picture = document.body.dataset['page'] === 'product' ? pictureOfPage() : null
  return picture && { from: picture, landing: () => cardOf(here) }
}

/** The picture in a link to `path`: in the one that was pressed, where there are several. */
function cardOf(path: string | null): HTMLElement | null {
  const links = [...main().querySelectorAll<HTMLAnchorElement>('a[href]:has(picture)')]
  const cards = links.filter(({ pathname }) => pathname === path)
  cards.sort((a, b) => Number(isInUse(b)) - Number(isInUse(a)))
  return cards.map(frameIn).find(isInView) ?? null
}

function isInUse(link: Element): boolean {
  return link === document.activeElement
}

function pictureOfPage(): HTMLElement | null {
  const frame = frameIn(main())
  return isInView(frame) ? frame : null
}

/** The first picture with what cuts it to its shape: the corners are round on the way as well. */
function frameIn(part: HTMLElement): HTMLElement | null {
  const picture = part.querySelector('picture')
  for (let box = picture?.parentElement; box && !box.matches('a, x-island, main'); box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible') return box
  }
  return picture
}

function isInView(element: Element | null): boolean {
  if (!element) return false
  const { top, bottom, left, right, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

function name(element: HTMLElement | null | undefined): void {
  for (const old of named) old.style.viewTransitionName = ''
  named = element ? [element] : []
  if (element) element.style.viewTransitionName = NAME
}

/** The next page's own size of the picture is still to come: until then it shows the one that is here. */
function lend(from: Element, to: Element): void {
  const here = from.querySelector('img')
  const picture = to.querySelector('picture')
  const coming = picture?.querySelector('img')
  if (picture && coming && here?.naturalWidth && folderOf(here.currentSrc) === folderOf(coming.src))
    picture.style.backgroundImage = `url("${here.currentSrc}")`
}

/** All widths of a picture lie in one. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function main(): HTMLElement {
  return document.getElementById('main')!
}
