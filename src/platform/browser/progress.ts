import { byId, jump } from './dom.ts'

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
  timers = [setTimeout(showBar, BAR_AFTER)]
  if (page !== null) timers.push(setTimeout(showSkeleton, SKELETON_AFTER, page))
}

/** Puts everything back as it was: the page that stays, or is about to be replaced. */
export function stopProgress(): void {
  for (const timer of timers.splice(0)) clearTimeout(timer)
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
function showSkeleton(page: string): void {
  const template = byId<HTMLTemplateElement>(`skeleton-${page}`)
  const main = byId('main')!
  if (!template) return
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
