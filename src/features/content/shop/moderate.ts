import { randomInt } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'
import { writtenText } from '#domain/written-text.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { mailDecision, mailReply } from '../mails/comment-mails.ts'
import { addComment } from '../queries/comments.ts'
import {
  decideComment,
  deleteComment,
  lockComment,
  moderatedByCode,
  moderatedRows,
  type CommentFilter,
  type ModeratedRow,
} from '../queries/moderate.ts'
import { mostComment } from '../parts/comment-answers.ts'

export type { ModeratedRow } from '../queries/moderate.ts'

/* What the merchant does with comments. */

export interface ModerationWork {
  db: Database
  now: Date
  /** In the language of who wrote. */
  ctxFor(locale: string): MailCtx
}

export type ModerationFault =
  | { name: 'not_found' }
  | { name: 'empty' }
  /** Has more characters than `most`. */
  | { name: 'too_long'; most: number }
  /** It is what it is to be. */
  | { name: 'already'; state: string }
  /** An answer stands below what everybody sees. */
  | { name: 'not_shown'; state: string }

/** Calls `each` with every comment that the filter names, oldest first. */
export async function listComments(
  db: Db,
  filter: CommentFilter,
  each: (comment: ModeratedRow) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await moderatedRows(db, filter, after, 200)
    for (const comment of found) await each(comment)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export function findComment(db: Db, code: string): Promise<ModeratedRow | null> {
  return moderatedByCode(db, code.trim())
}

type Decided = Promise<Result<ModeratedRow, ModerationFault>>

/** Shows a comment that waits, or was refused; its author gets a mail who has asked for such. */
export function publishComment(work: ModerationWork, code: string): Decided {
  return decide(work, code, { state: 'published', reason: null })
}

/** Hides a comment, or leaves one hidden that waits. @param reason mailed to its author; empty for none */
export function refuseComment(work: ModerationWork, code: string, reason: string): Decided {
  const words = writtenText(reason)
  return words.length > mostReason
    ? Promise.resolve(no({ name: 'too_long', most: mostReason }))
    : decide(work, code, { state: 'refused', reason: words === '' ? null : words })
}

/** Characters of a reason. */
const mostReason = 1_000

function decide(
  { db, now, ctxFor }: ModerationWork,
  code: string,
  next: { state: 'published' | 'refused'; reason: string | null },
): Decided {
  return db.transact(async (tx) => {
    const comment = await lockComment(tx, code.trim())
    if (comment === null) return no({ name: 'not_found' })
    if (comment.state === next.state) return no({ name: 'already', state: comment.state })
    if (!(await decideComment(tx, comment.id, comment.state, next, now))) return no({ name: 'not_found' })
    await mailDecision(tx, ctxFor, { ...comment, ...next }, now)
    // Of one that waited, only the comment that begins its thread is known.
    if (next.state === 'published' && comment.answers !== null)
      await mailReply(tx, ctxFor, comment.answers, { ...comment, customer: comment.customerId }, now)
    await announceChanges(tx, [`article:${comment.articleId}`], true)
    return ok({ ...comment, ...next, visible: next.state === 'published', decidedAt: now })
  })
}

/** Answers a comment in the name of the shop; one that waits is to be published first. */
export function answerComment({ db, now, ctxFor }: ModerationWork, code: string, text: string): Decided {
  const content = writtenText(text)
  if (content === '') return Promise.resolve(no({ name: 'empty' }))
  if (content.length > mostComment) return Promise.resolve(no({ name: 'too_long', most: mostComment }))
  return db.transact(async (tx) => {
    const comment = await lockComment(tx, code.trim())
    if (comment === null) return no({ name: 'not_found' })
    if (!comment.visible) return no({ name: 'not_shown', state: comment.state })
    const { shop, t } = ctxFor(comment.locale)
    const added = await addComment(
      tx,
      {
        code: `shop-${randomInt(2 ** 47).toString(36)}`,
        article: comment.articleId,
        // Threads have two levels.
        answers: (await threadOf(tx, comment)) ?? comment.code,
        customer: null,
        author: shop.shop.name === '' ? t('article.comment.official') : shop.shop.name,
        locale: comment.locale,
        content,
        official: true,
        heldFor: null,
      },
      now,
    )
    await mailReply(tx, ctxFor, comment.code, { ...added, customer: null }, now)
    await announceChanges(tx, [`article:${comment.articleId}`], true)
    return ok((await moderatedByCode(tx, added.code))!)
  })
}

/** The code of the shown comment that begins the thread; null where the comment does. */
async function threadOf(tx: Tx, { answers, articleId }: ModeratedRow): Promise<string | null> {
  if (answers === null) return null
  const above = await moderatedByCode(tx, answers)
  return above === null || !above.visible || above.articleId !== articleId ? null : above.code
}

/** Deletes a comment for good; answers to it stay, and then stand by themselves. */
export function removeComment(db: Database, code: string): Promise<boolean> {
  return db.transact(async (tx) => {
    const comment = await lockComment(tx, code.trim())
    if (comment === null) return false
    await deleteComment(tx, comment.id)
    await announceChanges(tx, [`article:${comment.articleId}`], true)
    return true
  })
}
