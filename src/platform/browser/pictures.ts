/*
 * What `loading=lazy` leaves open. When a picture is fetched is the browser's business: it knows the line and the
 * scrolling, and does it without scripts. But it never tries one again that failed, and it treats one that it has
 * in its cache like any other.
 */

/** The specification's numbers. The first attempt is the browser's own. */
const ATTEMPTS = 3
/** Further ones for a picture that failed while the shop was opening, which nobody here has seen. */
const ATTEMPTS_AFTER_START = 1
/** ms before the last attempt, and before the earlier ones. `/media` asks for two seconds when it is busy. */
const PAUSES = [2_000, 200]
/** How far from the window, in its heights. */
const NEAR = '130%'
const REMEMBERED = 200

interface Trouble {
  url: string
  /** Attempts. */
  left: number
}

const troubles = new WeakMap<HTMLImageElement, Trouble>()
/** The URLs that came last, the newest at the end. */
const remembered = new Set<string>()
let near: IntersectionObserver

/** Looks after the pictures that are here, and after all that come. To be called when the first page has loaded. */
export function startPictures(): void {
  near = new IntersectionObserver(tryNear, { rootMargin: `${NEAR} 0px` })
  document.addEventListener('load', ({ target }) => isPicture(target) && came(target), { capture: true })
  document.addEventListener('error', ({ target }) => isPicture(target) && failed(target), { capture: true })
  // The browser chooses the sources of inserted pictures when the script that inserted them has ended.
  document.addEventListener('violet:page', () => queueMicrotask(showRemembered))
  for (const image of imagesIn(document)) {
    if (!image.complete || image.currentSrc === '') continue
    if (image.naturalWidth) came(image)
    else {
      troubles.set(image, { url: image.currentSrc, left: ATTEMPTS_AFTER_START })
      failed(image)
    }
  }
}

function came(image: HTMLImageElement): void {
  const { dataset } = pictureOf(image)
  delete dataset['broken']
  delete dataset['failed']
  troubles.delete(image)
  remember(image.currentSrc)
}

function remember(url: string): void {
  remembered.delete(url)
  remembered.add(url)
  const [oldest] = remembered
  if (remembered.size > REMEMBERED) remembered.delete(oldest!)
}

function failed(image: HTMLImageElement): void {
  const { dataset } = pictureOf(image)
  const { currentSrc: url } = image
  const known = troubles.get(image)
  const left = known?.url === url ? known.left : ATTEMPTS - 1
  troubles.set(image, { url, left: left - 1 })
  dataset['broken'] = ''
  if (left > 0) setTimeout(tryWhenNear, PAUSES[left - 1] ?? PAUSES.at(-1), image)
  else dataset['failed'] = image.alt
}

function tryWhenNear(image: HTMLImageElement): void {
  if (navigator.onLine) near.observe(pictureOf(image))
  else addEventListener('online', () => near.observe(pictureOf(image)), { once: true })
}

function tryNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    near.unobserve(target)
    for (const image of imagesIn(target)) tryAgain(image)
  }
}

/** Setting the same value makes the browser choose among the sources again. */
function tryAgain(image: HTMLImageElement): void {
  if (image.complete && !image.naturalWidth) image.src = image.getAttribute('src')!
}

/** A picture that the browser has in its cache is shown with the page, not a blurred moment later. */
function showRemembered(): void {
  // One that is no longer in the cache would be fetched before it is wanted.
  if (document.documentElement.dataset['mode']?.includes('low-data')) return
  for (const image of imagesIn(document.getElementById('main')!)) {
    if (!remembered.has(image.currentSrc)) continue
    image.decoding = 'sync'
    image.loading = 'eager'
    const { style } = pictureOf(image)
    if (style.backgroundImage.includes('data:')) style.backgroundImage = 'none'
  }
}

function imagesIn(part: ParentNode): Iterable<HTMLImageElement> {
  return part.querySelectorAll<HTMLImageElement>('picture > img')
}

function isPicture(target: EventTarget | null): target is HTMLImageElement {
  return target instanceof HTMLImageElement && target.parentElement?.localName === 'picture'
}

function pictureOf(image: HTMLImageElement): HTMLElement {
  return image.parentElement!
}
