import { no, ok } from '#domain/result.ts'
import { day, second } from '#domain/time.ts'
import { hashToken, newToken, readToken, writeToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { anyNetworkOfVisitor } from '#platform/server/visitor-network.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { putVote } from '../queries/votes.ts'

const voterCookie = 'violet_voter'
// Forgotten a year after the last vote.
const maxAge = (365 * day) / second
/** A household or an office behind one network; more than that is a machine. */
const mostOfOneNetwork = 5

/** Counts the visitor as helped by a review; a second time changes nothing. */
export async function findHelpful(
  ctx: Ctx,
  { review }: Input<typeof contract.findHelpful>,
): Answer<typeof contract.findHelpful> {
  const voter = readToken(ctx, voterCookie) ?? newToken()
  const network = await anyNetworkOfVisitor(ctx)
  return ctx.transact(async (tx) => {
    const voted = await putVote(tx, {
      review,
      voter: hashToken(voter),
      network,
      now: ctx.now,
      limit: mostOfOneNetwork,
    })
    if (voted === null) return no({ name: 'unknown_review' })
    writeToken(ctx, voterCookie, voter, maxAge)
    if (voted.isNew) await announceChanges(tx, [`reviews:${voted.productId}`], false)
    return ok({ helpful: voted.helpful, text: ctx.t('review.helpful', { count: voted.helpful }) })
  })
}
