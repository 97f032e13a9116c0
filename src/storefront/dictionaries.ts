import { createDictionaries, type MessageFile } from '#i18n/dictionaries.ts'

/** All message files of the program, in every language. */
export const dictionaries = createDictionaries(
  import.meta.glob<MessageFile>('../**/messages/*.json', { eager: true, import: 'default' }),
)
