import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readLink, signLink } from '#platform/server/signing.ts'
import { exchangesFor } from '../queries/exchanges.ts'
import { hostCookie } from './cookies.ts'

/*
 * Access by a mail's signed link: it lets another browser see an order, and is remembered in a cookie of its own, so
 * that the key leaves the browser's URL bar at once.
 */

/** Validity of a mail's link in milliseconds: as long as questions about an order may come. */
export const linkLife = 400 * 24 * hour
/** Milliseconds for which a browser that came by a link is admitted without it. */
const visitLife = 12 * hour
/** The most orders that one browser has open by links. */
const mostOpened = 5
const openedCookie = 'violet_orders'

type Asking = Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>

/**
 * Ids of the orders that links have opened in this browser, and of those that their goods were exchanged for: who may
 * see a return may pay what it leads to.
 */
export async function openedOrders(ctx: Asking): Promise<number[]> {
  const keys = openedKeys(ctx)
  if (keys.length === 0) return []
  const opened = await Promise.all(keys.map((key) => readLink(ctx.db, 'order.visit', key, ctx.now)))
  const ids = opened.filter((id) => id !== null)
  return ids.length === 0 ? [] : [...ids, ...(await exchangesFor(ctx.db, ids))]
}

/** Lets this browser in by the key of a mail's link. Null when the key is not ours, or too old. */
export async function openByKey(ctx: Ctx, key: string): Promise<number | null> {
  const id = await readLink(ctx.db, 'order.open', key, ctx.now)
  if (id === null) return null
  const visit = await signLink(ctx.db, 'order.visit', id, new Date(ctx.now.getTime() + visitLife))
  const others = openedKeys(ctx).filter((other) => other.split('.')[0] !== visit.split('.')[0])
  const value = [visit, ...others].slice(0, mostOpened).join('~')
  const name = hostCookie(openedCookie, ctx.origin)
  ctx.visitor.setCookie(name, value, { httpOnly: true, maxAge: visitLife / 1000 })
  return id
}

function openedKeys({ origin, visitor }: Asking): string[] {
  const value = visitor.cookies[hostCookie(openedCookie, origin)] ?? ''
  return value === '' || value.length > 1_000 ? [] : value.split('~').slice(0, mostOpened)
}
