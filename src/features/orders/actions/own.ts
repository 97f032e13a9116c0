import { hashCartToken, readCartToken } from '#features/cart/actions/token.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import type { OrderAccess } from '../queries/lock.ts'

/*
 * Whose order it is. A guest's browser is known by its cart cookie. Another browser is let in by the signed link of a
 * mail, and remembers that in a cookie of its own, so that the key leaves the address at once.
 */

const hour = 3_600_000
/** Milliseconds that the link of a mail works: as long as somebody may ask about an order. */
export const linkLife = 400 * 24 * hour
/** Milliseconds that a browser which came by a link is let in without it. */
const visitLife = 12 * hour
/** Orders that one browser has open by links. */
const mostOpened = 5

/** What the visitor may see. Queries take it, so that no order is read without it. */
export async function orderAccess(ctx: Ctx): Promise<OrderAccess> {
  const token = readCartToken(ctx)
  const opened = await Promise.all(
    openedKeys(ctx).map((key) => readLink(ctx.db, 'order.visit', key, ctx.now)),
  )
  return {
    ownerHash: token === null ? null : hashCartToken(token),
    opened: opened.filter((id) => id !== null),
  }
}

/** Lets this browser in by the key of a mail's link. Null when the key is none of ours, or too old. */
export async function openByKey(ctx: Ctx, key: string): Promise<number | null> {
  const id = await readLink(ctx.db, 'order.open', key, ctx.now)
  if (id === null) return null
  const visit = await signLink(ctx.db, 'order.visit', id, new Date(ctx.now.getTime() + visitLife))
  const others = openedKeys(ctx).filter((other) => other.split('.')[0] !== visit.split('.')[0])
  const value = [visit, ...others].slice(0, mostOpened).join('~')
  ctx.visitor.setCookie(visitCookie(ctx), value, { httpOnly: true, maxAge: visitLife / 1000 })
  return id
}

function openedKeys(ctx: Ctx): string[] {
  const value = ctx.visitor.cookies[visitCookie(ctx)] ?? ''
  return value === '' || value.length > 1_000 ? [] : value.split('~').slice(0, mostOpened)
}

/** The `__Host-` prefix pins the cookie to this host and to https; over plain http browsers refuse it. */
function visitCookie({ origin }: Pick<Ctx, 'origin'>): string {
  return origin.startsWith('https:') ? '__Host-violet_orders' : 'violet_orders'
}

/** A number as it is stored, however it was typed. */
export function tidyNumber(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    // Crockford: what reads as a digit is one.
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : '-'
}
