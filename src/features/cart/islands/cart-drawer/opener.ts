import { rouse } from '#platform/browser/rouse.ts'
import type { CartView } from '../../contract.ts'
import type { Opening } from './island.tsx'

/*
 * Opens the drawer, which is not loaded before: when the header's cart link is pressed, and after an addition. On the
 * cart's own page it does nothing.
 */

const DRAWER = 'x-island[c="cart-drawer"]'
/** The header's link to the cart. */
const LINK = 'a[data-cart-link]'

export function startCartDrawer(): void {
  document.addEventListener('violet:visit', (event) => {
    if ((event.target as Element).matches(LINK) && open(null)) event.preventDefault()
  })
  document.addEventListener('violet:done', (event) => {
    const { action, result } = (event as CustomEvent<{ action: string; result: { value: CartView } }>).detail
    if (/^cart.add/.test(action)) open(result.value)
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
