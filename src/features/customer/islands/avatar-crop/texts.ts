import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const cropTexts = [
  'user.avatar_across',
  'user.avatar_choose',
  'user.avatar_crop',
  'user.avatar_down',
  'user.avatar_help',
  'user.avatar_zoom',
] as const satisfies readonly MessageKey[]
export type CropKey = (typeof cropTexts)[number]
