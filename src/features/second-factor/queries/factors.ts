import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* All SQL on authenticator apps and recovery codes. */

export interface FactorRow {
  /** As `seal` made it. */
  secret: Buffer
  isConfirmed: boolean
}

/** The customer's authenticator app; null when none was ever set up. */
export async function findFactor(db: Db, customer: number): Promise<FactorRow | null> {
  const { rows: found } = await sql<FactorRow>`
    select secret, confirmed_at is not null as "isConfirmed"
    from second_factors
    where customer_id = ${customer}`.execute(rows(db))
  return found[0] ?? null
}

/** Whether the second factor is asked for: an app is in use. */
export async function hasFactor(db: Db, customer: number): Promise<boolean> {
  return (await findFactor(db, customer))?.isConfirmed === true
}

/** Begins to set an app up, anew while its first code has not come. False when one is in use. */
export async function putFactor(
  tx: Tx,
  customer: number,
  { secret, session, now }: { secret: Buffer; session: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into second_factors (customer_id, secret, session_id, created_at)
    values (${customer}, ${secret}, ${session}, ${now})
    on conflict (customer_id) do update set secret = excluded.secret, session_id = excluded.session_id,
      created_at = excluded.created_at
    where second_factors.confirmed_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** The first code has come: from now on it is asked for. False when the secret was changed meanwhile, or is in use. */
export async function confirmFactor(
  tx: Tx,
  customer: number,
  { secret, step, now }: { secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factors
    set confirmed_at = ${now}, last_step = ${step}
    where customer_id = ${customer}
      and secret = ${secret}
      and confirmed_at is null
      and last_step < ${step}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Takes a step's code: of any number at once one is taken, and none of an earlier step afterwards. */
export async function spendStep(
  tx: Tx,
  customer: number,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factors
    set last_step = ${step}
    where customer_id = ${customer}
      and secret = ${secret}
      and confirmed_at is not null
      and last_step < ${step}`.execute(rows(tx))
  return numAffectedRows === 1n
}

/**
 * Removes the app and its recovery codes. False when there was no app in use.
 * @param added only one that was added since then, but by that session; null for any
 */
export async function deleteFactor(
  tx: Tx,
  customer: number,
  added: { factorSince: Date; but: number | null } | null,
): Promise<boolean> {
  const { rows: deleted } = await sql<{ wasUsed: boolean }>`
    delete from second_factors
    where customer_id = ${customer}
      and (
        ${added === null}
        or (
          created_at >= ${added?.factorSince ?? null}
          and (
            ${added?.but ?? null}::bigint is null or session_id is distinct from ${added?.but ?? null}::bigint
          )
        )
      )
    returning confirmed_at is not null as "wasUsed"`.execute(rows(tx))
  if (deleted.length === 0) return false
  await sql`delete from recovery_codes where customer_id = ${customer}`.execute(rows(tx))
  return deleted[0]!.wasUsed
}

/** Removes recovery codes that were made anew since then: whoever did so has seen them. The app stays. */
export async function deleteRenewedCodes(
  tx: Tx,
  customer: number,
  added: { factorSince: Date; but: number | null } | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from recovery_codes
    where customer_id = ${customer}
      and (
        ${added === null}
        or exists (
          select from security_events
          where customer_id = ${customer}
            and kind = 'recovery_codes_made'
            and at >= ${added?.factorSince ?? null}
            and (
              ${added?.but ?? null}::bigint is null
              or session_id is distinct from ${added?.but ?? null}::bigint
            )
        )
      )`.execute(rows(tx))
  return numAffectedRows !== 0n
}

/** New codes take the place of all before. False when there is no app in use. @param hashes of `recoveryHash` */
export async function putRecoveryCodes(
  tx: Tx,
  customer: number,
  hashes: readonly Buffer[],
): Promise<boolean> {
  // Two at once would leave the codes of both.
  const { rows: locked } = await sql`
    select from second_factors
    where customer_id = ${customer} and confirmed_at is not null
    for update`.execute(rows(tx))
  if (locked.length === 0) return false
  await sql`delete from recovery_codes where customer_id = ${customer}`.execute(rows(tx))
  await sql`
    insert into recovery_codes (customer_id, code_hash)
    select ${customer}, unnest(${hashes}::bytea[])`.execute(rows(tx))
  return true
}

/** Uses a recovery code up: of any number at once one is right. */
export async function spendRecoveryCode(tx: Tx, customer: number, hash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes
    set used_at = ${now}
    where customer_id = ${customer} and code_hash = ${hash} and used_at is null`.execute(rows(tx))
  return numAffectedRows === 1n
}

/** Whether a recovery code still works, to be seen before it is used up. */
export async function hasRecoveryCode(db: Db, customer: number, hash: Buffer): Promise<boolean> {
  const { rows: found } = await sql`
    select from recovery_codes
    where customer_id = ${customer} and code_hash = ${hash} and used_at is null`.execute(rows(db))
  return found.length === 1
}

/** How many recovery codes still work. */
export async function countRecoveryCodes(db: Db, customer: number): Promise<number> {
  const { rows: found } = await sql<{ left: number }>`
    select count(*)::int as left
    from recovery_codes
    where customer_id = ${customer} and used_at is null`.execute(rows(db))
  return found[0]!.left
}
