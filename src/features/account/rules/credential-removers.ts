import { deleteAccounts } from '#features/oauth/queries/accounts.ts'
import { deletePasskeys } from '#features/passkeys/queries/passkeys.ts'
import { deleteFactor } from '#features/second-factor/queries/factors.ts'
import type { Tx } from '#platform/server/db/db.ts'

/** Removes what a session added of one kind; for null, whatever there is of it. Returns whether there was any. */
type CredentialRemover = (tx: Tx, customer: number, session: number | null) => Promise<boolean>

/**
 * What somebody could come in by again who had a session that was not the customer's: every kind of credential that a
 * session can add has its line here.
 */
export const credentialRemovers: readonly CredentialRemover[] = [deleteFactor, deletePasskeys, deleteAccounts]
