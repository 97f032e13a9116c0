import type { WrittenStatus } from '#domain/aftersale/moderation.ts'
import { day } from '#domain/time.ts'
import { whoIs } from '#features/session/rules/who.ts'
import { deliverOrder, shipOrder } from '#features/orders/shop/ship.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { shopConfig, type ReviewSettings } from '#wire/shop-config.ts'
import { orderVisitor } from '../order-visitor.ts'
import { payTestOrder, placeTestOrder, type OrderOptions } from '../placed-orders.ts'

/* For tests of what buyers write: orders that have arrived, and the browsers of those who placed them. */

export const now = new Date('2026-11-25T12:00:00Z')

const parcel = { carrier: 'DHL', trackingNumber: '00340', trackingUrl: null, units: null }

export interface Bought {
  id: number
  number: string
  token: string
  /** SKU → id of its line. */
  lines: Record<string, number>
}

/** An order that was paid and sent; `arrived`: when its parcel was there, null for on its way. */
export async function bought(
  db: Database,
  {
    arrived = new Date(now.getTime() - 2 * day),
    left = new Date(now.getTime() - 5 * day),
    ...options
  }: OrderOptions & {
    arrived?: Date | null
    left?: Date | null
  } = {},
): Promise<Bought> {
  const order = await placeTestOrder(db, { now: new Date(now.getTime() - 6 * day), ...options })
  const { ctx } = orderVisitor(db, order.token, { now: left ?? now })
  await payTestOrder(ctx, order.id)
  if (left !== null) {
    await shipOrder(ctx, order.number, parcel, () => false)
    if (arrived !== null) await deliverOrder({ ...ctx, now: arrived }, order.number, null)
  }
  const { rows } = await db.pool.query<{ id: number; sku: string }>(
    'select id, sku from order_lines where order_id = $1',
    [order.id],
  )
  return { ...order, lines: Object.fromEntries(rows.map(({ id, sku }) => [sku, id])) }
}

/** Somebody's browser, in a shop with these settings. */
export function reader(
  db: Database,
  token: string | null,
  {
    locale = 'en',
    ip = '203.0.113.7',
    at = now,
    ...settings
  }: Partial<ReviewSettings> & { locale?: Locale; ip?: string; at?: Date } = {},
): Ctx {
  const { ctx } = orderVisitor(db, token, { now: at, locale })
  const reviews = shopConfig.parse({ shop: { reviews: settings } }).shop.reviews
  const own: Ctx = {
    ...ctx,
    shop: { ...ctx.shop, shop: { ...ctx.shop.shop, reviews } },
    visitor: { ...ctx.visitor, ip },
    who: () => whoIs(own),
  }
  return own
}

/** What a review says, all but what a test is about. */
export const words = {
  score: 4,
  title: 'Steady',
  content: 'It stands on four feet.\n\nNo wobble.',
  displayName: '',
  fit: null,
  images: [] as string[],
}

/** A picture that somebody has uploaded. */
export async function uploaded(
  db: Database,
  at = now,
): Promise<{ id: string; picture: number; key: string }> {
  const { rows } = await db.pool.query<{ id: string; picture: number; key: string }>(
    `with made as (
       insert into pictures (key, width, height, preview, average_color)
       select substr(md5(random()::text), 1, 16), 800, 600, 'data:image/webp;base64,AA', '#aabbcc'
       returning id, key
     )
     insert into uploads (id, picture_id, created_at)
     select md5(random()::text), id, $1 from made
     returning id, picture_id as picture, (select key from made) as key`,
    [at],
  )
  return rows[0]!
}

export async function stateOf(
  db: Database,
  table: 'reviews' | 'questions' | 'question_answers',
  id: number,
): Promise<WrittenStatus> {
  const { rows } = await db.pool.query<{ state: WrittenStatus }>(`select state from ${table} where id = $1`, [
    id,
  ])
  return rows[0]!.state
}
