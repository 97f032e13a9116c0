import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const slidesTexts = [
  'slides.go',
  'slides.previous',
  'slides.next',
  'slides.pause',
  'slides.play',
] as const satisfies readonly MessageKey[]
