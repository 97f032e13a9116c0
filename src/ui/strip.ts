/*
 * A row that is scrolled sideways, one child at a time: slides, a product's pictures.
 */

/** Scrolls to the child at `index`; measured from the first one, this is right in both directions of script. */
export function showChild(strip: Element, index: number, behavior: ScrollBehavior): void {
  const first = strip.firstElementChild
  const child = strip.children[index]
  if (!(first instanceof HTMLElement) || !(child instanceof HTMLElement)) return
  strip.scrollTo({ left: child.offsetLeft - first.offsetLeft, behavior })
}

/** Calls `see` with the index of the child that fills the strip, whenever that changes. Returns how to stop. */
export function watchStrip(strip: Element, see: (index: number) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.find(({ isIntersecting }) => isIntersecting)
      if (seen) see([...strip.children].indexOf(seen.target))
    },
    { root: strip, threshold: 0.6 },
  )
  for (const child of strip.children) observer.observe(child)
  return () => observer.disconnect()
}

/** How to scroll for a visitor who may mind motion. */
export function calmly(): ScrollBehavior {
  return isCalm() ? 'instant' : 'smooth'
}

/** Whether the visitor asked for less motion, of the system or of this shop. */
function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || isChosen('reduced-motion')
}

/** Whether automatic motion is not wanted, because of the motion itself or of the data it loads. */
export function isStill(): boolean {
  return isCalm() || isChosen('low-data')
}

/** @param aid a word of the reading mode that the document was made in, or that was chosen since */
function isChosen(aid: 'reduced-motion' | 'low-data'): boolean {
  return document.documentElement.matches(`[data-mode~="${aid}"]`)
}
