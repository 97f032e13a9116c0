import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Named } from '#wire/problems.ts'
import type { GivenTrack, Way } from '../contract.ts'
import { countTry, passPuzzle, spendPass, type Held, type Tried } from '../queries.ts'
import { heldHere, patience } from './browser.ts'
import { isAnswer } from './question.ts'
import { faultOf } from './track.ts'
import { isWorkDone } from './work.ts'

/** By guessing alone a slider is hit by one try of fifteen, a question by one of ten. */
const mostTries = { slide: 3, question: 2, work: 5 } as const satisfies Record<Way, number>

export interface Given {
  verifyId: string
  track: GivenTrack | null
  /** Of a question; empty for none. */
  verifyAnswer: string
}

export type Judged = Result<Held, Named<'verification_required'> | Named<'verification_failed'>>

/**
 * Judges what a visitor gave, and passes the puzzle if it is right: once, however many ask at the same time. A wrong
 * one is counted although the action refuses, so this comes before anything else that the transaction writes.
 */
export async function judge(ctx: Ctx, tx: Tx, given: Given): Promise<Judged> {
  const held = heldHere(ctx, given.verifyId)
  const tried = held === null ? null : await countTry(tx, held, mostTries, ctx.now)
  if (held === null || tried === null) return no({ name: 'verification_required' })
  if (isRight(tried, given, ctx.now) && (await passPuzzle(tx, held, ctx.now, after(ctx.now)))) return ok(held)
  tx.keepAnyway()
  return no({ name: 'verification_failed' })
}

function isRight(
  { way, wanted, createdAt }: Tried,
  { verifyId, track, verifyAnswer }: Given,
  now: Date,
): boolean {
  switch (way) {
    case 'slide':
      return (
        track !== null &&
        'samples' in track &&
        faultOf(track, wanted, now.getTime() - createdAt.getTime()) === null
      )
    case 'question':
      return isAnswer(verifyAnswer, wanted)
    case 'work':
      return track !== null && 'nonce' in track && isWorkDone(verifyId, track.nonce, wanted)
  }
}

function after(now: Date): Date {
  return new Date(now.getTime() + patience)
}

/** What a form sends: `verifyAnswer` only where it asked a question because it has no scripts. */
export interface Proof {
  verifyId: string
  verifyAnswer?: string
}

/**
 * Spends the visitor's pass on one action, exactly once: for actions of other features. Call it before anything else
 * that the transaction writes, and return what it refuses: a wrong answer is counted all the same. A transaction that
 * is rolled back gives the pass back.
 *
 * A pass shows that some effort was made, not who makes it: keep the action's own limits.
 * @param purpose the action, for who reads the table: `sign_in.code`
 */
export async function spendVerification(
  ctx: Ctx,
  tx: Tx,
  { verifyId, verifyAnswer = '' }: Proof,
  purpose: string,
): Promise<Judged> {
  if (verifyAnswer !== '') {
    const judged = await judge(ctx, tx, { verifyId, track: null, verifyAnswer })
    // One that was answered in the page before the form went out has a pass already.
    if (!judged.ok && judged.problem.name === 'verification_failed') return judged
  }
  const held = heldHere(ctx, verifyId)
  const isSpent = held !== null && (await spendPass(tx, held, purpose, ctx.now))
  return isSpent ? ok(held) : no({ name: 'verification_required' })
}
