import { Refusal } from '#platform/server/answers.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { findCustomer, lockCustomer, type CustomerRow } from '../queries/customers.ts'

/*
 * The customer who is signed in. Its account may have been closed since the request's session was read: then the call
 * is refused as the next one would be, by what refuses guests before the action.
 */

export async function ownCustomer(db: Db, customer: number): Promise<CustomerRow> {
  return (await findCustomer(db, customer)) ?? refuse()
}

/**
 * Begins a transaction that writes about the customer or its session. Without it, what is written while the account is
 * being closed would stay behind, or name a session that is gone.
 */
export async function lockOwn(tx: Tx, customer: number): Promise<void> {
  if (!(await lockCustomer(tx, customer))) refuse()
}

function refuse(): never {
  throw new Refusal('sign_in_required')
}
