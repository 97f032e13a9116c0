import { writtenMachine, type RefusalReason } from '#domain/aftersale/moderation.ts'
import { writtenText } from '#domain/written-text.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { giveUpPicture } from '#features/media/rules/uploads.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import { signOrderLink } from '#features/session/rules/opened.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import type { MailCtx, QueuedMail } from '#platform/server/jobs/outbox.ts'
import { answeredLetter, publishedLetter, refusedLetter, type ToldReview } from '../mails/review-letters.ts'
import {
  lockReview,
  moveReview,
  reviewRows,
  setReply,
  type LockedReview,
  type ReviewFilter,
  type ReviewListing,
} from '../queries/moderate.ts'
import { deleteReviewRow } from '../queries/own.ts'
import { refreshRatings } from '../rules/ratings.ts'

export { moderationCounts, type ReviewListing } from '../queries/moderate.ts'

export interface ReviewWork {
  db: Database
  now: Date
  /** In the language of who wrote. */
  ctxFor(locale: string): MailCtx
}

export type ReviewFault = { name: 'unknown_review' | 'not_now' | 'empty' | 'too_long' }

/** Characters of an answer. */
const mostReply = 5_000

/** Calls `each` with every review that the filter names, oldest first. */
export async function listForOperator(
  db: Db,
  filter: ReviewFilter,
  each: (review: ReviewListing) => void | Promise<void>,
): Promise<void> {
  for (let after = 0; ;) {
    const found = await reviewRows(db, filter, after, 200)
    for (const review of found) await each(review)
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export async function findReview(db: Db, code: string): Promise<ReviewListing | null> {
  const [found] = await reviewRows(
    db,
    { state: null, unchecked: false, product: null, score: null, code },
    0,
    1,
  )
  return found ?? null
}

/** Shows a review, which its writer is told; one that is shown already counts as read from now on. */
export function publishReview(work: ReviewWork, code: string): Promise<Result<'published', ReviewFault>> {
  return work.db.transact(async (tx) => {
    const review = await lockReview(tx, code)
    if (review === null) return no({ name: 'unknown_review' })
    const isShown = review.state === 'published'
    if (!isShown && !next(writtenMachine, review.state, 'publish').ok) return no({ name: 'not_now' })
    const to = { to: 'published' as const, refusal: null, note: null, now: work.now }
    if (!(await moveReview(tx, review.id, review.state, to))) return no({ name: 'not_now' })
    if (isShown) return ok('published')
    await refreshRatings(tx, [review.productId])
    await tell(tx, work, review, 'review.published', publishedLetter)
    return ok('published')
  })
}

/** Refuses a review for one of the reasons that there are, which its writer is told. */
export function refuseReview(
  work: ReviewWork,
  code: string,
  reason: RefusalReason,
  note: string,
): Promise<Result<'refused', ReviewFault>> {
  return work.db.transact(async (tx) => {
    const review = await lockReview(tx, code)
    if (review === null) return no({ name: 'unknown_review' })
    const to = next(writtenMachine, review.state, 'refuse')
    const words = writtenText(note)
    if (!to.ok) return no({ name: 'not_now' })
    const change = { to: to.value, refusal: reason, note: words === '' ? null : words, now: work.now }
    if (!(await moveReview(tx, review.id, review.state, change))) return no({ name: 'not_now' })
    if (review.state === 'published') await refreshRatings(tx, [review.productId], true)
    await tell(tx, work, review, 'review.refused', (told, key, ctx) =>
      refusedLetter(
        told,
        {
          reason: ctx.t(`review.refusal.${reason}`),
          note: change.note,
          mayEdit: review.editedAt === null,
          key,
        },
        ctx,
      ),
    )
    return ok('refused')
  })
}

/** Answers a review for everybody to read, or takes the answer away where the text is null. */
export function answerReview(
  work: ReviewWork,
  code: string,
  text: string | null,
): Promise<Result<'answered', ReviewFault>> {
  return work.db.transact(async (tx) => {
    const review = await lockReview(tx, code)
    if (review === null) return no({ name: 'unknown_review' })
    const reply = text === null ? null : writtenText(text)
    if (reply === '') return no({ name: 'empty' })
    if (reply !== null && reply.length > mostReply) return no({ name: 'too_long' })
    await setReply(tx, review.id, reply, work.now)
    if (review.state === 'published') await refreshRatings(tx, [review.productId], reply === null)
    if (reply !== null && review.state === 'published')
      await tell(tx, work, review, 'review.answered', (told, key, ctx) =>
        answeredLetter(told, reply, key, ctx),
      )
    return ok('answered')
  })
}

/** Deletes a review for good, with its pictures. To take one off the shop there is refusing, which says why. */
export function removeReview(work: ReviewWork, code: string): Promise<Result<'deleted', ReviewFault>> {
  return work.db.transact(async (tx) => {
    const review = await lockReview(tx, code)
    if (review === null || !(await deleteReviewRow(tx, review.id, work.now)))
      return no({ name: 'unknown_review' })
    for (const picture of review.pictures) await giveUpPicture(tx, picture)
    if (review.state === 'published') await refreshRatings(tx, [review.productId], true)
    return ok('deleted')
  })
}

async function tell(
  tx: Tx,
  { ctxFor, now }: ReviewWork,
  { writer, content }: LockedReview,
  event: 'review.published' | 'review.refused' | 'review.answered',
  letter: (told: ToldReview, key: string, ctx: MailCtx) => QueuedMail,
): Promise<void> {
  if (writer === null) return
  const ctx = ctxFor(writer.locale)
  const key = await signOrderLink(tx, writer.orderId, now)
  const told = { email: writer.email, product: writer.title, orderLine: writer.line, content }
  const who = { customer: null, email: writer.email }
  await notify(tx, ctx, { event, who, mail: letter(told, key, ctx) }, now)
}
