import type { PlacedPicture } from '#features/media/contract.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { EntriesPut } from '#platform/server/db/put-entries.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { ArticleEntry, CommentEntry, PageEntry } from '#wire/content-format.ts'
import { commentedArticles, putArticles, putComments, putPages, type TextRowIn } from '../queries/import.ts'

export interface CheckedArticle {
  entry: ArticleEntry
  picture: PlacedPicture
  /** Ids of `entry.products`, and of `entry.tags`. */
  products: readonly number[]
  tags: readonly number[]
}

/** Writes checked articles that differ. */
export async function importArticles(tx: Tx, articles: readonly CheckedArticle[]): Promise<EntriesPut> {
  const put = await putArticles(
    tx,
    articles.map(({ entry, picture, products, tags }) => ({
      row: {
        slug: entry.slug,
        visible: entry.visible,
        author: entry.author,
        published_at: entry.publishedAt,
        updated_at: entry.updatedAt ?? null,
        ...picture,
      },
      texts: textRows(entry),
      products,
      tags,
    })),
  )
  await announce(tx, 'article', put, articles)
  return put
}

export interface CheckedPage {
  entry: PageEntry
  picture: PlacedPicture
}

/** Writes checked pages that differ. */
export async function importPages(tx: Tx, pages: readonly CheckedPage[]): Promise<EntriesPut> {
  const put = await putPages(
    tx,
    pages.map(({ entry, picture }) => ({
      row: { slug: entry.slug, visible: entry.visible, ...picture },
      texts: textRows(entry),
    })),
  )
  await announce(tx, 'page', put, pages)
  return put
}

export interface CheckedComment {
  entry: CommentEntry
  articleId: number
}

/** Writes checked comments that differ. */
export async function importComments(tx: Tx, comments: readonly CheckedComment[]): Promise<EntriesPut> {
  const codes = comments.map(({ entry }) => entry.code)
  // A comment that moves to another article is missed below the one before.
  const before = await commentedArticles(tx, codes)
  const put = await putComments(
    tx,
    comments.map(({ entry, articleId }) => ({
      code: entry.code,
      article_id: articleId,
      answers: entry.answers ?? null,
      author: entry.author,
      locale: entry.locale,
      content: entry.content,
      official: entry.official,
      created_at: entry.createdAt,
    })),
  )
  if (put.added.size + put.changed.size === 0) return put
  const touched = new Set([...before, ...comments.map(({ articleId }) => articleId)])
  await announceChanges(
    tx,
    [...touched].map((id) => `article:${id}`),
    false,
  )
  return put
}

function textRows({ title, summary, body }: ArticleEntry | PageEntry): TextRowIn[] {
  return Object.entries(title).map(([locale, text]) => ({
    locale,
    title: text,
    summary: summary?.[locale] ?? null,
    body: body[locale] ?? null,
  }))
}

async function announce(
  tx: Tx,
  kind: 'article' | 'page',
  { ids, added, changed }: EntriesPut,
  items: readonly { entry: { slug: string; visible: boolean } }[],
): Promise<void> {
  if (added.size + changed.size === 0) return
  await announceChanges(
    tx,
    [...changed].map((id) => `${kind}:${id}`),
    true,
  )
  // Hidden entries must disappear from lists.
  const hidden = items.some(({ entry }) => !entry.visible && changed.has(ids.get(entry.slug)!))
  await announceChanges(tx, ['content'], hidden)
}
