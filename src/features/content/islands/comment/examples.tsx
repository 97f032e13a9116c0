import { pickTexts, type Texts } from '#i18n/t.ts'
import type { CommentText } from '../../contract.ts'
import type { CommentProps } from './island.tsx'
import { commentTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, CommentProps> {
  const base: CommentProps = {
    article: 'oak',
    listed: { comments: [], total: 0, page: 1, pages: 1 },
    by: 'customers',
    links: {
      add: '/form/comment/add',
      remove: '/form/comment/delete',
      article: '/article/oak',
      signIn: '/auth/signin?next=%2Farticle%2Foak',
    },
    posted: null,
    texts: pickTexts(texts, commentTexts),
    lang,
  }
  const comment = (code: string, more: Partial<CommentText> = {}): CommentText => ({
    code,
    author: 'Ruth A.',
    content: 'We oil ours once a year, in the first week of spring.\nIt still smells of the workshop.',
    lang,
    date: '11 November 2026',
    createdAt: '2026-11-11T10:00:00.000Z',
    official: false,
    ...more,
  })
  const listed = {
    comments: [
      {
        ...comment('c-1'),
        replies: [
          comment('c-2', { author: 'Ada', official: true, content: 'That is how it should be.' }),
          comment('c-3', { content: 'Thank you, then I shall not sand it.' }),
        ],
      },
      {
        ...comment('c-4', { author: '小明', content: '椅子很稳，坐了三年。', lang: 'zh-Hans' }),
        replies: [],
      },
    ],
    total: 2,
    page: 1,
    pages: 1,
  }
  const refused = {
    parent: null,
    content: '',
    name: '',
    errors: { content: 'Please write your comment.' },
    text: '',
  }
  return {
    empty: base,
    threads: { ...base, listed },
    'for everybody': { ...base, listed: { ...listed, pages: 3, page: 2 }, by: 'everybody' },
    closed: { ...base, listed, by: 'nobody' },
    'comes back': {
      ...base,
      listed,
      by: 'everybody',
      posted: { ...refused, errors: { ...refused.errors, name: 'Please enter a name to be shown.' } },
    },
    'reply comes back': {
      ...base,
      listed,
      posted: { ...refused, parent: 'c-1', content: 'A reply', errors: {}, text: 'Please sign in' },
    },
  }
}
