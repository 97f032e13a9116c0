import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const inquiryPicturesTexts = [
  'inquiry.pictures',
  'inquiry.pictures.help',
  'inquiry.pictures.add',
  'inquiry.pictures.keep',
  'inquiry.pictures.picture',
  'inquiry.pictures.remove',
  'inquiry.pictures.sending',
  'inquiry.pictures.sent',
  'inquiry.pictures.retry',
  'inquiry.pictures.failed',
  'inquiry.pictures.full',
] as const satisfies readonly MessageKey[]
export type PicturesKey = (typeof inquiryPicturesTexts)[number]
