import { no, ok, type Result } from '#domain/result.ts'
import { knownBrowser } from '#features/cart/actions/known-browser.ts'
import { touchCart } from '#features/cart/queries/lines.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import { browserToken, rememberBrowser } from '#features/session/rules/who.ts'
import type { Ctx, Who } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { TooMany } from '#platform/server/rate.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { mostFavourites, type FavouriteCounts } from '../contract.ts'
import { addArticle, addProduct, countShown, removeFavourite } from '../queries/favourites.ts'
import { openList } from '../queries/lists.ts'
import { rememberCount } from '../rules/hint.ts'
import { refuseChange } from '../rules/limit.ts'
import { lockOwnList } from '../rules/own-list.ts'
import { ownerOf, type Owner } from '../rules/owner.ts'

type Add = typeof contract.addFavourite

/** Adds a product or an article; a browser's first favourite makes it known to the shop, as its first cart does. */
export async function addFavourite(ctx: Ctx, { type, id }: Input<Add>): Answer<Add> {
  const refused = await refuseChange(ctx)
  if (refused !== null) return refused
  const [who, terms] = await Promise.all([ctx.who(), shownTerms(ctx)])
  return ctx.transact(async (tx) => {
    const known = await knownOwner(ctx, tx, who)
    if (!known.ok) return known
    const { owner, token } = known.value
    const listId = await openList(tx, owner, ctx.now)
    const addition = { listId, slug: id, terms, now: ctx.now }
    const added = await (type === 'product' ? addProduct(tx, addition) : addArticle(tx, addition))
    if (added === null) return no({ name: type === 'product' ? 'unknown_product' : 'unknown_article' })
    if (added.isNew && added.stored > mostFavourites)
      return no({ name: 'favorites_full', details: { limit: mostFavourites } })
    return ok(await changed(ctx, tx, owner, token))
  })
}

type Cancel = typeof contract.cancelFavourite

/** Removes a product or an article; it need not be visible any more. */
export async function cancelFavourite(ctx: Ctx, { type, id }: Input<Cancel>): Answer<Cancel> {
  const refused = await refuseChange(ctx)
  if (refused !== null) return refused
  const owner = ownerOf(await ctx.who())
  return ctx.transact(async (tx) => {
    const listId = await lockOwnList(tx, owner, ctx.now)
    if (owner === null || listId === null) return ok({ count: 0, products: 0, articles: 0 })
    await removeFavourite(tx, listId, type, id)
    return ok(await changed(ctx, tx, owner, 'browser' in owner ? browserToken(ctx) : null))
  })
}

/** The owner of what is added now, with the token of a browser that owns it itself. */
async function knownOwner(
  ctx: Ctx,
  tx: Tx,
  who: Who,
): Promise<Result<{ owner: Owner; token: string | null }, TooMany>> {
  const owner = ownerOf(who)
  if (owner !== null && 'customer' in owner) return ok({ owner, token: null })
  const browser = await knownBrowser(ctx, tx, who.browser)
  if (!browser.ok) return browser
  const { hash, cartId, made } = browser.value
  // The cart is what the browser is known by: it lasts as long as its favourites do.
  await touchCart(tx, cartId, ctx.now)
  return ok({ owner: { browser: hash }, token: made === null ? browserToken(ctx) : made.token })
}

/** Writes the cookies anew, and counts what is in the list now. */
async function changed(ctx: Ctx, tx: Tx, owner: Owner, token: string | null): Promise<FavouriteCounts> {
  const counts = await countShown(tx, owner, ctx.now)
  if (token !== null) rememberBrowser(ctx, token)
  rememberCount(ctx, counts.count)
  return counts
}
