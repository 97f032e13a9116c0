import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const verifyTexts = [
  'verify.title',
  'verify.swipe',
  'verify.help',
  'verify.gap',
  'verify.new',
  'verify.ask',
  'verify.slide',
  'verify.work',
  'verify.working',
  'verify.loading',
  'verify.answer',
  'verify.check',
  'verify.failed',
  'verify.success',
] as const satisfies readonly MessageKey[]
export type VerifyKey = (typeof verifyTexts)[number]
