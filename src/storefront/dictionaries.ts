import { createDictionaries, type MessageFile } from '#i18n/dictionaries.ts'

/** All message files of the program, by language. */
const english = import.meta.glob<MessageFile>('../**/messages/en.json', { eager: true, import: 'default' })
const simplified = import.meta.glob<MessageFile>('../**/messages/zh.json', { eager: true, import: 'default' })
const hongKong = import.meta.glob<MessageFile>('../**/messages/zh-HK.json', {
  eager: true,
  import: 'default',
})

export const dictionaries = createDictionaries({
  en: Object.values(english),
  zh: Object.values(simplified),
  'zh-HK': Object.values(hongKong),
})
