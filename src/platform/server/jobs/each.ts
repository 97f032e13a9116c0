import type { Database, Tx } from '../db/db.ts'

/*
 * How loops go through their work: one piece that fails holds up none of the others, however many fail, and what failed
 * is thrown after all the others are done.
 */

/** Faults of one run that are reported each by itself; of the others, their number. */
const mostReported = 20

/** Does every piece of work, one after the other, whatever became of the others. */
export function doAll(pieces: readonly (() => Promise<unknown>)[]): Promise<void> {
  return eachOf(pieces, null, (piece) => piece())
}

/** Does every piece of work, all at the same time, whatever became of the others. */
export async function doTogether(pieces: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults = openFaults()
  await Promise.all(pieces.map((piece) => piece().catch((error: unknown) => faults.add(error))))
  faults.report()
}

/**
 * Does the work of every item, one after the other, whatever became of the others.
 * @param nameOf an item, for who reads what failed; null where the faults say it themselves
 */
export async function eachOf<Item>(
  items: Iterable<Item>,
  nameOf: ((item: Item) => string) | null,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const faults = openFaults()
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      faults.add(error, nameOf?.(item))
    }
  }
  faults.report()
}

/**
 * Does the work of every row that is due, found in batches by ascending id. Each is passed once in a run: those that
 * fail at the head of a batch are not found again in its place. Returns how many were changed.
 * @param kind of a row, for who reads what failed: `order`
 * @param find the next rows after an id
 * @param change false when nothing was to be done any more
 */
export async function eachDue<Row extends { readonly id: number }>(
  kind: string,
  find: (after: number) => Promise<readonly Row[]>,
  change: (row: Row) => Promise<boolean>,
): Promise<number> {
  const faults = openFaults()
  let count = 0
  for (let after = 0; ;) {
    const due = await find(after).catch((error: unknown) => faults.end(error))
    for (const row of due) {
      try {
        if (await change(row)) count += 1
      } catch (error) {
        faults.add(error, `${kind} ${row.id}`)
      }
    }
    const last = due.at(-1)
    if (last === undefined) break
    after = last.id
  }
  faults.report()
  return count
}

export interface ClaimedWork<Row, Key> {
  /**
   * The next row, with a lock on it; null when there is none.
   * @param failed keys to skip: of rows that failed in this run
   */
  claim: (tx: Tx, failed: readonly Key[]) => Promise<Row | null>
  /** What a row is skipped by, with all that has to wait for it. */
  keyOf: (row: Row) => Key
  /** For who reads what failed. */
  nameOf: (row: Row) => string
  /** In the transaction of the claim. Once that is committed, the row is not claimed again. */
  work: (tx: Tx, row: Row) => Promise<unknown>
}

/**
 * Claims rows and does their work, each in a transaction of its own, until there are none. Returns how many.
 * @param claimers how many rows are worked on at once, each with a connection to the database. Most of the time of a
 *   row is waiting for answers.
 */
export async function eachClaimed<Row, Key>(
  db: Pick<Database, 'transact'>,
  { claim, keyOf, nameOf, work }: ClaimedWork<Row, Key>,
  claimers = 1,
): Promise<number> {
  const faults = openFaults()
  const failed: Key[] = []
  let isAway = false
  let count = 0
  /** False when there is nothing more to claim. */
  const claimOne = async (): Promise<boolean> => {
    const claimed: { row: Row | null } = { row: null }
    try {
      await db.transact(async (tx) => {
        // A transaction that is retried may claim another row.
        claimed.row = null
        claimed.row = await claim(tx, failed)
        if (claimed.row !== null) await work(tx, claimed.row)
      })
      if (claimed.row !== null) count += 1
      return claimed.row !== null
    } catch (error) {
      if (claimed.row === null) {
        // The claim failed, and would again.
        if (!isAway) faults.add(error)
        isAway = true
        return false
      }
      const key = keyOf(claimed.row)
      // Another claimer may have taken it before it was known to fail.
      if (!failed.includes(key)) faults.add(error, nameOf(claimed.row))
      failed.push(key)
      return true
    }
  }
  const claimAll = async (): Promise<void> => {
    while (!isAway && (await claimOne()));
  }
  await Promise.all(Array.from({ length: claimers }, claimAll))
  faults.report()
  return count
}

export interface LeasedWork<Due, Row> {
  /** Of a row, for who reads what failed: `refund`. */
  kind: string
  /**
   * The next rows that are due; empty when there are none.
   * @param failed ids to skip: of rows that failed in this run
   */
  next: (failed: readonly number[]) => Promise<readonly Due[]>
  /** Takes a row, so that it is due for no node until the lease ends; null when another node was quicker. */
  lease: (due: Due) => Promise<Row | null>
  work: (row: Row) => Promise<unknown>
}

/**
 * Leases rows and does their work, which waits for others (a provider, a mail server) and has no transaction open
 * meanwhile, until there are none. Rows that are found together are worked on together. Returns how many.
 */
export async function eachLeased<Due extends { readonly id: number }, Row>({
  kind,
  next,
  lease,
  work,
}: LeasedWork<Due, Row>): Promise<number> {
  const faults = openFaults()
  const failed: number[] = []
  let count = 0
  const workOn = async (due: Due): Promise<void> => {
    try {
      const row = await lease(due)
      if (row === null) return
      await work(row)
      count += 1
    } catch (error) {
      faults.add(error, `${kind} ${due.id}`)
      failed.push(due.id)
    }
  }
  for (;;) {
    const all = await next(failed).catch((error: unknown) => faults.end(error))
    if (all.length === 0) break
    await Promise.all(all.map(workOn))
  }
  faults.report()
  return count
}

/** Collects what failed, and throws it: one fault as itself, several together. */
export function openFaults() {
  const faults: unknown[] = []
  let count = 0

  const add = (error: unknown, name?: string): void => {
    count += 1
    if (faults.length < mostReported) faults.push(name === undefined ? error : named(name, error))
  }
  const report = (): void => {
    if (count === 1) throw faults[0]
    if (count > 1) throw new AggregateError(faults, summary(faults, count))
  }
  /** Nothing more can be done. */
  const end = (error: unknown): never => {
    add(error)
    report()
    throw error
  }
  return { add, report, end }
}

function named(name: string, error: unknown): Error {
  return new Error(`${name}: ${messageOf(error)}`, { cause: error })
}

function summary(faults: readonly unknown[], count: number): string {
  const more = count > faults.length ? [`and ${count - faults.length} more`] : []
  return [...faults.map(messageOf), ...more].join('; ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
