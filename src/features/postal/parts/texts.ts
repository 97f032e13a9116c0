import type { MessageKey } from '#i18n/keys.gen.ts'

/* What the parts of an address form say. */

export const addressTexts = [
  'address.optional',
  'address.country',
  'address.choose',
  'address.show_fields',
  'address.country_code',
  'address.phone',
  'address.phone_help',
] as const satisfies readonly MessageKey[]
export type AddressKey = (typeof addressTexts)[number]

export const pastingTexts = [
  'address.paste',
  'address.paste_label',
  'address.paste_help',
  'address.paste_do',
  'address.paste_done',
  'address.paste_none',
] as const satisfies readonly MessageKey[]
export type PastingKey = (typeof pastingTexts)[number]
