import { borrow } from './borrow.browser.ts'
import { readList, writeList } from './device-list.browser.ts'
import { byId, emit } from '#platform/browser/dom.ts'
import { initial } from '#platform/browser/state.ts'

/*
 * Recently viewed products: their ids, stored on this device. The strip is fetched when its place comes near, and is
 * below everything else, so that nothing moves.
 */

const key = 'violet_recent'
const most = 12
const place = '[data-recent]'

export function startRecent(): void {
  look()
  document.addEventListener('violet:page', look)
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-recent-clear]')
    if (!button) return
    writeList(key, [])
    byId('announcer')!.textContent = button.dataset['recentClear']!
    document.querySelector(place)?.replaceChildren()
  })
}

function look(): void {
  const element = document.querySelector<HTMLElement>(place)
  if (!element) return
  const own = element.dataset['recent']!
  const others = readList(key).filter((id) => id !== own)
  if (own !== '') writeList(key, [own, ...others].slice(0, most + 1))
  if (others.length === 0) return
  const near = new IntersectionObserver(
    ([entry]) => {
      if (!entry!.isIntersecting) return
      near.disconnect()
      void show(element, others.slice(0, most))
    },
    { rootMargin: '600px' },
  )
  near.observe(element)
}

async function show(element: HTMLElement, ids: readonly string[]): Promise<void> {
  const page = await borrow(`${initial().page.langPath}/recent?ids=${ids.join(',')}`)
  const strip = page?.querySelector('.recent')
  // Without cards all of them are gone from the shop.
  if (!strip?.querySelector('.product-card') || !element.isConnected) return
  element.replaceChildren(strip)
  emit(document, 'violet:cards', {})
}
