import { rouse } from '#platform/browser/rouse.ts'
import type { CartView } from '../../contract.ts'
import type { Opening } from './island.tsx'

/*
 * Opens the drawer, which sleeps until it is wanted: when the header's cart link is pressed, and when something
 * was put into the cart. On the cart's own page there is nothing for it to show.
 */

const DRAWER = 'x-island[c="cart-drawer"]'
/** The header's link to the cart. */
const LINK = 'a[data-cart-link]'

/** To be called before navigation starts: the link must be seen before it becomes a visit. */
export function startCartDrawer(): void {
  document.addEventListener('click', (event) => {
    const { target, defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (!(target instanceof Element) || !target.closest(LINK)) return
    if (defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return
    if (open(null)) event.preventDefault()
  })
  document.addEventListener('violet:done', (event) => {
    const { action, result } = (event as CustomEvent<{ action: string; result: { value: CartView } }>).detail
    if (action === 'cart/add') open(result.value)
  })
}

/** False where there is no drawer to open, or it could not be loaded. */
function open(cart: CartView | null): boolean {
  const drawer = document.querySelector<HTMLElement>(DRAWER)
  if (!drawer || 'dead' in drawer.dataset || document.body.dataset['page'] === 'cart') return false
  const opening: Opening = { at: Date.now(), cart }
  rouse(drawer, { opening })
  return true
}
