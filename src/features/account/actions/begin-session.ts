import { adoptCheckouts, moveCheckouts } from '#features/checkout/queries/adopt.ts'
import { lockCheckoutsOf } from '#features/checkout/queries/checkouts.ts'
import { joinCarts } from '#features/cart/actions/join.ts'
import { rememberCart } from '#features/cart/actions/token.ts'
import { countShown } from '#features/favourites/queries/favourites.ts'
import { rememberCount } from '#features/favourites/rules/hint.ts'
import { joinFavourites } from '#features/favourites/rules/join.ts'
import { adoptOrders } from '#features/orders/queries/adopt.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import { proofOf, writeSession } from '#features/session/rules/sessions.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import { endSession, insertSession } from '#features/session/queries/sessions.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { safePath } from '#wire/safe-path.ts'
import type * as contract from '../contract/auth.ts'
import { newSignInLetter } from '../mails/notice-letters.ts'
import { agentOf } from '../queries/events.ts'
import { findGathered, recordSignIn, type Gathered } from '../queries/sign-ins.ts'
import { rememberDevice } from '../rules/browser.ts'
import { browserName } from '../rules/browser-name.ts'
import { notMeHref } from '../rules/not-me-link.ts'
import { presentUser } from '../rules/present-user.ts'

/** How a customer proved who it is. */
export type SignInMethod = 'password' | 'code' | 'sign_up' | 'reset' | 'passkey' | 'oauth' | 'qr'

export interface Beginning {
  method: SignInMethod
  /** The way asked for two proofs by itself, such as a passkey and the finger that unlocks it. */
  isTwoFactors?: boolean
  /** The account has a second factor, which this browser was not asked for. */
  lacksFactor?: boolean
  isKept: boolean
  /** Where to go on; anything but an own path is ignored. */
  next: string
}

/**
 * Begins a session in this browser: always with a new token, so that one which somebody else planted or knew is worth
 * nothing afterwards. What the browser gathered as a guest becomes the customer's.
 * @param customer locked, or just made
 */
export async function beginSession(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  { method, lacksFactor = false, isKept, next }: Beginning,
): Promise<Output<typeof contract.signIn>> {
  const { now, visitor } = ctx
  const token = newToken()
  const { browser, session: before } = await ctx.who()
  // Whoever had the token of the session that this one takes the place of has nothing left.
  if (before !== null) await endSession(tx, before.customer, before.id, 'change', now)
  const owner = ownerHash(customer)
  const [session, gathered] = await Promise.all([
    insertSession(tx, {
      tokenHash: hashToken(token),
      customer,
      method,
      isKept,
      ip: visitor.ip,
      agent: agentOf(visitor),
      now,
      // A phone that is signed in proves nothing anew: a stolen session would make itself a fresh one. Nor does a
      // browser that is trusted: a password alone would turn the second factor off there.
      isStale: method === 'qr' || lacksFactor,
    }),
    findGathered(tx, { browser, owner, customer }, now),
  ])
  const kind = method === 'sign_up' ? 'signed_up' : 'signed_in'
  const device = rememberDevice(ctx)
  const row = await recordSignIn(tx, ctx, { customer, session, kind, method, browser: device })
  // The first sign-in of all is the owner's own doing: it has just made the account.
  const isNew = row.signedInAt !== null && !row.wasKnown
  if (isNew && row.email !== null) await mailSignIn(ctx, tx, row.email, row.event)
  const joined = await join(ctx, tx, { browser, owner, customer }, gathered)
  writeSession(ctx, token, isKept)
  return {
    token: proofOf(token),
    user: presentUser(row),
    joined,
    next: safePath(next) ?? linksFor(ctx.shop.router, ctx.langPath).user('center'),
  }
}

interface Joining {
  /** The guest; null for a browser that has no token yet. */
  browser: Buffer | null
  /** Stands for the customer. */
  owner: Buffer
  customer: number
}

/** What the browser gathered as a guest becomes the customer's. Where there is nothing of a kind, nothing is locked. */
async function join(
  ctx: Ctx,
  tx: Tx,
  { browser, owner, customer }: Joining,
  gathered: Gathered,
): Promise<Output<typeof contract.signIn>['joined']> {
  const { hasCart, hasCheckouts, hasFavourites, hasOrders } = gathered
  let cart = { added: 0, joined: 0 }
  let favourites = { joined: 0 }
  if (browser !== null && hasCart && hasCheckouts) await tx.along(lockCheckoutsOf(tx, browser))
  if (browser !== null && hasCart)
    cart = await joinCarts(ctx, tx, browser, owner, (from, into) => moveCheckouts(tx, from, into))
  else rememberCart(ctx, tx, { hash: owner, token: null }, gathered.units)
  if (browser !== null && hasCheckouts) await adoptCheckouts(tx, browser, owner, customer)
  if (browser !== null && hasFavourites) {
    favourites = await joinFavourites(tx, browser, customer, ctx.now)
    rememberCount(ctx, (await countShown(tx, { customer }, ctx.now)).count)
  } else rememberCount(ctx, gathered.favourites)
  const orders = hasOrders ? await adoptOrders(tx, customer) : 0
  return { cartLines: cart.added, cartJoined: cart.joined, favourites: favourites.joined, orders }
}

/** The owner hears of a sign-in from a browser that the account did not know. */
async function mailSignIn(ctx: Ctx, tx: Tx, email: string, event: number): Promise<void> {
  const agent = browserName(agentOf(ctx.visitor), ctx.t)
  const letter = newSignInLetter(ctx, agent, await notMeHref(ctx, tx, event, email))
  await queueMail(tx, { kind: 'account.sign_in', to: email, letter }, ctx.origin, ctx.now)
}
