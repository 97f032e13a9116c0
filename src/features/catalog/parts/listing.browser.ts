import { visit } from '#platform/browser/visit.ts'

/*
 * Changes of filters, sort order and number of pages, within the listing on the screen. The code for them is loaded
 * with the first change; without it the same forms and links are visits.
 */

const FORM = 'form.facets'

export function startListing(): void {
  // In front of the listeners that turn forms into visits, and that close the sheet of a form.
  document.addEventListener('submit', onSubmit, { capture: true })
  document.addEventListener('violet:visit', onVisit)
  document.addEventListener('change', onChange)
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!form.matches(FORM)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A press on its button, not one of the choices that count at once.
  if (event.submitter) form.hidePopover?.()
  const url = new URL(form.action)
  url.search = String(new URLSearchParams([...new FormData(form)] as [string, string][]))
  void change(url)
}

function onVisit(event: Event): void {
  const link = event.target as HTMLAnchorElement
  if (!link.closest('.listing') || !('keepScroll' in link.dataset || 'more' in link.dataset)) return
  event.preventDefault()
  void change(new URL(link.href), 'more' in link.dataset)
}

/** In the sheet, the form waits for its button; the listing behind it and the button's count follow at once. */
function onChange({ target }: Event): void {
  const { form } = target as HTMLInputElement
  if (form?.matches(`${FORM}:popover-open`)) form.requestSubmit()
}

async function change(url: URL, more = false): Promise<void> {
  try {
    const { changeListing, showMore } = await import('./listing-change.browser.ts')
    await (more ? showMore(url) : changeListing(url))
  } catch {
    await visit(url, { keepScroll: true })
  }
}
