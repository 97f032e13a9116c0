import { no, ok, type Result } from '#domain/result.ts'
import { cleanText } from '#domain/written-text.ts'
import { giveUpPicture } from '#features/media/rules/uploads.ts'
import type { Database } from '#platform/server/db/db.ts'
import { notify } from '#features/notifications/rules/notify.ts'
import type { MailCtx } from '#platform/server/jobs/outbox.ts'
import { addAnswer, deleteInquiry, inquiryByNumber, setInquiryState, type InquiryState } from '../queries.ts'
import { answerMail } from '../mails/inquiry-letters.ts'
import { tidyInquiryNumber } from './read.ts'

export interface AnswerWork {
  db: Database
  now: Date
  /** In the language of who wrote. */
  ctxFor(locale: string): MailCtx
}

export type AnswerFault = { name: 'not_found' | 'no_email' | 'empty' | 'too_long' }

/** Characters: more is a document, not an answer. */
const mostAnswer = 20_000

/** Mails an answer to who wrote, with what was written below it, and marks the inquiry as answered. */
export function answerInquiry(
  { db, now, ctxFor }: AnswerWork,
  number: string,
  text: string,
): Promise<Result<{ number: string; to: string }, AnswerFault>> {
  return db.transact(async (tx) => {
    const inquiry = await inquiryByNumber(tx, tidyInquiryNumber(number))
    if (inquiry === null) return no({ name: 'not_found' })
    const to = inquiry.contact.find(({ kind }) => kind === 'email')?.value
    if (to === undefined) return no({ name: 'no_email' })
    const answer = cleanText(text)
    if (answer === '') return no({ name: 'empty' })
    if (answer.length > mostAnswer) return no({ name: 'too_long' })
    await setInquiryState(tx, inquiry.number, 'answered')
    await addAnswer(tx, inquiry.id, answer, now)
    const ctx = ctxFor(inquiry.locale)
    const mail = answerMail(ctx, to, inquiry, answer)
    await notify(tx, ctx, { event: 'inquiry.answered', who: { customer: null, email: to }, mail }, now)
    return ok({ number: inquiry.number, to })
  })
}

/** Puts an inquiry among those that are done with, or back among those to be answered; false when there is none. */
export function markInquiry(
  db: Database,
  number: string,
  state: Exclude<InquiryState, 'answered'>,
): Promise<boolean> {
  return db.transact(async (tx) => (await setInquiryState(tx, tidyInquiryNumber(number), state)) !== null)
}

/** Deletes an inquiry with its answers and its pictures; false when there is none. Mails about it stay their time. */
export function removeInquiry(db: Database, number: string): Promise<boolean> {
  return db.transact(async (tx) => {
    const pictures = await deleteInquiry(tx, tidyInquiryNumber(number))
    for (const picture of pictures ?? []) await giveUpPicture(tx, picture)
    return pictures !== null
  })
}
