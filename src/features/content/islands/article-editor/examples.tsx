import { pickTexts, type Texts } from '#i18n/t.ts'
import type { ArticleEditorProps } from './island.tsx'
import { articleEditorTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, ArticleEditorProps> {
  const base: ArticleEditorProps = {
    id: 'article-content',
    content: '',
    pictures: [],
    thumbnail: '',
    most: 12,
    error: null,
    picturesError: null,
    texts: pickTexts(texts, articleEditorTexts),
    lang,
  }
  const keys = ['0', '1'].map((sign) => sign.repeat(16))
  return {
    empty: base,
    written: {
      ...base,
      content: `## Oak\n\nWe oil ours *once* a year.\n\n![](/media/${keys[0]}/800.webp)\n`,
      pictures: keys,
      thumbnail: keys[0]!,
    },
    'comes back': { ...base, error: 'Please write your article.', picturesError: 'This picture is damaged.' },
  }
}
