import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, markdownField } from '#wire/written.ts'
import { pictureView } from '#wire/picture-view.ts'
import { mostArticle, mostPictures, mostTitle } from '../parts/article-limits.ts'

/* Articles that customers write, and the merchant publishes. */

/**
 * Of the revision that is worked on, or of the one that readers see. `withdrawn`: was published, and was taken away by
 * the merchant.
 */
export const articleStates = ['draft', 'submitted', 'refused', 'published', 'withdrawn'] as const
export type ArticleState = (typeof articleStates)[number]

export const ownArticle = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  /** Under which it is shown. */
  author: z.string(),
  thumbnail: pictureView.nullable(),
  state: z.enum(articleStates),
  /** Where readers see it; null for one that they do not see. */
  href: z.string().nullable(),
  /** Why it was refused; null for any other state. */
  reason: z.string().nullable(),
  /** The day of the last change, in words and as ISO 8601. */
  date: z.string(),
  changedAt: z.string(),
})
export type OwnArticle = z.output<typeof ownArticle>

export const myArticles = endpoint({
  path: '/article/mine',
  summary: 'The articles that the customer writes, the one that changed last first',
  needs: 'customer',
  input: z.strictObject({ page: z.int().min(1).max(1_000).default(1) }),
  output: z.object({ articles: z.array(ownArticle), total: z.int(), page: z.int(), pages: z.int() }),
})

const anyId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const saveArticle = endpoint({
  path: '/article/save',
  summary: 'Keeps a draft of an article, or hands it to the shop, which decides whether it is published',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    /** 0: a new one. */
    id: anyId.default(0),
    /** The revision that was opened: what was saved elsewhere since is not overwritten. */
    revision: anyId.default(0),
    /**
     * Any name of the form that it was typed into: sent again, it goes to the article that it made, and over what it has
     * saved itself. Empty: none.
     */
    form: z.string().max(64).default(''),
    title: lineField(mostTitle).default(''),
    /** Made of the title where it is empty; that of a published article stays. */
    slug: lineField(mostTitle).default(''),
    /** Markdown. */
    content: markdownField(mostArticle).default(''),
    /** The id of an upload, or the key of a picture in the text; empty: the first picture in the text. */
    thumbnail: z.string().max(64).default(''),
    /** Ids of uploads that are to stand at the end of the text. */
    images: z.array(z.string().max(64)).max(mostPictures).default([]),
    /** BCP 47 as in URLs; empty: the visitor's. */
    language: z.string().max(12).default(''),
    submit: z.boolean().default(false),
  }),
  output: z.object({
    id: z.int(),
    revision: z.int(),
    slug: z.string(),
    state: z.enum(articleStates),
  }),
  problems: [
    'invalid_input',
    'unknown_article',
    'unknown_picture',
    'too_many_pictures',
    'article_changed',
    'articles_closed',
    'too_many_articles',
    'too_many_requests',
  ],
})

export const deleteArticle = endpoint({
  path: '/article/delete',
  summary: 'Deletes an article of one’s own, also for its readers',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id: anyId }),
  output: z.object({}),
  problems: ['unknown_article'],
})

export const previewArticle = endpoint({
  path: '/article/preview',
  summary: 'What a text will look like, as HTML',
  needs: 'customer',
  input: z.strictObject({ content: markdownField(mostArticle).default('') }),
  output: z.object({ html: z.string() }),
  problems: ['too_many_requests'],
})

/** An article as its author works on it. */
export interface ArticleDraft {
  id: number
  revision: number
  /** Names the form in which it is shown. */
  form: string
  title: string
  slug: string
  /** That of a published article stays. */
  isSlugFixed: boolean
  content: string
  language: string
  /** The key of the picture; empty for none. */
  thumbnail: string
  /** Keys of the pictures that it has. */
  pictures: string[]
  state: ArticleState
  href: string | null
  reason: string | null
}
