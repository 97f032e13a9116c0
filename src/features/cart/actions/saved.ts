import { checkQuantity, fitting } from '#domain/cart.ts'
import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { addUnits, countLines } from '../queries/lines.ts'
import { saveLine, takeSaved } from '../queries/saved.ts'
import { changeCart } from './change.ts'

/** Saves a line for later: it is not counted or bought until it is moved back. */
export function saveForLater(
  ctx: Ctx,
  { line }: Input<typeof contract.saveForLater>,
): Answer<typeof contract.saveForLater> {
  return changeCart<typeof contract.saveForLater>(ctx, 'unknown_line', async (tx, cartId) =>
    (await saveLine(tx, cartId, line, ctx.now)) ? ok({}) : no({ name: 'unknown_line' }),
  )
}

/** Moves a saved line back into the cart: all of it, or as many units as are left and sold at once. */
export async function moveToCart(
  ctx: Ctx,
  { sku }: Input<typeof contract.moveToCart>,
): Answer<typeof contract.moveToCart> {
  const { maxQuantityPerLine: limit, maxCartLines } = ctx.shop.shop
  const hash = (await ctx.who()).owner
  return changeCart<typeof contract.moveToCart>(ctx, 'unknown_line', async (tx, cartId) => {
    const saved = await takeSaved(tx, cartId, sku)
    if (saved === null || hash === null) return no({ name: 'unknown_line' })
    const addition = {
      tokenHash: hash,
      newTokenHash: hash,
      sku,
      currency: ctx.currency,
      limit,
      now: ctx.now,
    }
    let outcome = await addUnits(tx, { ...addition, quantity: saved })
    const left = outcome === null ? 0 : fitting(saved, outcome, limit)
    if (outcome?.cartId === null && left > 0 && left !== saved)
      outcome = await addUnits(tx, { ...addition, quantity: left })
    // Each refusal from here puts back what was taken out of the list: it rolls the transaction back.
    if (outcome === null) return no({ name: 'unknown_sku' })
    if (outcome.cartId === null) {
      const allowed = checkQuantity(Number.POSITIVE_INFINITY, outcome, limit)
      return allowed.ok ? no({ name: 'out_of_stock' }) : allowed
    }
    if (outcome.isNewLine && (await countLines(tx, cartId)) > maxCartLines)
      return no({ name: 'cart_full', details: { limit: maxCartLines } })
    return ok({})
  })
}

/** Deletes a saved line. */
export function removeSaved(
  ctx: Ctx,
  { sku }: Input<typeof contract.removeSaved>,
): Answer<typeof contract.removeSaved> {
  return changeCart<typeof contract.removeSaved>(ctx, 'unknown_line', async (tx, cartId) =>
    (await takeSaved(tx, cartId, sku)) === null ? no({ name: 'unknown_line' }) : ok({}),
  )
}
