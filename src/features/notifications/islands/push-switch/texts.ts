import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const pushSwitchTexts = [
  'notification.push_denied',
  'notification.push_failed',
  'notification.push_is_on',
  'notification.push_off',
  'notification.push_on',
  'notification.push_unsupported',
] as const satisfies readonly MessageKey[]
export type PushSwitchKey = (typeof pushSwitchTexts)[number]
