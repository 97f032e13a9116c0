import { ok } from '#domain/result.ts'
import { endSession } from '#features/session/queries/sessions.ts'
import { forgetSession } from '#features/session/rules/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { forgetCount } from '#features/cart/actions/token.ts'
import { forgetCount as forgetFavourites } from '#features/favourites/rules/hint.ts'
import type * as contract from '../contract/auth.ts'
import { addEvent } from '../queries/events.ts'
import { tellEnded } from '../rules/announce.ts'
import { endAccess } from '../rules/end-access.ts'
import { lockOwn } from '../rules/own-customer.ts'

/** Ends this session; for a guest there is nothing to end, and the cookies of one that is over go. */
export async function signOut(ctx: Ctx, _: Input<typeof contract.signOut>): Answer<typeof contract.signOut> {
  const { session } = await ctx.who()
  if (session !== null)
    await ctx.transact(async (tx) => {
      if (await endSession(tx, session.customer, session.id, 'sign_out', ctx.now))
        await addEvent(tx, ctx, session.customer, session.id, 'signed_out')
      await tellEnded(tx, session.customer)
    })
  forgetSession(ctx)
  // What the account's cart and list hold is nobody's business here any more.
  forgetCount(ctx)
  forgetFavourites(ctx)
  return ok({})
}

/** Ends all sessions of the customer, this one too. */
export async function signOutAll(
  ctx: Ctx,
  _: Input<typeof contract.signOutAll>,
): Answer<typeof contract.signOutAll> {
  const session = (await ctx.who()).session!
  const ended = await ctx.transact(async (tx) => {
    await lockOwn(tx, session.customer)
    await endSession(tx, session.customer, session.id, 'sign_out', ctx.now)
    const count = 1 + (await endAccess(ctx, tx, session.customer, null))
    await addEvent(tx, ctx, session.customer, session.id, 'sessions_ended', { count })
    return count
  })
  forgetSession(ctx)
  forgetCount(ctx)
  forgetFavourites(ctx)
  return ok({ ended })
}
