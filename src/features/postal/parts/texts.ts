import type { MessageKey } from '#i18n/keys.gen.ts'

/* What the parts of an address form say. */

export const addressTexts = [
  'checkout.optional',
  'checkout.country',
  'checkout.choose_country',
  'checkout.show_fields',
] as const satisfies readonly MessageKey[]
export type AddressKey = (typeof addressTexts)[number]

export const pastingTexts = [
  'checkout.paste',
  'checkout.paste_label',
  'checkout.paste_help',
  'checkout.paste_do',
  'checkout.paste_done',
  'checkout.paste_none',
] as const satisfies readonly MessageKey[]
export type PastingKey = (typeof pastingTexts)[number]
