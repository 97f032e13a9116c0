import { no, ok, type Result } from '#domain/result.ts'
import { publicName } from '#domain/person/public-name.ts'
import { writtenText } from '#domain/written-text.ts'
import { giveUpPicture } from '#features/media/rules/uploads.ts'
import { forgetDeleted } from '#features/names/queries.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { mailArticleDecision } from '../mails/article-mails.ts'
import { deleteRevisions, lockArticle, type RevisionState } from '../queries/my-articles.ts'
import {
  decideRevision,
  insertPublished,
  linkPublished,
  publishedLocale,
  revisionById,
  revisionRows,
  updatePublished,
  type RevisionRow,
} from '../queries/publish.ts'
import { readersHtml } from '../rules/readers-html.ts'
import { withdrawArticle } from '../rules/withdraw.ts'

export type { RevisionRow } from '../queries/publish.ts'

/* What the merchant does with the articles of customers. */

export interface PublishWork {
  db: Database
  now: Date
  /** In the language of who wrote. */
  ctxFor(locale: string): MailCtx
}

export type PublishFault =
  /** Also one that its author has changed or deleted since. */
  | { name: 'not_found' }
  | { name: 'not_waiting'; state: RevisionState }
  | { name: 'slug_taken'; slug: string }
  /** Has more characters than `most`. */
  | { name: 'too_long'; most: number }

/** Calls `each` with every revision that is in the state, oldest first. @param state null: all but drafts */
export async function listRevisions(
  db: Db,
  state: RevisionState | null,
  each: (revision: RevisionRow) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await revisionRows(db, state, after, 100)
    for (const revision of found) await each(revision)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export function findRevision(db: Db, id: number): Promise<RevisionRow | null> {
  return revisionById(db, id)
}

/** The HTML that readers will see. */
export function htmlOfRevision({ content }: RevisionRow): string {
  return readersHtml(content)
}

type Decided = Promise<Result<RevisionRow, PublishFault>>

/**
 * Puts a revision before readers, in the place of the one that they see. It publishes the text of that number or
 * nothing: what its author saves meanwhile gets another number, and waits for this transaction or is waited for.
 */
export function publishRevision(work: PublishWork, id: number): Decided {
  return decide(work, id, async (tx, revision) => {
    const { article, articleId, slug, locale, title, pictureId } = revision
    const ctx = work.ctxFor(locale)
    const author = publicName(revision.customer) || ctx.t('comment.nameless')
    const body = readersHtml(revision.content)
    const text = { slug, author: { [locale]: author }, locale, title, body, pictureId }
    let shown = articleId
    if (shown === null) {
      shown = await insertPublished(tx, text, work.now)
      if (shown === null) return no({ name: 'slug_taken', slug })
      await forgetDeleted(tx, 'articles', [slug])
      await linkPublished(tx, article, shown)
    } else await updatePublished(tx, shown, text, await publishedLocale(tx, article), work.now)
    for (const picture of await deleteRevisions(tx, article, 'published')) await giveUpPicture(tx, picture)
    const next = { state: 'published', reason: null } as const
    if (!(await decideRevision(tx, id, next, work.now))) return no({ name: 'not_found' })
    await announceChanges(tx, ['content', `article:${shown}`], true)
    return ok({ ...revision, state: 'published', articleId: shown })
  })
}

/** Characters of a reason. */
const mostReason = 2_000

/** Gives a revision back to its author; what readers see stays. @param reason mailed; empty for none */
export function refuseRevision(work: PublishWork, id: number, reason: string): Decided {
  const words = writtenText(reason)
  if (words.length > mostReason) return Promise.resolve(no({ name: 'too_long', most: mostReason }))
  const next = { state: 'refused', reason: words === '' ? null : words } as const
  return decide(work, id, async (tx, revision) => {
    if (!(await decideRevision(tx, id, next, work.now))) return no({ name: 'not_found' })
    return ok({ ...revision, ...next })
  })
}

/** Locks the article, and then looks whether the revision still waits. */
function decide(
  { db, now, ctxFor }: PublishWork,
  id: number,
  work: (tx: Tx, revision: RevisionRow) => Promise<Result<RevisionRow, PublishFault>>,
): Decided {
  return db.transact(async (tx) => {
    const seen = await revisionById(tx, id)
    if (seen === null || (await lockArticle(tx, seen.article, null)) === null)
      return no({ name: 'not_found' })
    const revision = await revisionById(tx, id)
    if (revision === null) return no({ name: 'not_found' })
    if (revision.state !== 'submitted') return no({ name: 'not_waiting', state: revision.state })
    const decided = await work(tx, revision)
    if (decided.ok) await mailArticleDecision(tx, ctxFor, decided.value, now)
    return decided
  })
}

/** Deletes the article that a revision is of, for its author and its readers. */
export function removeArticle(db: Database, id: number): Promise<Result<RevisionRow, PublishFault>> {
  return db.transact(async (tx) => {
    const revision = await revisionById(tx, id)
    const article = revision && (await lockArticle(tx, revision.article, null))
    if (revision === null || article === null) return no({ name: 'not_found' })
    await withdrawArticle(tx, article)
    return ok(revision)
  })
}
