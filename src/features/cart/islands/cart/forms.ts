import type { CartForms } from '../../parts/cart-lines.tsx'

/** Form actions that only the cart's own page needs. */
export interface CartPageForms extends CartForms {
  keep: string
  save: string
  move: string
  forget: string
  exchange: string
  coupon: string
  removeCoupon: string
  estimate: string
  note: string
  /** The page of a cart by link. */
  link: string
}
