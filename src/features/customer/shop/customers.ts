import { no, ok, type Result } from '#domain/result.ts'
import { distrustBrowsers } from '#features/account/queries/browsers.ts'
import { findCustomer, lockCustomer } from '#features/account/queries/customers.ts'
import { addShopEvent } from '#features/account/queries/events.ts'
import { readAccount } from '#features/account/rules/account-name.ts'
import { tellEnded } from '#features/account/rules/announce.ts'
import { endAccess } from '#features/account/rules/end-access.ts'
import { presentUser } from '#features/account/rules/present-user.ts'
import { changeCredit, type CreditFault, type ShopCredit } from '#features/credit/rules/change-credit.ts'
import { deleteFactor } from '#features/second-factor/queries/factors.ts'
import { eraseCustomer } from '#features/identity/actions/erase.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/db.ts'
import { exportCustomer } from '../queries/export.ts'
import { listedCustomers, shownCustomer, type ListedCustomer, type ShownCustomer } from '../queries/shop.ts'

export type { ListedCustomer, ShownCustomer } from '../queries/shop.ts'

/*
 * What the merchant does with customers. Everything but looking is an event of the account, which its owner sees, too.
 */

type Work = Pick<Ctx, 'transact' | 'now'>

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
  { transact, now }: Work,
  customer: number,
): Promise<Record<string, unknown>> {
  return transact(async (tx) => {
    await addShopEvent(tx, now, customer, 'shop_exported', {})
    const document = await exportCustomer(tx, customer, ownerHash(customer), true)
    const row = await findCustomer(tx, customer)
    return { ...document, avatar: row === null ? null : presentUser(row).avatar }
  })
}

/** Signs a customer out everywhere, also where a sign-in was only begun; how many sessions ended. */
export async function endSessionsForShop({ transact, now }: Work, customer: number): Promise<number> {
  return transact(async (tx) => {
    if (!(await lockCustomer(tx, customer))) return 0
    const count = await endAccess({ now }, tx, customer, null)
    if (count > 0) await addShopEvent(tx, now, customer, 'shop_ended_sessions', { count })
    return count
  })
}

/**
 * Turns the second factor off, for an owner who has neither the app nor the recovery codes any more; what knew it or
 * waited for it goes, too. False when there was none in use.
 */
export async function endFactorForShop({ transact, now }: Work, customer: number): Promise<boolean> {
  return transact(async (tx) => {
    if (!(await lockCustomer(tx, customer)) || !(await deleteFactor(tx, customer, null))) return false
    await distrustBrowsers(tx, customer)
    await endAccess({ now }, tx, customer, null)
    await addShopEvent(tx, now, customer, 'shop_ended_factor', {})
    return true
  })
}

/**
 * Gives store credit, or takes it. Asked for again under the same key, it is done once.
 * @param dryRun says what would be, and keeps nothing
 */
export async function giveCredit(
  { transact, now }: Work,
  change: ShopCredit,
  dryRun = false,
): Promise<Result<{ balance: number; isAgain: boolean }, CreditFault>> {
  const tried = await transact(async (tx) => {
    const changed = await changeCredit(tx, change, now)
    if (!changed.ok) return no(changed.problem)
    // A refusal rolls back what was tried.
    if (dryRun) return no({ name: 'dry_run' as const, value: changed.value })
    if (!changed.value.isAgain) await addShopEvent(tx, now, change.customer, 'shop_changed_credit', {})
    return ok(changed.value)
  })
  if (tried.ok) return tried
  return tried.problem.name === 'dry_run' ? ok(tried.problem.value) : no(tried.problem)
}

/** Closes an account for ever, and signs it out wherever it is open. False when it was closed before. */
export async function eraseForShop({ transact, now }: Work, customer: number): Promise<boolean> {
  return transact(async (tx) => {
    if (!(await eraseCustomer(tx, customer, now, true))) return false
    await addShopEvent(tx, now, customer, 'closed', {})
    await tellEnded(tx, customer)
    return true
  })
}
