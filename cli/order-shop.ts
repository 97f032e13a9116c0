import pino from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import type { OrderWork } from '#features/orders/rules/announce.ts'
import type { PayWork } from '#features/orders/rules/pay.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { defaultTheme } from '#features/theming/default-theme.ts'
import type { Database } from '#platform/server/db/db.ts'
import { notifyLive } from '#platform/server/db/queries-live-channel.ts'
import { livePayload } from '#platform/server/live-bus.ts'
import type { Theme } from '#wire/shop-config.ts'
import { withShop } from './shop.ts'

/** The context that actions on orders need, and the shop's configuration. */
export type OrderShop = OrderWork & PayWork & { db: Database }

/** Opens the shop for a command on orders; before it ends, pages that show the changed orders are notified. */
export function withOrders<T>(command: (work: OrderShop) => Promise<T>): Promise<T> {
  return withShop(async ({ db }) => {
    const { document } = await loadConfig(db)
    const told = new Set<string>()
    const work: OrderShop = {
      db,
      transact: db.transact,
      now: new Date(),
      live: { tell: (topic, message) => void told.add(livePayload(topic, message)) },
      // The document's own values; none is undefined, since it came from JSON.
      shop: { ...document, theme: { ...defaultTheme, ...document.theme } as Theme },
      log: pino({ level: 'warn' }, pino.destination(2)) as unknown as FastifyBaseLogger,
    }
    try {
      return await command(work)
    } finally {
      if (told.size > 0) await notifyLive(db, [...told])
    }
  })
}
