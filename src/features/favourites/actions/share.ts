import { no, ok } from '#domain/result.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type * as contract from '../contract.ts'
import type { FavouritePage } from '../contract.ts'
import { countShown } from '../queries/favourites.ts'
import { findShare, findSharer, setShare } from '../queries/lists.ts'
import { refuseChange } from '../rules/limit.ts'
import { lockOwnList } from '../rules/own-list.ts'
import { ownerOf, type Owner } from '../rules/owner.ts'
import { pageOf } from './browse.ts'

type Share = typeof contract.shareFavourites

/** Makes a link to the visitor's favourite products; the link before it ends. */
export async function shareFavourites(ctx: Ctx, _: Input<Share>): Answer<Share> {
  const refused = await refuseChange(ctx)
  if (refused !== null) return refused
  const owner = ownerOf(await ctx.who())
  const token = newToken()
  return ctx.transact(async (tx) => {
    const listId = await lockOwnList(tx, owner, ctx.now)
    if (owner === null || listId === null || (await countShown(tx, owner, ctx.now)).products === 0)
      return no({ name: 'favorites_empty' })
    await setShare(tx, listId, hashToken(token), ctx.now)
    const href = linksFor(ctx.shop.router, ctx.langPath).sharedFavourites(token)
    return ok({ href, url: `${ctx.origin}${href}` })
  })
}

type Withdraw = typeof contract.withdrawFavourites

/** Ends the link; where there is none, nothing changes. */
export async function withdrawFavourites(ctx: Ctx, _: Input<Withdraw>): Answer<Withdraw> {
  const refused = await refuseChange(ctx)
  if (refused !== null) return refused
  const owner = ownerOf(await ctx.who())
  return ctx.transact(async (tx) => {
    const listId = await lockOwnList(tx, owner, ctx.now)
    if (listId !== null) await setShare(tx, listId, null, ctx.now)
    return ok({})
  })
}

/** Since when the visitor's favourites are shared; null: they are not. */
export async function sharedSince(ctx: Ctx): Promise<Date | null> {
  return (await findShare(ctx.db, ownerOf(await ctx.who())))?.sharedAt ?? null
}

export interface SharedFavourites {
  list: FavouritePage
  /** The visitor is who shares them. */
  isOwn: boolean
}

/** The products that a link shows; null for a link that is not one, or was withdrawn. */
export async function findShared(ctx: Ctx, token: string, page: number): Promise<SharedFavourites | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const sharer = await findSharer(ctx.db, hashToken(token))
  if (sharer === null) return null
  const [list, who] = await Promise.all([pageOf(ctx, sharer, 'product', page), ctx.who()])
  return { list, isOwn: isSame(sharer, ownerOf(who)) }
}

function isSame(one: Owner, other: Owner | null): boolean {
  if (other === null) return false
  if ('customer' in one) return 'customer' in other && one.customer === other.customer
  return 'browser' in other && one.browser.equals(other.browser)
}
