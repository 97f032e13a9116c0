import { putPicture } from '#features/account/queries/customers.ts'
import { closeCustomer, deleteAccess } from '#features/account/queries/erase.ts'
import { credentialRemovers } from '#features/account/rules/credential-removers.ts'
import { endWaiting } from '#features/account/rules/end-access.ts'
import { deleteAddressBook } from '#features/addresses/queries/book.ts'
import { deleteCart } from '#features/cart/queries/prune.ts'
import { deleteCheckouts } from '#features/checkout/queries/checkouts.ts'
import { deleteList } from '#features/favourites/queries/lists.ts'
import { giveUpPicture } from '#features/media/rules/uploads.ts'
import { deleteClaims } from '#features/promotions/queries/claims.ts'
import { deleteSessions } from '#features/session/queries/sessions.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { deleteChanges } from '../queries.ts'

/**
 * Closes an account for ever: deletes what it is signed in with, what it gathered, and the person's own words. Orders
 * stay, as bookkeeping law asks, and the log of the account stays for 30 days. False when it was closed before.
 */
export async function eraseCustomer(tx: Tx, customer: number, now: Date): Promise<boolean> {
  if (!(await closeCustomer(tx, customer, now))) return false
  const owner = ownerHash(customer)
  await deleteChanges(tx, customer)
  // Before the identities, by which codes are found.
  await endWaiting(tx, customer)
  await deleteAccess(tx, customer)
  for (const remove of credentialRemovers) await remove(tx, customer, null)
  await deleteClaims(tx, customer)
  const picture = await putPicture(tx, customer, null)
  if (picture !== null) await giveUpPicture(tx, picture)
  await deleteSessions(tx, customer)
  await deleteAddressBook(tx, customer)
  await deleteList(tx, customer)
  await deleteCheckouts(tx, owner)
  await deleteCart(tx, owner)
  return true
}
