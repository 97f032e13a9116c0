import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, type Rate } from '#platform/server/rate.ts'

/**
 * Of one email address, over all of its orders: each change of an order is mailed there, and the address of a guest's
 * order may be a stranger's. Twice what anybody changes who has ordered twice.
 */
export const repeatedMails: Rate = { name: 'order.mails', most: 20, within: day }

/** Counts one mail that a shopper causes once more for an order that exists; whether it may be sent. */
export function mayMailAgain(ctx: Ctx, email: string): Promise<boolean> {
  return mayGoOn(ctx.db, repeatedMails, email.toLowerCase(), ctx.now)
}
