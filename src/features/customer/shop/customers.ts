import { no, ok, type Result } from '#domain/result.ts'
import { addShopEvent } from '#features/account/queries/events.ts'
import { readAccount } from '#features/account/rules/account-name.ts'
import { tellEnded } from '#features/account/rules/announce.ts'
import { changeCredit, type CreditFault, type ShopCredit } from '#features/credit/rules/change-credit.ts'
import { endSessions } from '#features/session/queries/sessions.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { exportCustomer } from '../queries/export.ts'
import { listedCustomers, shownCustomer, type ListedCustomer, type ShownCustomer } from '../queries/shop.ts'

export type { ListedCustomer, ShownCustomer } from '../queries/shop.ts'

/*
 * What the merchant does with customers. Everything but looking is an event of the account, which its owner sees, too.
 */

type Work = Pick<Ctx, 'transact' | 'now' | 'live'>

/** Calls `each` with the matching customers, the newest first, at most `most`, those after the id `before`. */
export async function listCustomers(
  db: Db,
  { search, before, most }: { search: string; before: number | null; most: number },
  each: (customer: ListedCustomer) => void | Promise<void>,
): Promise<void> {
  let left = most
  for (let last = before ?? Number.MAX_SAFE_INTEGER; left > 0;) {
    const found = await listedCustomers(db, search, last, Math.min(left, 500))
    for (const customer of found) await each(customer)
    const end = found.at(-1)
    if (end === undefined) return
    last = end.id
    left -= found.length
  }
}

/** By number, e-mail address or mobile number, however it is typed; closed accounts by number alone. Null for none. */
export function findForShop(db: Db, given: string): Promise<ShownCustomer | null> {
  const text = given.trim()
  return shownCustomer(db, text.toUpperCase(), readAccount(text, ''))
}

/** All that the shop stores about a customer, as one document, as the customer itself would get it. */
export async function exportForShop(
  { transact, now }: Pick<Work, 'transact' | 'now'>,
  customer: number,
): Promise<Record<string, unknown>> {
  return transact(async (tx) => {
    await addShopEvent(tx, now, customer, 'shop_exported', {})
    return exportCustomer(tx, customer, ownerHash(customer))
  })
}

/** Signs a customer out everywhere; how many sessions ended. */
export async function endSessionsForShop({ transact, now, live }: Work, customer: number): Promise<number> {
  return transact(async (tx) => {
    const ended = await endSessions(tx, customer, null, 'elsewhere', now)
    if (ended.length === 0) return 0
    await addShopEvent(tx, now, customer, 'shop_ended_sessions', { count: ended.length })
    await tellEnded({ live }, tx, customer)
    return ended.length
  })
}

/** Gives store credit, or takes it. Asked for again under the same key, it is done once. */
export async function giveCredit(
  { transact, now }: Pick<Work, 'transact' | 'now'>,
  change: ShopCredit,
): Promise<Result<{ balance: number; isAgain: boolean }, CreditFault>> {
  return transact(async (tx) => {
    const changed = await changeCredit(tx, change, now)
    if (!changed.ok) return no(changed.problem)
    if (!changed.value.isAgain) await addShopEvent(tx, now, change.customer, 'shop_changed_credit', {})
    return ok(changed.value)
  })
}
