import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages of the lines and the sums: what the cart and the drawer both show. */
export const cartTexts = [
  'cart.items',
  'cart.empty',
  'cart.empty_text',
  'cart.browse',
  'cart.continue',
  'cart.lines',
  'cart.each',
  'cart.was',
  'cart.quantity_of',
  'cart.fewer',
  'cart.more',
  'cart.update',
  'cart.remove',
  'cart.remove_of',
  'cart.removed_title',
  'cart.undo',
  'cart.dismiss',
  'cart.choose',
  'cart.choose_all',
  'cart.choose_none',
  'cart.summary',
  'cart.subtotal',
  'cart.subtotal_hint',
  'cart.subtotal_hint_free',
  'cart.free_missing',
  'cart.free_reached',
  'cart.free_progress',
  'cart.sold_out',
  'cart.not_enough',
  'cart.take_available',
  'cart.most_reached',
  'cart.say_subtotal',
] as const satisfies readonly MessageKey[]

export type CartTextKey = (typeof cartTexts)[number]
