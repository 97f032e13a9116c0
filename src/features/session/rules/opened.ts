import { hour } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { readSigned, signLink } from '#platform/server/signing.ts'
import { exchangesFor } from '../queries/exchanges.ts'
import { withoutTakenBack, type SignedFor } from '../queries/opened.ts'
import { hostCookie } from './cookies.ts'

/*
 * Access by a mail's signed link: it lets another browser see an order, and is remembered in a cookie of its own, so
 * that the key leaves the browser's URL bar at once.
 */

/** Validity of a mail's link in milliseconds: as long as questions about an order may come. */
const linkLife = 400 * 24 * hour
/** Milliseconds for which a browser that came by a link is admitted without it. */
const visitLife = 12 * hour
/** The most orders that one browser has open by links. */
const mostOpened = 5
const openedCookie = 'violet_orders'

/** The key of a mail's link to an order. Its end says when it was signed: all links of a kind live equally long. */
export function signOrderLink(db: Db, order: number, now: Date): Promise<string> {
  return signLink(db, 'order.open', order, new Date(now.getTime() + linkLife))
}

type Asking = Pick<Ctx, 'db' | 'now' | 'origin' | 'visitor'>

/**
 * Ids of the orders that links have opened in this browser, and of those that their goods were exchanged for: who may
 * see a return may pay what it leads to.
 */
export async function openedOrders(ctx: Asking): Promise<number[]> {
  const keys = openedKeys(ctx)
  if (keys.length === 0) return []
  const read = await Promise.all(keys.map((key) => readVisit(ctx, 'order.visit', key, visitLife)))
  const ids = await withoutTakenBack(
    ctx.db,
    read.filter((one) => one !== null),
  )
  return ids.length === 0 ? [] : [...ids, ...(await exchangesFor(ctx.db, ids))]
}

async function readVisit(
  { db, now }: Asking,
  purpose: 'order.visit' | 'order.open',
  key: string,
  life: number,
): Promise<SignedFor | null> {
  const read = await readSigned(db, purpose, key, now)
  return read === null
    ? null
    : { order: read.id, at: new Date(read.expires === null ? 0 : read.expires.getTime() - life) }
}

/** Lets this browser in by the key of a mail's link. Null when the key is not ours, too old, or taken back. */
export async function openByKey(ctx: Ctx, key: string): Promise<number | null> {
  const read = await readVisit(ctx, 'order.open', key, linkLife)
  const [id] = read === null ? [] : await withoutTakenBack(ctx.db, [read])
  if (id === undefined) return null
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
