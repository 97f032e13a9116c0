import { pickTexts, type Texts } from '#i18n/t.ts'
import { examples as cartExamples } from '../cart/examples.tsx'
import type { CartDrawerProps } from './island.tsx'
import { cartDrawerTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, CartDrawerProps> {
  const carts = cartExamples(texts, lang)
  const forms = {
    update: '/form/cart/update',
    remove: '/form/cart/remove',
    select: '/form/cart/select',
    cart: '/cart',
    checkout: '/form/checkout/create',
  }
  const base: CartDrawerProps = { forms, texts: pickTexts(texts, cartDrawerTexts), lang }
  return {
    asleep: base,
    'something added': { ...base, opening: { at: 1, cart: carts['two lines']?.view ?? null } },
    empty: { ...base, opening: { at: 1, cart: carts['empty']?.view ?? null } },
    waiting: { ...base, opening: { at: 1, cart: null } },
  }
}
