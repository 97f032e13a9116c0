import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const qrTexts = [
  'auth.joined_cart',
  'auth.joined_orders',
  'auth.keep',
  'qr.alt',
  'qr.begin',
  'qr.done',
  'qr.expired',
  'qr.loading',
  'qr.refresh',
  'qr.scan',
  'qr.scanned',
  'qr.was_refused',
] as const satisfies readonly MessageKey[]
export type QrKey = (typeof qrTexts)[number]
