import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const passkeysTexts = [
  'passkey.add',
  'passkey.added',
  'passkey.exists',
  'passkey.not_made',
  'passkey.unsupported',
] as const satisfies readonly MessageKey[]
export type PasskeysKey = (typeof passkeysTexts)[number]
