import { addressTexts, pastingTexts } from '#features/postal/parts/texts.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const addressModalTexts = [
  ...addressTexts,
  ...pastingTexts,
  'book.add',
  'book.as_default',
  'book.cancel',
  'book.close',
  'book.default',
  'book.delete',
  'book.delete_do',
  'book.delete_of',
  'book.delete_sure',
  'book.edit',
  'book.edit_of',
  'book.edit_title',
  'book.make_default',
  'book.make_default_of',
  'book.none',
  'book.none_text',
  'book.save',
  'book.saved',
] as const satisfies readonly MessageKey[]
export type AddressModalKey = (typeof addressModalTexts)[number]
