import { day } from '#domain/time.ts'
import type { Ctx } from '#platform/server/context.ts'
import { mayGoOn, type Rate } from '#platform/server/rate.ts'
import { shopperOf } from '../queries/shopper.ts'

/**
 * Of one customer, or of one email address among guests, over all orders: each change of an order is mailed, and the
 * address of a guest's order may be a stranger's. Twice what anybody changes who has ordered twice.
 */
export const repeatedMails: Rate = { name: 'order.mails', most: 20, within: day }
/** Of one order, once the others have used that up: strangers order with somebody's address, too. */
const ownMails: Rate = { name: 'order.own_mails', most: 2, within: day }

/** Counts one mail that a shopper causes once more for an order that exists; whether it may be sent. */
export async function mayMailAgain(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const customer = (await shopperOf(db, id))?.customer ?? null
  const who = customer === null ? email.toLowerCase() : `customer ${customer}`
  return (await mayGoOn(db, repeatedMails, who, now)) || mayGoOn(db, ownMails, String(id), now)
}
