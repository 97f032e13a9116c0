import type { MessageFile } from '#i18n/dictionaries.ts'
import type { Locale } from '#i18n/locales.ts'

/** A change of any text: every page depends on it. */
export const wordsTag = 'words'

/** Characters of a text. */
export const longestMessage = 2_000
/** How deep a plural may stand in another one, counted in braces. */
export const deepestBraces = 8

/** A language beyond those of the program that is on. */
export interface Pack {
  language: Locale
  /** BCP 47: what it is written in. */
  lang: string
  /** Of a file that the merchant brought; null for the pack that comes with the program. */
  messages: MessageFile | null
  /** ISO 8601. */
  addedAt: string
}

/** A text that the merchant wrote. */
export interface ChangedText {
  language: Locale
  key: string
  /** ICU. */
  message: string
  /** ISO 8601. */
  changedAt: string
}
