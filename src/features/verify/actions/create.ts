import { randomInt } from 'node:crypto'
import { no, ok } from '#domain/result.ts'
import { hour, minute } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, tooMany, type Rate } from '#platform/server/rate.ts'
import { networkOfVisitor } from '#platform/server/visitor-network.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { createVerification as contract, Issued, Puzzle, Way } from '../contract.ts'
import { putPuzzle } from '../queries.ts'
import { newHeld, patience } from '../rules/browser.ts'
import { drawPuzzle } from '../rules/picture.ts'
import { answerOf, drawQuestion, questionText } from '../rules/question.ts'
import { workBits } from '../rules/work.ts'

/** Puzzles for one network. A program reads a question most easily: these are the fewest. */
const rates: Record<Way, Rate> = {
  slide: { name: 'verify.slide', most: 60, within: 10 * minute },
  question: { name: 'verify.question', most: 20, within: hour },
  work: { name: 'verify.work', most: 120, within: hour },
}
/** From a network that asks for more than this, more work is wanted. */
const easyWork: Rate = { name: 'verify.work.easy', most: 20, within: hour }

export async function createVerification(ctx: Ctx, { way }: Input<typeof contract>): Answer<typeof contract> {
  const network = await networkOfVisitor(ctx)
  // Null: every visitor seems to come from there, and a limit would be one on the whole shop.
  const who = network?.toString('hex') ?? null
  if (who !== null && !(await mayGoOn(ctx.db, rates[way], who, ctx.now)))
    return no(tooMany(rates[way], ctx.now))
  const isOften = way === 'work' && who !== null && !(await mayGoOn(ctx.db, easyWork, who, ctx.now))
  const { puzzle, wanted } = draw(ctx, way, isOften)
  const { verifyId, ...held } = newHeld(ctx)
  const expiresAt = new Date(ctx.now.getTime() + patience)
  await putPuzzle(ctx.db, { ...held, way, wanted, now: ctx.now, expiresAt })
  return ok({ verifyId, puzzle })
}

function draw(ctx: Ctx, way: Way, isOften: boolean): { puzzle: Puzzle; wanted: number } {
  switch (way) {
    case 'slide':
      return drawPuzzle(randomInt)
    case 'question': {
      const question = drawQuestion(randomInt)
      return { puzzle: { way, text: questionText(question, ctx.t) }, wanted: answerOf(question) }
    }
    case 'work': {
      const bits = isOften ? workBits.further : workBits.first
      return { puzzle: { way, bits }, wanted: bits }
    }
  }
}

/**
 * A question for a form without scripts: a page asks for one when it shows its form again because the action wanted a
 * verification, so that a mere visit writes nothing. Null when the network has asked too often.
 */
export async function askQuestion(ctx: Ctx): Promise<Issued | null> {
  const issued = await createVerification(ctx, { way: 'question' })
  return issued.ok ? issued.value : null
}
