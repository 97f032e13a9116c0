import { adoptCheckouts, moveCheckouts } from '#features/checkout/queries/adopt.ts'
import { joinCarts } from '#features/cart/actions/join.ts'
import { countShown } from '#features/favourites/queries/favourites.ts'
import { rememberCount } from '#features/favourites/rules/hint.ts'
import { joinFavourites } from '#features/favourites/rules/join.ts'
import { adoptOrders } from '#features/orders/queries/adopt.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf, writeSession } from '#features/session/rules/sessions.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { insertSession } from '#features/session/queries/sessions.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { safePath } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract/auth.ts'
import { presentUser } from '../present.ts'
import { knowBrowser } from '../queries/browsers.ts'
import { findCustomer, markSignedIn } from '../queries/customers.ts'
import { addEvent, agentOf } from '../queries/events.ts'
import { rememberDevice } from '../rules/browser.ts'

export interface Beginning {
  /** How the customer proved who it is. */
  method: 'password' | 'code' | 'sign_up' | 'reset'
  isKept: boolean
  /** Where to go on; anything but an own path is ignored. */
  next: string
}

/**
 * Begins a session in this browser: always with a new token, so that one which somebody else planted or knew is worth
 * nothing afterwards. What the browser gathered as a guest becomes the customer's.
 */
export async function beginSession(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  { method, isKept, next }: Beginning,
): Promise<Output<typeof contract.signIn>> {
  const { now, visitor } = ctx
  const token = newToken()
  const { browser } = await ctx.who()
  const session = await insertSession(tx, {
    tokenHash: hashToken(token),
    customer,
    method,
    isKept,
    ip: visitor.ip,
    agent: agentOf(visitor),
    now,
  })
  await addEvent(tx, ctx, customer, session, method === 'sign_up' ? 'signed_up' : 'signed_in', { method })
  await knowBrowser(tx, customer, rememberDevice(ctx), now)
  const row = (await findCustomer(tx, customer))!
  await markSignedIn(tx, customer, now)
  const owner = ownerHash(customer)
  const cart = await joinCarts(ctx, tx, browser, owner, (from, into) => moveCheckouts(tx, from, into))
  if (browser !== null) await adoptCheckouts(tx, browser, owner, customer)
  const favourites = browser === null ? 0 : (await joinFavourites(tx, browser, customer, now)).joined
  rememberCount(ctx, (await countShown(tx, { customer }, now)).count)
  const orders = row.email === null ? 0 : await adoptOrders(tx, customer, row.email)
  writeSession(ctx, token, isKept)
  return {
    token: proofOf(token),
    user: presentUser(row),
    joined: { cartLines: cart.added, cartJoined: cart.joined, favourites, orders },
    next: safePath(next) ?? linksFor(ctx.shop.router, ctx.langPath).user('center'),
  }
}
