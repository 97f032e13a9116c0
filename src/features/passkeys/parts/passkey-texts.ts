import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const passkeyTexts = [
  'passkey.sign_in',
  'passkey.not_used',
  'auth.joined_cart',
  'auth.joined_orders',
] as const satisfies readonly MessageKey[]
export type PasskeyKey = (typeof passkeyTexts)[number]
