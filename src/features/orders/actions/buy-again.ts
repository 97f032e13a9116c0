import { no, ok, type Result } from '#domain/result.ts'
import { addToCart } from '#features/cart/actions/lines.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findOwnOrder } from '../queries/read.ts'
import { orderAccess, tidyNumber } from './own.ts'

type Refused = Problem<typeof contract.buyAgain>

/** Rolls back what the transaction has written. */
class CannotBuyAgain extends Error {
  readonly problem: Refused

  constructor(problem: Refused) {
    super(problem.name)
    this.problem = problem
  }
}

/**
 * Puts the order's lines into the cart again, as many units as are available. Lines without any are reported by
 * title.
 */
export async function buyAgain(
  ctx: Ctx,
  { slug }: Input<typeof contract.buyAgain>,
): Promise<Result<Output<typeof contract.buyAgain>, Refused>> {
  const order = await findOwnOrder(ctx.db, tidyNumber(slug), await orderAccess(ctx))
  if (order === null) return no({ name: 'unknown_order' })
  try {
    return await ctx.transact(async (tx) => {
      const cart = cartIn(ctx, tx)
      let added = 0
      const missing: string[] = []
      // In one order for all, so that two tabs that add the same lines cannot deadlock.
      for (const { sku, quantity, title } of order.lines.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))) {
        const count = await addUpTo(cart.ctx, sku, quantity)
        added += count
        if (count === 0) missing.push(title)
      }
      if (added === 0) throw new CannotBuyAgain({ name: 'out_of_stock' })
      cart.writeCookies()
      return ok({ added, missing })
    })
  } catch (error) {
    if (error instanceof CannotBuyAgain) return no(error.problem)
    throw error
  }
}

/** Adds units, at most as many as are available; returns how many. */
async function addUpTo(ctx: Ctx, sku: string, quantity: number): Promise<number> {
  const all = await addToCart(ctx, { sku, quantity })
  if (all.ok) return quantity
  const { problem } = all
  if (problem.name === 'cart_full')
    throw new CannotBuyAgain({ name: 'cart_full', details: problem.details ?? {} })
  // The most that the cart may hold: the stock, or the shop's limit.
  const {
    left: available = 0,
    limit = available,
    inCart = 0,
  } = (problem.details ?? {}) as Record<string, number>
  const left = Math.min(quantity, limit - inCart)
  if (left <= 0) return 0
  const some = await addToCart(ctx, { sku, quantity: left })
  return some.ok ? left : 0
}

/**
 * The visitor's context for several changes of the cart in one transaction: the cookie that the first one sets is
 * seen by the next.
 */
function cartIn(ctx: Ctx, tx: Tx): { ctx: Ctx; writeCookies: () => void } {
  const cookies = { ...ctx.visitor.cookies }
  const written = new Map<string, Parameters<Ctx['visitor']['setCookie']>>()
  const visitor: Ctx['visitor'] = {
    ...ctx.visitor,
    cookies,
    setCookie: (name, value, options) => {
      cookies[name] = value ?? undefined
      written.set(name, [name, value, options])
    },
  }
  return {
    ctx: { ...ctx, db: tx, transact: (work) => work(tx), visitor },
    writeCookies: () => {
      for (const cookie of written.values()) ctx.visitor.setCookie(...cookie)
    },
  }
}
