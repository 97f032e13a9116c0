import { whenIdle } from './dom.ts'

/**
 * Calls `wake` at the moment that `on` names: `load`, `idle`, `delay:2000` (ms), `visible` or
 * `visible:200px` (how far ahead), or a media query in brackets. `interact` waits for the person.
 * Answers how to stop waiting.
 */
export function waitFor(on: string, element: Element, wake: () => void): () => void {
  if (on.startsWith('(')) return waitForMedia(on, wake)
  const [moment, argument] = on.split(':')
  if (moment === 'load') wake()
  if (moment === 'idle') whenIdle(wake)
  if (moment === 'visible') return waitForSight(element, argument, wake)
  if (moment === 'delay') {
    const timer = setTimeout(() => whenIdle(wake), Number(argument))
    return () => clearTimeout(timer)
  }
  return () => {}
}

function waitForMedia(query: string, wake: () => void): () => void {
  const media = matchMedia(query)
  const check = (): void => {
    if (media.matches) wake()
  }
  media.addEventListener('change', check)
  check()
  return () => media.removeEventListener('change', check)
}

function waitForSight(element: Element, rootMargin = '0px', wake: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) wake()
    },
    { rootMargin },
  )
  const boxes = boxesOf(element)
  for (const box of boxes.length ? boxes : [element.parentElement!]) observer.observe(box)
  return () => observer.disconnect()
}

// Islands and slots are `display: contents`: they have no box of their own that could come into sight.
function boxesOf(element: Element): Element[] {
  return [...element.children].flatMap((child) => (child.localName.startsWith('x-') ? boxesOf(child) : child))
}
