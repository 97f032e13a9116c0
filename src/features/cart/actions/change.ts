import { no, ok, type Result } from '#domain/result.ts'
import { ownerOf } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, AnyEndpoint, Output, Problem } from '#wire/endpoint.ts'
import type { CartView } from '../contract.ts'
import { cartOf } from '../queries/cart.ts'
import { lockCart, touchCart } from '../queries/lines.ts'
import { savedLines } from '../queries/saved.ts'
import { seeCart, shopOffers, suggesting } from './see.ts'
import { rememberCart } from './token.ts'

/** Parts of an answer in addition to the cart. */
type Said<E extends AnyEndpoint> = Omit<Output<E>, keyof CartView>

/**
 * Changes the visitor's cart under its lock and returns the changed cart. Cookies are written only if the change was
 * made.
 * @param missing the refusal for visitors without a cart
 */
export async function changeCart<E extends AnyEndpoint>(
  ctx: Ctx,
  missing: Extract<Problem<E>['name'], 'unknown_line' | 'cart_empty'>,
  change: (tx: Tx, cartId: number) => Promise<Result<Said<E>, Problem<E>>>,
): Answer<E> {
  const [offers, owner] = await Promise.all([shopOffers(ctx), ownerOf(ctx)])
  return ctx.transact(async (tx) => {
    const cartId = await lockCart(tx, owner?.hash ?? null)
    if (owner === null || cartId === null) return no({ name: missing } as Problem<E>)
    const result = await change(tx, cartId)
    if (!result.ok) return result
    await tx.along(touchCart(tx, cartId, ctx.now))
    const wording = suggesting(ctx)
    const [cart, saved] = await Promise.all([cartOf(tx, cartId, wording), savedLines(tx, cartId, wording)])
    const view = await seeCart(ctx, tx, cart, offers, saved)
    rememberCart(ctx, tx, owner, view.count)
    return ok({ ...view, ...result.value } as Output<E>)
  })
}
