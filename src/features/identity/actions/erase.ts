import { putPicture } from '#features/account/queries/customers.ts'
import { closeCustomer, deleteAccess } from '#features/account/queries/erase.ts'
import { identitiesOf } from '#features/account/queries/identities.ts'
import type { AccountName } from '#features/account/rules/account-name.ts'
import { credentialRemovers } from '#features/account/rules/credential-removers.ts'
import { endWaiting } from '#features/account/rules/end-access.ts'
import { markErased } from '#features/account/rules/erased-emails.ts'
import { deleteAddressBook } from '#features/addresses/queries/book.ts'
import { deleteAlerts } from '#features/alerts/queries.ts'
import { deleteCart } from '#features/cart/queries/prune.ts'
import { deleteCheckouts } from '#features/checkout/queries/checkouts.ts'
import { deleteCommentsOf } from '#features/content/queries/comments.ts'
import { withdrawArticlesOf } from '#features/content/rules/withdraw.ts'
import { deleteList } from '#features/favourites/queries/lists.ts'
import { deleteInquiriesOf } from '#features/inquiries/queries.ts'
import { giveUpPicture } from '#features/media/rules/uploads.ts'
import { deleteSubscription } from '#features/newsletter/queries.ts'
import { deleteReturnWords, payBackCreditReturns } from '#features/returns/queries/write.ts'
import { eraseNotifications } from '#features/notifications/rules/erase.ts'
import { deleteWordsOf } from '#features/questions/queries/write.ts'
import { announceQuestions } from '#features/questions/rules/tags.ts'
import { eraseReviews } from '#features/reviews/rules/erase.ts'
import { deleteClaims } from '#features/promotions/queries/claims.ts'
import { deleteSessions } from '#features/session/queries/sessions.ts'
import { ownerHash } from '#features/session/rules/who.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { deleteMailsOf } from '#platform/server/db/queries-outbox.ts'
import { deleteChanges } from '../queries.ts'

/**
 * Closes an account for ever: deletes what it is signed in with, what it gathered, the person's own words, and what else
 * the shop has under its proven e-mail address and number. Orders stay with their mails, as bookkeeping law asks, and
 * the log of the account stays for 30 days. A mail that the account is closed is written afterwards. False when it was
 * closed before.
 * @param withUnproven for the merchant alone: also what is there under an address that nobody has proven
 */
export async function eraseCustomer(
  tx: Tx,
  customer: number,
  now: Date,
  withUnproven = false,
): Promise<boolean> {
  if (!(await closeCustomer(tx, customer, now))) return false
  const owner = ownerHash(customer)
  const names = await identitiesOf(tx, customer)
  await deleteWritten(
    tx,
    customer,
    names.filter(({ verifiedAt }) => withUnproven || verifiedAt !== null),
    now,
  )
  await deleteChanges(tx, customer)
  // Before the identities, by which codes are found.
  await endWaiting(tx, customer)
  await deleteAccess(tx, customer)
  for (const remove of credentialRemovers) await remove(tx, customer, null)
  await deleteClaims(tx, customer)
  // Nobody could spend it as store credit.
  await payBackCreditReturns(tx, customer)
  for (const picture of await deleteReturnWords(tx, customer)) await giveUpPicture(tx, picture)
  const picture = await putPicture(tx, customer, null)
  if (picture !== null) await giveUpPicture(tx, picture)
  await deleteSessions(tx, customer)
  await withdrawArticlesOf(tx, customer)
  const commented = await deleteCommentsOf(tx, customer)
  await announceChanges(
    tx,
    commented.map((article) => `article:${article}`),
    true,
  )
  await deleteAddressBook(tx, customer)
  await deleteList(tx, customer)
  await deleteCheckouts(tx, owner)
  await deleteCart(tx, owner)
  return true
}

/** What tables have under an e-mail address or number, without a customer of theirs. */
async function deleteWritten(
  tx: Tx,
  customer: number,
  names: readonly AccountName[],
  now: Date,
): Promise<void> {
  const emails = names.filter(({ kind }) => kind === 'email').map(({ account }) => account)
  for (const email of emails) {
    await deleteSubscription(tx, email)
    await deleteAlerts(tx, email)
  }
  await eraseNotifications(tx, customer, emails)
  for (const picture of await deleteInquiriesOf(tx, customer, emails)) await giveUpPicture(tx, picture)
  for (const product of await deleteWordsOf(tx, customer, emails)) await announceQuestions(tx, product, true)
  await eraseReviews(tx, customer, now)
  // Last: whoever writes a mail holds what it is about, and was waited for above.
  await deleteMailsOf(
    tx,
    names.map(({ account }) => account),
    'order.',
  )
  await markErased(tx, emails, now)
}
