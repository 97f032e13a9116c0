import { visit } from '#platform/browser/visit.ts'

/*
 * A change of filters, of their order or of how many are shown, within the listing on the screen. What does it comes
 * with the first change; without it the same forms and links are visits.
 */

const FORM = 'form.facets'

export function startListing(): void {
  // Ahead of what makes a visit of every form, and of what closes the sheet that a form stands in.
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

/** In the sheet, where the form itself waits for its button, what stands behind it and the button's count follow. */
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
