import { giveUpPicture } from '#features/media/rules/uploads.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import {
  articlesOf,
  deleteArticleRow,
  deleteRevisions,
  lockArticle,
  type LockedArticle,
} from '../queries/my-articles.ts'
import { deletePublished } from '../queries/publish.ts'

/** Deletes a locked article of a customer, and what readers see of it: its address answers that it is gone. */
export async function withdrawArticle(
  tx: Tx,
  { id, articleId }: Pick<LockedArticle, 'id' | 'articleId'>,
): Promise<void> {
  const pictures = new Set([
    ...(await deleteRevisions(tx, id, 'working')),
    ...(await deleteRevisions(tx, id, 'published')),
  ])
  await deleteArticleRow(tx, id)
  if (articleId !== null) {
    await deletePublished(tx, articleId)
    await announceChanges(tx, ['content', `article:${articleId}`], true)
  }
  for (const picture of pictures) await giveUpPicture(tx, picture)
}

/** Deletes all articles of a customer whose account is being closed. */
export async function withdrawArticlesOf(tx: Tx, customer: number): Promise<void> {
  for (const id of await articlesOf(tx, customer)) {
    const article = await lockArticle(tx, id, customer)
    if (article !== null) await withdrawArticle(tx, article)
  }
}
