import { checkQuantity, most } from '#domain/cart.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { AnyEndpoint, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { addUnits, countLines } from '../queries/lines.ts'
import { saveLine, takeSaved } from '../queries/saved.ts'
import { changeCart, ownHash } from './change.ts'

type Answer<E extends AnyEndpoint> = Promise<Result<Output<E>, Problem<E>>>

/** Saves a line for later: it is not counted or bought until it is moved back. */
export function saveForLater(
  ctx: Ctx,
  { line }: Input<typeof contract.saveForLater>,
): Answer<typeof contract.saveForLater> {
  return changeCart<typeof contract.saveForLater>(ctx, 'unknown_line', async (tx, cartId) =>
    (await saveLine(tx, cartId, line, ctx.now)) ? ok({}) : no({ name: 'unknown_line' }),
  )
}

class CannotMove extends Error {
  readonly problem: Problem<typeof contract.moveToCart>
  constructor(problem: Problem<typeof contract.moveToCart>) {
    super(problem.name)
    this.problem = problem
  }
}

/** Moves a saved line back into the cart: all of it, or as many units as are left. */
export async function moveToCart(
  ctx: Ctx,
  { sku }: Input<typeof contract.moveToCart>,
): Answer<typeof contract.moveToCart> {
  const { maxQuantityPerLine: limit, maxCartLines } = ctx.shop.shop
  const hash = ownHash(ctx)
  try {
    return await changeCart<typeof contract.moveToCart>(ctx, 'unknown_line', async (tx, cartId) => {
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
      const left = outcome === null ? 0 : most(outcome, limit)
      if (outcome?.cart_id === null && left > 0 && left < saved)
        outcome = await addUnits(tx, { ...addition, quantity: left })
      // The rollback puts the line back into the list.
      if (outcome === null) throw new CannotMove({ name: 'unknown_sku' })
      if (outcome.cart_id === null) {
        const allowed = checkQuantity(Number.POSITIVE_INFINITY, outcome, limit)
        throw new CannotMove(allowed.ok ? { name: 'out_of_stock' } : allowed.problem)
      }
      if (outcome.new_line && (await countLines(tx, cartId)) > maxCartLines)
        throw new CannotMove({ name: 'cart_full', details: { limit: maxCartLines } })
      return ok({})
    })
  } catch (error) {
    if (error instanceof CannotMove) return no(error.problem)
    throw error
  }
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
