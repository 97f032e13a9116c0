import { rouse } from '#platform/browser/rouse.ts'

/** Moves the gallery to the picture of that number, from outside: the gallery wakes to mark its thumbnail. */
export function turnGalleryTo(number: number): void {
  showPicture(number, 'instant')
  const gallery = document.querySelector('x-island[c="product-image"]')
  if (gallery) rouse(gallery, {})
}

/** Moves the gallery's strip to the picture of that number. */
export function showPicture(number: number, behavior: ScrollBehavior): void {
  const picture = document.getElementById(pictureId(number))
  const strip = picture?.parentElement
  const first = strip?.firstElementChild
  if (!picture || !strip || !(first instanceof HTMLElement)) return
  // Measured from the first one, this is right in both directions of script.
  strip.scrollTo({ left: picture.offsetLeft - first.offsetLeft, behavior })
}

export function pictureId(number: number): string {
  return `picture-${number}`
}
