import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LinkState } from '#platform/server/mail/mail-link-page.tsx'
import { readLink } from '#platform/server/signing.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { emailOfOrder, isStopped, stopAsking } from '../queries/ask.ts'
import { emailHash } from '../rules/email-hash.ts'

/** Ends the mails that ask for reviews to the address of the order that the link was mailed for. */
export async function endReviewMails(
  ctx: Ctx,
  { token }: Input<typeof contract.endReviewMails>,
): Answer<typeof contract.endReviewMails> {
  const email = await emailIn(ctx, token)
  if (email === null) return no({ name: 'stale_link' })
  return ctx.transact(async (tx) => {
    await stopAsking(tx, emailHash(email), ctx.now)
    return ok({})
  })
}

export async function reviewMailState(ctx: Ctx, token: string): Promise<LinkState> {
  const email = await emailIn(ctx, token)
  if (email === null) return 'stale'
  return (await isStopped(ctx.db, emailHash(email))) ? 'done' : 'ready'
}

async function emailIn(ctx: Ctx, token: string): Promise<string | null> {
  const order = await readLink(ctx.db, 'review.unsubscribe', token, ctx.now)
  return order === null ? null : emailOfOrder(ctx.db, order)
}
