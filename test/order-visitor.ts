import { whoIs } from '#features/session/rules/who.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { cartVisitor } from './cart-visitor.ts'
import { shopWithMethods } from './placed-orders.ts'

/** A browser: the order's owner by its cart cookie, or anybody else. */
export function orderVisitor(
  db: Database,
  token: string | null,
  { now, locale = 'en', sales }: { now: Date; locale?: Locale; sales?: Partial<Ctx['shop']['sales']> },
): { ctx: Ctx; visitor: ReturnType<typeof cartVisitor> } {
  const visitor = cartVisitor(db, { cookies: token === null ? {} : { violet_cart: token } })
  const ctx = visitor.context({ locale })
  const own: Ctx = { ...ctx, now, shop: shopWithMethods(ctx.shop, sales), who: () => whoIs(own) }
  return { visitor, ctx: own }
}
