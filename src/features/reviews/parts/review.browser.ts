/*
 * What scripts add to the list of reviews: its pictures open in the page, and a vote is counted where it was given.
 */

export function startReviews(): void {
  document.addEventListener('click', (event) => {
    const { button, metaKey, ctrlKey, shiftKey, target } = event
    const link = (target as Element).closest<HTMLAnchorElement>('[data-lightbox] a')
    if (!link || button !== 0 || metaKey || ctrlKey || shiftKey) return
    event.preventDefault()
    import('./lightbox.browser.ts').then(
      ({ openLightbox }) => openLightbox(link),
      () => location.assign(link.href),
    )
  })
  document.addEventListener('violet:done', (event) => {
    const { action, form, result } = (event as CustomEvent<Voted>).detail
    if (action !== 'review/helpful') return
    const told = form.querySelector('output')
    if (told) told.textContent = result.value.text
    const button = form.querySelector('button')
    button?.setAttribute('aria-disabled', 'true')
    form.addEventListener('submit', (again) => again.preventDefault(), { capture: true })
  })
}

interface Voted {
  action: string
  form: HTMLFormElement
  result: { value: { text: string } }
}
