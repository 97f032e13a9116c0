import { deleteAccounts } from '#features/oauth/queries/accounts.ts'
import { deletePasskeys } from '#features/passkeys/queries/passkeys.ts'
import { deleteFactor, deleteRenewedCodes } from '#features/second-factor/queries/factors.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** What came since a moment, whichever session added it. */
export interface AddedSince {
  since: Date
  /** Of the second factor. Later than the rest where a mailbox alone is the proof: the factor is there to withstand it. */
  factorSince: Date
  /** The session whose additions stay, where they are known; null for none. */
  but: number | null
}

/** Removes credentials of one kind; for null, whatever there is of it. Returns whether there was any. */
type CredentialRemover = (tx: Tx, customer: number, added: AddedSince | null) => Promise<boolean>

/**
 * What somebody could come in by again who had a session that was not the customer's: every kind of credential that a
 * session can add has its line here.
 */
export const credentialRemovers: readonly CredentialRemover[] = [
  deleteFactor,
  deleteRenewedCodes,
  deletePasskeys,
  deleteAccounts,
]
