import { createHash, randomBytes } from 'node:crypto'
import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { putVote } from '../queries/votes.ts'

// Forgotten a year after the last vote.
const maxAge = 365 * 24 * 60 * 60
/** A household or an office behind one address; more than that is a machine. */
const mostOfOneAddress = 5

/** Counts the visitor among those whom a review has helped; a second time changes nothing. */
export async function findHelpful(
  ctx: Ctx,
  { review }: Input<typeof contract.findHelpful>,
): Promise<Result<Output<typeof contract.findHelpful>, Problem<typeof contract.findHelpful>>> {
  const name = ctx.origin.startsWith('https:') ? '__Host-violet_voter' : 'violet_voter'
  const known = ctx.visitor.cookies[name]
  const voter =
    known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  return ctx.transact(async (tx) => {
    const voted = await putVote(tx, {
      review,
      voter: hashed(voter),
      address: hashed(ctx.visitor.ip),
      now: ctx.now,
      limit: mostOfOneAddress,
    })
    if (voted === null) return no({ name: 'unknown_review' })
    ctx.visitor.setCookie(name, voter, { httpOnly: true, maxAge })
    if (voted.isNew) await announceChanges(tx, [`reviews:${voted.productId}`], false)
    return ok({ helpful: voted.helpful, text: ctx.t('review.helpful', { count: voted.helpful }) })
  })
}

function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
