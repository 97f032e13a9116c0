import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView, type PictureView } from '#wire/picture-view.ts'

/* Articles and pages, as pages and calls see them. */

export const articleCard = z.object({
  id: z.int(),
  slug: z.string(),
  href: z.string(),
  title: z.string(),
  /** Plain text; empty when there is none. */
  summary: z.string(),
  author: z.string(),
  /** The day of publication in words. */
  date: z.string(),
  /** ISO 8601. */
  publishedAt: z.string(),
  picture: pictureView.nullable(),
})
export type ArticleCard = z.output<typeof articleCard>

export const listArticles = endpoint({
  path: '/article/list',
  summary: 'Articles, the newest first; of one tag when it is given',
  input: z.strictObject({
    tag: z.string().min(1).max(120).nullable().default(null),
    page: z.int().min(1).max(500).default(1),
  }),
  output: z.object({ articles: z.array(articleCard), total: z.int(), page: z.int(), pages: z.int() }),
})

/** A dismissal stores the hash of the text: new text is shown again. */
export const announcementKey = /^[0-9a-f]{10}$/

export const dismissAnnouncement = endpoint({
  path: '/announcement/dismiss',
  summary: 'Hides the announcement with this key for this visitor',
  writes: true,
  input: z.strictObject({ key: z.string().regex(announcementKey) }),
  output: z.object({}),
})

export const commentText = z.object({
  /** The code that answers to it name. */
  code: z.string(),
  author: z.string(),
  /** Plain text with line breaks. */
  content: z.string(),
  /** BCP 47, of the content. */
  lang: z.string(),
  /** The day in words, and as ISO 8601. */
  date: z.string(),
  createdAt: z.string(),
  /** Written by the article's author or the shop. */
  official: z.boolean(),
})
export type CommentText = z.output<typeof commentText>

const commentPage = z.object({
  /** The newest first; the answers to each in the order in which they came. */
  comments: z.array(commentText.extend({ replies: z.array(commentText) })),
  /** Without answers. */
  total: z.int(),
  page: z.int(),
  pages: z.int(),
})
export type CommentPage = z.output<typeof commentPage>

export const listComments = endpoint({
  path: '/comment/list',
  summary: 'One page of what readers say of an article',
  input: z.strictObject({
    article: z.string().min(1).max(120),
    page: z.int().min(1).max(1_000).default(1),
  }),
  output: commentPage,
  problems: ['unknown_article'],
})

export interface ArticleView extends ArticleCard {
  /** HTML, sanitised when it was read; its headings have ids. */
  body: string
  /** Its headings, in their order. */
  contents: Heading[]
  /** The last change that readers should know of. */
  updated: { date: string; at: string } | null
  /** A line about the author; empty when there is none. */
  aboutAuthor: string
  /** How long it takes to read. */
  minutes: number
  tags: ArticleTag[]
  /** The article's products, in its order. */
  productIds: number[]
}

/** The title of a section of a text, by its id in the page. */
export interface Heading {
  id: string
  title: string
  level: 2 | 3
}

export interface ArticleTag {
  slug: string
  name: string
  href: string
}

export interface PageView {
  id: number
  slug: string
  title: string
  summary: string
  /** HTML, sanitised when it was read. */
  body: string
  /** The same with the parts that it places: nothing that a browser may see before they are made. */
  withParts: string
  picture: PictureView | null
}

/** The page with this slug is the top of the home page: its title, summary, picture and body. */
export const homePageSlug = 'home'

export interface PageLink {
  id: number
  name: string
  href: string
}
