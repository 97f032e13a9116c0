import type { MessageKey } from '#i18n/keys.gen.ts'
import { cartTexts } from '../texts.ts'

/** The messages that the island shows. */
export const cartDrawerTexts = [
  ...cartTexts,
  'cart.title',
  'cart.drawer_added',
  'cart.view',
  'cart.close',
  'cart.loading',
  'cart.failed',
  'cart.again',
] as const satisfies readonly MessageKey[]
