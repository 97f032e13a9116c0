import { programTexts, type MessageFile } from '#i18n/dictionaries.ts'

/** All message files of the program, in every language. */
export const program = programTexts(
  import.meta.glob<MessageFile>('../**/messages/*.json', { eager: true, import: 'default' }),
)

/** Without what a shop has changed: pages and mails are given theirs as `Words`. */
export const dictionaries = program.words.texts
