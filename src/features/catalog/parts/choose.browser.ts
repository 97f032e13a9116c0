import { visit } from '#platform/browser/visit.ts'
import { borrow } from './borrow.browser.ts'

/*
 * Quick add: a sheet over the cards with the form that the link leads to. A native dialog, so the focus stays in it
 * and returns to the card.
 */

export function startChoosing(): void {
  document.addEventListener('violet:visit', (event) => {
    const link = event.target as HTMLAnchorElement
    if (!('choose' in link.dataset)) return
    event.preventDefault()
    void open(link)
  })
}

async function open(link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy === 'true') return
  link.ariaBusy = 'true'
  const page = await borrow(link.pathname)
  link.ariaBusy = null
  const content = page?.querySelector('.choose')
  if (!content) return void (await visit(link.href))
  if (link.isConnected && !document.querySelector('dialog[open]')) show(content)
}

function show(content: Element): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'sheet sheet-bottom'
  dialog.setAttribute('aria-labelledby', 'choose')
  dialog.append(content)
  const close = (): void => dialog.close()
  dialog.addEventListener('click', ({ target }) => {
    // The backdrop is the dialog's own; everything in it lies in elements of its own.
    if (target === dialog || (target as Element).closest('[data-choose-close], a')) close()
  })
  // The cart's drawer shows additions; refusals appear over the current page.
  dialog.addEventListener('submit', () => setTimeout(close))
  dialog.addEventListener('close', () => {
    document.removeEventListener('violet:page', close)
    dialog.remove()
  })
  document.addEventListener('violet:page', close)
  document.body.append(dialog)
  dialog.showModal()
}
