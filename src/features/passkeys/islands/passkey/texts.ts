import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export type PasskeyKey = Extract<
  MessageKey,
  'passkey.sign_in' | 'passkey.not_used' | 'auth.joined_cart' | 'auth.joined_orders'
>
