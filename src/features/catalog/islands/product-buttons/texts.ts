import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const productButtonsTexts = [
  'product.was',
  'product.chosen',
  'product.value_sold_out',
  'product.value_elsewhere',
  'product.quantity',
  'product.fewer',
  'product.more',
  'product.add',
  'product.sold_out',
  'checkout.buy_now',
  'product.all_in_cart',
  'product.some_in_cart',
  'product.limit',
  'product.tiers',
  'product.alert.stock',
  'product.alert.price',
  'product.alert.email',
  'product.alert.send',
  'product.alert.done',
] as const satisfies readonly MessageKey[]
