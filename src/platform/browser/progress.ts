import type { Stylesheet } from '#wire/stylesheets.ts'
import { byId, jump } from './dom.ts'
import { loadStyles } from './styles.ts'

/*
 * What shows that a page is on its way: a thin bar after 120 ms, the target's skeleton after 200 ms. What
 * arrives sooner shows neither.
 */

const BAR_AFTER = 120
const SKELETON_AFTER = 200

let timers: ReturnType<typeof setTimeout>[] = []
let skeleton: HTMLElement | null = null
let scrollBefore = 0

/** `page` names the skeleton; null shows none, for a visit that keeps the scroll. */
export function startProgress(page: string | null): void {
  stopProgress()
  const mine = [setTimeout(showBar, BAR_AFTER)]
  timers = mine
  const template = page === null ? null : byId<HTMLTemplateElement>(`skeleton-${page}`)
  if (page === null || template === null) return
  // The page itself will want them too: they come while it is on its way.
  const styled = loadStyles((template.dataset['styles']?.split(' ') ?? []) as Stylesheet[])
  const show = (): void => {
    if (timers === mine) showSkeleton(page, template)
  }
  // Without its styles a skeleton says nothing.
  mine.push(setTimeout(() => void styled.then(show, () => {}), SKELETON_AFTER))
}

/** Puts everything back as it was: the page that stays, or is about to be replaced. */
export function stopProgress(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  delete byId('progress')?.dataset['on']
  if (!skeleton) return
  skeleton.remove()
  skeleton = null
  byId('main')!.style.display = ''
  jump(scrollBefore)
}

function showBar(): void {
  const bar = byId('progress')
  if (bar) bar.dataset['on'] = ''
}

// The old page is hidden, not removed: when the visit is given up it is still alive.
function showSkeleton(page: string, template: HTMLTemplateElement): void {
  const main = byId('main')!
  scrollBefore = scrollY
  skeleton = document.createElement('div')
  skeleton.className = main.className
  skeleton.dataset['skeleton'] = page
  skeleton.setAttribute('aria-busy', 'true')
  skeleton.append(template.content.cloneNode(true))
  main.before(skeleton)
  main.style.display = 'none'
  jump(0)
}
