import { writtenMachine, type RefusalReason } from '#domain/aftersale/moderation.ts'
import { writtenText } from '#domain/written-text.ts'
import { next } from '#domain/machine.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import { mostAnswer } from '../contract.ts'
import { wordRows, type WordFilter, type WordRow } from '../queries/moderate.ts'
import { addAnswer, deleteWord, lockShownQuestion, lockWord, moveWord } from '../queries/write.ts'
import { newCode } from '../rules/code.ts'
import { announceQuestions } from '../rules/tags.ts'

export type { WordRow } from '../queries/moderate.ts'

export interface WordWork {
  db: Database
  now: Date
}

export type WordFault = { name: 'unknown_question' | 'not_now' | 'empty' | 'too_long' }

/** Questions and answers that the filter names, oldest first. */
export function listWords(db: Db, filter: WordFilter, limit: number): Promise<WordRow[]> {
  return wordRows(db, filter, limit)
}

export async function findWord(db: Db, code: string): Promise<WordRow | null> {
  const [found] = await wordRows(db, { state: null, unchecked: false, product: null, code }, 1)
  return found ?? null
}

/** Shows a question or an answer; one that is shown already counts as read from now on. */
export function publishWord({ db, now }: WordWork, code: string): Promise<Result<'published', WordFault>> {
  return db.transact(async (tx) => {
    const word = await lockWord(tx, code)
    if (word === null) return no({ name: 'unknown_question' })
    if (word.state !== 'published' && !next(writtenMachine, word.state, 'publish').ok)
      return no({ name: 'not_now' })
    if (!(await moveWord(tx, word, 'published', null, now))) return no({ name: 'not_now' })
    await announceQuestions(tx, word.productId, false)
    return ok('published')
  })
}

export function refuseWord(
  { db, now }: WordWork,
  code: string,
  reason: RefusalReason,
): Promise<Result<'refused', WordFault>> {
  return db.transact(async (tx) => {
    const word = await lockWord(tx, code)
    if (word === null) return no({ name: 'unknown_question' })
    const to = next(writtenMachine, word.state, 'refuse')
    if (!to.ok || !(await moveWord(tx, word, to.value, reason, now))) return no({ name: 'not_now' })
    await announceQuestions(tx, word.productId, true)
    return ok('refused')
  })
}

/** The merchant's answer to a question. One that nobody has decided about is shown with it. */
export function answerAsMerchant(
  { db, now }: WordWork,
  code: string,
  { text, author, locale }: { text: string; author: string; locale: string },
): Promise<Result<'answered', WordFault>> {
  return db.transact(async (tx) => {
    const word = await lockWord(tx, code)
    if (word === null || word.table !== 'questions') return no({ name: 'unknown_question' })
    const content = writtenText(text)
    if (content === '') return no({ name: 'empty' })
    if (content.length > mostAnswer) return no({ name: 'too_long' })
    if (word.state === 'refused') return no({ name: 'not_now' })
    if (!(await moveWord(tx, word, 'published', null, now))) return no({ name: 'not_now' })
    const question = await lockShownQuestion(tx, code)
    if (question === null) return no({ name: 'unknown_question' })
    await addAnswer(tx, {
      code: newCode('a'),
      questionId: question.id,
      orderLine: null,
      author,
      content,
      locale,
      state: 'published',
      now,
    })
    await announceQuestions(tx, word.productId, false)
    return ok('answered')
  })
}

/** Deletes a question with its answers, or an answer, for good. */
export function removeWord({ db }: WordWork, code: string): Promise<Result<'deleted', WordFault>> {
  return db.transact(async (tx) => {
    const word = await lockWord(tx, code)
    if (word === null) return no({ name: 'unknown_question' })
    await deleteWord(tx, word)
    await announceQuestions(tx, word.productId, true)
    return ok('deleted')
  })
}
