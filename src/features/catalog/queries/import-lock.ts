import { sql } from 'kysely'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

// An advisory lock number that no other program on the same database should use.
const lockKey = 7_482_651_094

/**
 * Lets one import at a time write to the catalogue. Null if another one holds the lock; the lock ends with its
 * process, even if that is killed.
 */
export async function lockImports(db: Database): Promise<{ release(): Promise<void> } | null> {
  const client = await db.pool.connect()
  try {
    const { rows: found } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockKey],
    )
    if (found[0]?.taken !== true) {
      client.release()
      return null
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    release: async () => {
      try {
        await client.query('select pg_advisory_unlock($1)', [lockKey])
        client.release()
      } catch {
        // A connection that failed has lost the lock with its session.
        client.release(true)
      }
    },
  }
}

/** Lets this transaction take its time: for a file that is slow to read, or pictures that are slow to draw. */
export async function allowPauses(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(rows(tx))
  await tx.withoutTimeLimit()
}
