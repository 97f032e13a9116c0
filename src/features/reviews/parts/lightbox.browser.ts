/** Shows the picture that a link leads to, as large as the window, and the others of its list after it. */
export function openLightbox(link: HTMLAnchorElement): void {
  const list = link.closest<HTMLElement>('[data-lightbox]')
  if (!list) return
  const links = [...list.querySelectorAll('a')]
  const words = list.dataset
  let at = links.indexOf(link)

  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox'
  const picture = new Image()
  const show = (index: number): void => {
    at = (index + links.length) % links.length
    const shown = links[at]
    if (!shown) return
    picture.src = shown.href
    picture.alt = shown.querySelector('img')?.alt ?? ''
  }
  const press = (name: string, label: string, sign: string, run: () => void): HTMLButtonElement => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = `lightbox-${name}`
    button.setAttribute('aria-label', label)
    button.textContent = sign
    button.onclick = run
    return button
  }
  dialog.append(picture)
  if (links.length > 1) {
    dialog.append(
      press('previous', words['previous'] ?? '', '‹', () => show(at - 1)),
      press('next', words['next'] ?? '', '›', () => show(at + 1)),
    )
  }
  dialog.append(press('close', words['close'] ?? '', '×', () => dialog.close()))
  dialog.setAttribute('aria-label', words['lightbox'] ?? '')
  dialog.addEventListener('keydown', ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (by !== 0) show(at + (getComputedStyle(dialog).direction === 'rtl' ? -by : by))
  })
  // A press outside of the picture.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    links[at]?.focus()
  })
  document.body.append(dialog)
  show(at)
  dialog.showModal()
}
