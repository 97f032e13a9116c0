import { hashCartToken, readCartToken } from '#features/cart/actions/token.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import type { OrderAccess } from '../queries/lock.ts'

/*
 * Who may see an order. A guest's browser is recognised by its cart cookie. Another browser is admitted by the signed
 * link of a mail, and remembers that in a cookie of its own, so that the key leaves the URL at once.
 */

const hour = 3_600_000
/** Validity of a mail's link in milliseconds: as long as questions about an order may come. */
export const linkLife = 400 * 24 * hour
/** Milliseconds for which a browser that came by a link is admitted without it. */
const visitLife = 12 * hour
/** The most orders that one browser has open by links. */
const mostOpened = 5

/** The orders that the visitor may see. Every query takes it, so that no order is read without it. */
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

/** Admits this browser by the key of a mail's link. Null if the key is invalid or expired. */
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

/** An order number in its stored form, from any way of typing it. */
export function tidyNumber(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    // Crockford's base 32: letters that look like digits are digits.
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : '-'
}
