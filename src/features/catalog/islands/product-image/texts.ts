import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const productImageTexts = [
  'product.pictures',
  'product.picture',
  'product.previous',
  'product.next',
  'product.enlarge',
  'product.zoom_in',
  'product.zoom_out',
  'product.close',
] as const satisfies readonly MessageKey[]
