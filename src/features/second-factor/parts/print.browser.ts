/** A press on what carries `data-print` prints the page. */
export function startPrinting(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-print]')) print()
  })
}
