import { addressTexts, pastingTexts } from '#features/postal/parts/texts.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const addressModalTexts = [
  ...addressTexts,
  ...pastingTexts,
  'book.as_default',
  'book.save',
  'book.cancel',
] as const satisfies readonly MessageKey[]
export type AddressModalKey = (typeof addressModalTexts)[number]
