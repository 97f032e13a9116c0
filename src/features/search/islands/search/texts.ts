import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const searchTexts = [
  'frame.search_label',
  'frame.search',
  'search.suggestions',
  'search.history',
  'search.history_clear',
  'search.history_remove',
  'search.hot',
  'search.mean',
  'search.terms',
  'search.products',
  'search.categories',
  'search.collections',
  'search.articles',
  'search.pages',
  'search.all',
  'search.counted',
  'search.nothing',
] as const satisfies readonly MessageKey[]
