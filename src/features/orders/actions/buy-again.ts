import { no, ok, type Result } from '#domain/result.ts'
import { whoIs } from '#features/session/rules/who.ts'
import { addToCart } from '#features/cart/actions/lines.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findOwnOrder } from '../queries/read.ts'
import { tidyNumber } from '../rules/number.ts'

type Refused = Problem<typeof contract.buyAgain>

/**
 * Puts the order's lines into the cart again, as many units as are available. Lines without any are reported by
 * title.
 */
export async function buyAgain(
  ctx: Ctx,
  { slug }: Input<typeof contract.buyAgain>,
): Answer<typeof contract.buyAgain> {
  const order = await findOwnOrder(ctx.db, tidyNumber(slug), await ctx.who())
  if (order === null) return no({ name: 'unknown_order' })
  return ctx.transact(async (tx) => {
    const cart = cartIn(ctx, tx)
    let added = 0
    const missing: string[] = []
    // In one order for all, so that two tabs that add the same lines cannot deadlock.
    for (const { sku, quantity, title } of order.lines.toSorted((a, b) => (a.sku < b.sku ? -1 : 1))) {
      const count = await addUpTo(cart.ctx, sku, quantity)
      if (!count.ok) return count
      added += count.value
      if (count.value === 0) missing.push(title)
    }
    if (added === 0) return no({ name: 'out_of_stock' })
    cart.writeCookies()
    return ok({ added, missing })
  })
}

/** Adds this many units, or as many as there are; returns how many. Only a full cart is a reason to stop. */
async function addUpTo(ctx: Ctx, sku: string, quantity: number): Promise<Result<number, Refused>> {
  const all = await addToCart(ctx, { sku, quantity })
  if (all.ok) return ok(quantity)
  const { problem } = all
  if (problem.name === 'cart_full') return no({ name: 'cart_full', details: problem.details ?? {} })
  const left = nextTo(quantity, (problem.details ?? {}) as Record<string, number>)
  if (left <= 0) return ok(0)
  const some = await addToCart(ctx, { sku, quantity: left })
  return ok(some.ok ? left : 0)
}

/** The quantity that a refusal leaves: it may be sold in other quantities by now, or there may be fewer. */
function nextTo(quantity: number, details: Readonly<Record<string, number>>): number {
  const { inCart = 0, minimum, step, left: available = 0, limit = available } = details
  if (minimum !== undefined) return minimum - inCart
  if (step !== undefined) return quantity - ((quantity + inCart) % step)
  return Math.min(quantity, limit - inCart)
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
    ctx: {
      ...ctx,
      db: tx,
      transact: (work) => work(tx),
      visitor,
      // The first addition makes the browser known: each one has to read it anew.
      who: () => whoIs({ ...ctx, db: tx, visitor }),
    },
    writeCookies: () => {
      for (const cookie of written.values()) ctx.visitor.setCookie(...cookie)
    },
  }
}
