import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const countdownTexts = [
  'countdown.days',
  'countdown.hours',
  'countdown.minutes',
  'countdown.seconds',
] as const satisfies readonly MessageKey[]
