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
 * Claims rows one at a time and does their work, each in a transaction of its own, until there are none. Returns how
 * many.
 */
export async function eachClaimed<Row, Key>(
  db: Pick<Database, 'transact'>,
  { claim, keyOf, nameOf, work }: ClaimedWork<Row, Key>,
): Promise<number> {
  const faults = openFaults()
  const failed: Key[] = []
  let count = 0
  for (;;) {
    const claimed: { row: Row | null } = { row: null }
    try {
      await db.transact(async (tx) => {
        // A transaction that is retried may claim another row.
        claimed.row = null
        claimed.row = await claim(tx, failed)
        if (claimed.row !== null) await work(tx, claimed.row)
      })
      if (claimed.row !== null) count += 1
    } catch (error) {
      // The claim failed, and would again.
      if (claimed.row === null) return faults.end(error)
      faults.add(error, nameOf(claimed.row))
      failed.push(keyOf(claimed.row))
    }
    if (claimed.row === null) break
  }
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
