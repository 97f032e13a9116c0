import { pathOf } from './url.ts'
import { keepScroll } from './history.ts'
import { isReachable } from './place.ts'
import { visit } from './visit.ts'

/**
 * Makes visits of links and of GET forms (search, sort, filters). Both work without it. A form that is posted stays
 * where it is while the shop cannot be reached.
 */
export function startLinks(): void {
  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
}

/** Whether the form that is just submitted may be posted: the shop has answered. */
let hasAnswered = false

/** The link around `target`, if it leads to a page of this shop, in this language, in this window. */
export function pageLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  // A link in an SVG is an element of another kind, with no URL of this form.
  if (!link?.pathname || link.origin !== location.origin) return null
  // A visit goes by the path, and this one would name a host: the document is loaded.
  if (link.pathname.startsWith('//')) return null
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null
  if (link.dataset['nav'] === 'off') return null
  return link.hreflang && link.hreflang !== document.documentElement.lang ? null : link
}

function onClick(event: MouseEvent): void {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const link = pageLink(event.target)
  if (!link || defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return
  const url = new URL(link.href)
  if (link.hash && pathOf(url) === pathOf(location)) return keepScroll()
  event.preventDefault()
  // A listener that shows the target in another way (the cart's drawer) cancels this event.
  if (!link.dispatchEvent(new Event('violet:visit', { bubbles: true, cancelable: true }))) return
  void visit(url, { keepScroll: 'keepScroll' in link.dataset, page: link.dataset['page'] })
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const { submitter } = event
  const attribute = (name: string): string | null =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const method = (attribute('method') ?? 'get').toLowerCase()
  if (event.defaultPrevented || attribute('target')) return
  if (method !== 'get') {
    if (method === 'post' && !navigator.onLine && !hasAnswered) {
      event.preventDefault()
      void postIfReachable(form, submitter)
    }
    return
  }
  const url = new URL(attribute('action') ?? '', location.href)
  if (form.dataset['nav'] === 'off' || url.origin !== location.origin) return
  event.preventDefault()
  const fields = [...new FormData(form, submitter)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  url.search = new URLSearchParams(fields).toString()
  void visit(url, { keepScroll: 'keepScroll' in form.dataset, page: form.dataset['page'] })
}

/**
 * A browser without a connection would replace the page, and what was typed into it, by its own. It knows of networks
 * alone: a shop on the same machine answers without any.
 */
async function postIfReachable(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (!(await isReachable())) return
  hasAnswered = true
  try {
    form.requestSubmit(submitter)
  } finally {
    hasAnswered = false
  }
}
