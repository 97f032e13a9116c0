import { isPersonal, pathOf } from './url.ts'
import { ask } from './answers.ts'
import { pageLink } from './links.ts'

/*
 * A page asked for while the finger or pointer is still on its way: this is what makes a visit quicker than
 * loading a document.
 */

const HOVER = 65

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

let timer: ReturnType<typeof setTimeout>

export function startPrefetch(): void {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
  if (saveData || effectiveType.includes('2g')) return
  const options = { capture: true, passive: true }
  document.addEventListener('pointerover', ahead(HOVER), options)
  document.addEventListener('focusin', ahead(0), options)
  document.addEventListener('touchstart', ahead(0), options)
}

function ahead(after: number) {
  return ({ target }: Event): void => {
    clearTimeout(timer)
    if (document.documentElement.dataset['mode']?.includes('low-data')) return
    const link = pageLink(target)
    if (!link || 'noPrefetch' in link.dataset) return
    const url = new URL(link.href)
    const path = pathOf(url)
    if (path === pathOf(location) || isPersonal(url)) return
    timer = setTimeout(() => void ask(path, true), after)
  }
}
