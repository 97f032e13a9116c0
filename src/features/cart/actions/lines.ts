import { checkQuantity, type Supply } from '#domain/cart.ts'
import { newOwner, ownerOf, type Owner } from '#features/session/rules/who.ts'
import { no, ok, type No } from '#domain/result.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { readItems } from '../items.ts'
import { cartOf, cartOfEither, type CartRow } from '../queries/cart.ts'
import {
  addUnits,
  countUnits,
  deleteLines,
  findLine,
  findSibling,
  setQuantity,
  setSelected,
  setSku,
  unitsAdded,
  unitsOf,
} from '../queries/lines.ts'
import { startCart } from '../queries/start.ts'
import { changeCart } from './change.ts'
import { refuseNewCart } from './new-carts.ts'
import { fewOffers, seeCart, seeOwnCart, wordingOf, type ShopOffers } from './see.ts'
import { mendCount, rememberCart } from './token.ts'

/** The visitor's cart; an empty one for visitors without a cart. */
export async function listCart(
  ctx: Ctx,
  _: Input<typeof contract.listCart>,
): Answer<typeof contract.listCart> {
  const view = await seeOwnCart(ctx)
  mendCount(ctx, view.count)
  return ok(view)
}

/** Units in the visitor's cart. */
export async function countCart(
  ctx: Ctx,
  _: Input<typeof contract.countCart>,
): Answer<typeof contract.countCart> {
  const count = await countUnits(ctx.db, (await ctx.who()).owner)
  mendCount(ctx, count)
  return ok({ count })
}

/** Adds units of a SKU; the first addition creates the cart. Beyond stock or limits nothing is changed. */
export async function addToCart(
  ctx: Ctx,
  wanted: Input<typeof contract.addToCart>,
): Answer<typeof contract.addToCart> {
  const [offers, own] = await Promise.all([fewOffers(ctx), ownerOf(ctx)])
  return ctx.transact((tx) =>
    own === null ? addFirst(ctx, tx, wanted, offers) : addToOwn(ctx, tx, wanted, own, offers),
  )
}

async function addFirst(
  ctx: Ctx,
  tx: Tx,
  wanted: Input<typeof contract.addToCart>,
  offers: ShopOffers,
): Answer<typeof contract.addToCart> {
  const { sku, quantity = null } = wanted
  const limit = ctx.shop.shop.maxQuantityPerLine
  const owner = newOwner()
  const addition = { newTokenHash: owner.hash, sku, quantity, limit, now: ctx.now }
  const [started, refused] = await Promise.all([
    startCart(tx, addition, wordingOf(ctx)),
    refuseNewCart(ctx, tx),
  ])
  if (!started) return no({ name: 'unknown_sku' })
  if (!started.cart) return refuseAddition(quantity, started.wanted, limit, 0)
  if (refused !== null) return refused
  const view = await seeCart(ctx, tx, started.cart, offers)
  rememberCart(ctx, tx, owner, view.count)
  return ok({ ...view, added: view.count })
}

/** @param own if its cart is gone, a browser's new cart gets another token */
async function addToOwn(
  ctx: Ctx,
  tx: Tx,
  wanted: Input<typeof contract.addToCart>,
  own: Owner,
  offers: ShopOffers,
): Answer<typeof contract.addToCart> {
  const { sku, quantity = null } = wanted
  const { maxQuantityPerLine: limit, maxCartLines } = ctx.shop.shop
  const another = nextOwner(own)
  const [tokenHash, newTokenHash] = [own.hash, another.hash]
  const addition = { tokenHash, newTokenHash, sku, quantity, currency: ctx.currency, limit, now: ctx.now }
  // The cart is read right behind, by its token: which of the two it is, the first statement has settled by then.
  const [outcome, cart] = await Promise.all([
    addUnits(tx, addition),
    cartOfEither(tx, [tokenHash, newTokenHash], wordingOf(ctx)),
  ])
  if (!outcome) return no({ name: 'unknown_sku' })
  if (outcome.cartId === null) return refuseAddition(quantity, outcome, limit, unitsIn(cart, sku))
  if (cart === null) throw new Error('a locked cart cannot be gone')
  // Only now is the cart locked and seen whole: two tabs may have added the last line that fits.
  if (outcome.isNewLine && cart.lines.length > maxCartLines)
    return no({ name: 'cart_full', details: { limit: maxCartLines } })
  const refused = outcome.made ? await refuseNewCart(ctx, tx) : null
  if (refused !== null) return refused
  const view = await seeCart(ctx, tx, cart, offers)
  rememberCart(ctx, tx, outcome.made ? another : own, view.count)
  return ok({ ...view, added: unitsAdded(quantity, outcome) })
}

/** Adds one unit of each SKU, or as few as are sold at once; or changes nothing. */
export function addAllToCart(
  ctx: Ctx,
  { skus }: Input<typeof contract.addAllToCart>,
): Answer<typeof contract.addAllToCart> {
  return addEach(ctx, new Map(skus.map((sku) => [sku, null])))
}

/** Adds the items of a link, all or none. */
export async function addItemsToCart(
  ctx: Ctx,
  { items }: Input<typeof contract.addItemsToCart>,
): Answer<typeof contract.addItemsToCart> {
  const wanted = readItems(items)
  return wanted.size === 0 ? no({ name: 'invalid_input' }) : addEach(ctx, wanted)
}

/** Adds units of several SKUs, or changes nothing. @param wanted SKU → units, null for as few as are sold at once */
async function addEach(
  ctx: Ctx,
  wanted: ReadonlyMap<string, number | null>,
): Answer<typeof contract.addAllToCart> {
  const { maxQuantityPerLine: limit, maxCartLines } = ctx.shop.shop
  const [offers, own] = await Promise.all([fewOffers(ctx), ownerOf(ctx)])
  const another = nextOwner(own)
  // In one order for all, so that two additions of the same SKUs cannot deadlock.
  const inOrder = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))
  return ctx.transact(async (tx) => {
    let cart = { id: 0, hash: own?.hash ?? null, made: own === null }
    let added = 0
    for (const [sku, quantity] of inOrder) {
      const outcome = await addUnits(tx, {
        tokenHash: cart.hash,
        newTokenHash: another.hash,
        sku,
        quantity,
        currency: ctx.currency,
        limit,
        now: ctx.now,
      })
      if (!outcome) return no({ name: 'unknown_sku' })
      if (outcome.cartId === null)
        return refuseAddition(quantity, outcome, limit, await unitsOf(tx, cart.hash, sku))
      added += unitsAdded(quantity, outcome)
      cart = {
        id: outcome.cartId,
        hash: outcome.made ? another.hash : cart.hash,
        made: cart.made || outcome.made,
      }
    }
    const refused = cart.made ? await refuseNewCart(ctx, tx) : null
    if (refused !== null) return refused
    const found = await cartOf(tx, cart.id, wordingOf(ctx))
    if (found.lines.length > maxCartLines) return no({ name: 'cart_full', details: { limit: maxCartLines } })
    const view = await seeCart(ctx, tx, found, offers)
    rememberCart(ctx, tx, cart.made || own === null ? another : own, view.count)
    return ok({ ...view, added })
  })
}

/** Sets how many units a line has. */
export function updateCartLine(
  ctx: Ctx,
  { line, quantity }: Input<typeof contract.updateCartLine>,
): Answer<typeof contract.updateCartLine> {
  return changeCart<typeof contract.updateCartLine>(ctx, 'unknown_line', async (tx, cartId) => {
    const facts = await findLine(tx, cartId, line, ctx.currency)
    if (!facts) return no({ name: 'unknown_line' })
    const allowed = checkQuantity(quantity, facts, ctx.shop.shop.maxQuantityPerLine)
    if (!allowed.ok) return allowed
    await tx.along(setQuantity(tx, cartId, line, quantity))
    return ok({})
  })
}

/** Exchanges a line's SKU for another of the same product; merges it with a line that has that SKU already. */
export function changeCartSku(
  ctx: Ctx,
  { line, sku }: Input<typeof contract.changeCartSku>,
): Answer<typeof contract.changeCartSku> {
  return changeCart<typeof contract.changeCartSku>(ctx, 'unknown_line', async (tx, cartId) => {
    const facts = await findLine(tx, cartId, line, ctx.currency)
    if (!facts) return no({ name: 'unknown_line' })
    const wanted = await findSibling(tx, cartId, facts.productId, sku, ctx.currency)
    if (!wanted) return no({ name: 'unknown_sku' })
    if (wanted.id !== facts.skuId) {
      const quantity = facts.quantity + wanted.inCart
      const allowed = checkQuantity(quantity, wanted, ctx.shop.shop.maxQuantityPerLine)
      if (!allowed.ok) return allowed
      await setSku(tx, cartId, line, wanted.id, quantity)
    }
    return ok({})
  })
}

/** Removes lines. Lines that are gone already are ignored, unless all are. */
export function removeCartLines(
  ctx: Ctx,
  { lines }: Input<typeof contract.removeCartLines>,
): Answer<typeof contract.removeCartLines> {
  return changeCart<typeof contract.removeCartLines>(ctx, 'unknown_line', async (tx, cartId) => {
    const gone = await deleteLines(tx, cartId, lines, fallbackChain(ctx.locale))
    if (gone.length === 0) return no({ name: 'unknown_line' })
    const removed = gone.map(({ sku, quantity, title }) => ({ sku, quantity, title: title ?? sku }))
    return ok({ removed })
  })
}

/** Chooses lines for the checkout, or sets them aside. */
export function selectCartLines(
  ctx: Ctx,
  { lines, on }: Input<typeof contract.selectCartLines>,
): Answer<typeof contract.selectCartLines> {
  return changeCart<typeof contract.selectCartLines>(ctx, 'unknown_line', async (tx, cartId) => {
    if ((await setSelected(tx, cartId, lines, on)) === 0) return no({ name: 'unknown_line' })
    return ok({})
  })
}

/** The owner of a cart that is made anew: a customer stays the same, a browser gets another token. */
function nextOwner(own: Owner | null): Owner {
  return own !== null && own.token === null ? own : newOwner()
}

function unitsIn(cart: CartRow | null, sku: string): number {
  return cart?.lines.find((line) => line.sku === sku)?.quantity ?? 0
}

/**
 * The reason why the guarded statement changed nothing; `inCart` distinguishes "you have them all" from "there are
 * fewer than you want".
 */
function refuseAddition(
  wanted: number | null,
  supply: Supply,
  limit: number,
  inCart: number,
): No<Problem<typeof contract.addToCart>> {
  const more = wanted ?? (inCart === 0 ? supply.minQuantity : supply.quantityStep)
  const now = checkQuantity(inCart + more, supply, limit)
  // The line was another one when the statement judged it: what can be said for certain is the most.
  const allowed = now.ok ? checkQuantity(Number.POSITIVE_INFINITY, supply, limit) : now
  if (allowed.ok) throw new Error('no supply allows an endless quantity')
  const { problem } = allowed
  return no('details' in problem ? { name: problem.name, details: { ...problem.details, inCart } } : problem)
}
