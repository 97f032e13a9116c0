import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { pictureView, type PictureView } from '#wire/picture-view.ts'

/* Articles and pages, as pages and calls see them. */

const articleCard = z.object({
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

export interface ArticleView extends ArticleCard {
  /** HTML, sanitised when it was read. */
  body: string
  /** A line about the author; empty when there is none. */
  aboutAuthor: string
  /** How long it takes to read. */
  minutes: number
  tags: { name: string; href: string }[]
  /** Of what the article speaks of, in its order. */
  productIds: number[]
}

export interface PageView {
  id: number
  slug: string
  title: string
  summary: string
  /** HTML, sanitised when it was read. */
  body: string
  picture: PictureView | null
}

/** The page with this slug is what the home page opens with: its title, summary, picture and body. */
export const homePageSlug = 'home'

export interface PageLink {
  id: number
  name: string
  href: string
}
