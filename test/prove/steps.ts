import type { Database } from '#platform/server/db/db.ts'
import { faults, plantFaults, withFault, type Fault } from './faulty-driver.ts'
import { checkHistory } from './history/history.ts'
import { readHistory, type SkuStock } from './history/history-rows.ts'

/*
 * `npm run prove -- steps`: each database statement of placing an order, of beginning to pay, of being paid and of
 * giving money back fails once, in each of four ways; the loop goes on until the work ends before its fault. After
 * each failure, and again after the second try, the books break no rule of the history checker. The second try
 * succeeds, and there is one order, one payment, one refund. The test `steps.test.ts` names the works.
 *
 * Source: how SQLite tests a lack of memory and errors of the disk (sqlite.org/testing.html, "Anomaly Testing"): the
 * 1st call fails, then the 2nd, and so on until nothing fails any more.
 * Size: every statement of four works, times four faults: 316 failures.
 * Limits: one statement fails in each run, never two; of the works only those four; PostgreSQL itself is well.
 */

/** A work that ends whole or not at all, and may be repeated. */
export interface Work<State> {
  name: string
  /** All that comes before it. */
  ready(): Promise<State>
  /** One try. False or an exception: it did not succeed. @param turn 0 for the first */
  attempt(state: State, turn: number): Promise<boolean>
  /** What is wrong when it has succeeded, also when it did so twice. */
  wrong(state: State): Promise<string[]>
  /** Before such a statement the transaction is torn, to see that the loop finds it; null: none is. */
  tornBefore: RegExp | null
}

export interface Failures {
  /** Statements that the work sends when all goes well. */
  statements: number
  /** Failures that were planted. */
  tries: number
  found: string[]
}

export interface FailOptions {
  before: readonly SkuStock[]
  /** Plants the bug of the work, which has to be found: ends with the first finding. */
  isTorn?: boolean
  kinds?: readonly Fault[]
  /** 3: each third statement fails, not each. */
  every?: number
}

/** Lets each statement of a work fail once, in each way. */
export async function failEach<State>(
  db: Database,
  work: Work<State>,
  { before, isTorn = false, kinds = faults, every = 1 }: FailOptions,
): Promise<Failures> {
  const result: Failures = { statements: 0, tries: 0, found: [] }
  const mend = plantFaults()
  try {
    for (const fault of kinds)
      for (let at = 1; ; at += every) {
        const state = await work.ready()
        const torn = isTorn && work.tornBefore !== null ? { tornBefore: work.tornBefore } : {}
        const first = await withFault({ at, fault, ...torn }, () => work.attempt(state, 0))
        const where = `${work.name}, statement ${at} ${fault} (${firstWords(first.hit)})`
        if (first.hit === null) {
          result.statements = first.statements.length
          if (!isDone(first.outcome))
            result.found.push(`${work.name} fails by itself: ${said(first.outcome)}`)
          result.found.push(...(await broken(db, before, work.name)))
          break
        }
        result.tries += 1
        result.found.push(...(await broken(db, before, where)))
        if (isDone(first.outcome)) result.found.push(...(await named(work.wrong(state), where)))
        const second = await withFault({ at: 0, fault }, () => work.attempt(state, 1))
        if (!isDone(second.outcome))
          result.found.push(`${where}: the second try does not succeed: ${said(second.outcome)}`)
        result.found.push(...(await named(work.wrong(state), `${where}, tried again`)))
        result.found.push(...(await broken(db, before, `${where}, tried again`)))
        if (isTorn && result.found.length > 0) return result
      }
    return result
  } finally {
    mend()
  }
}

type Outcome = { value: boolean } | { error: unknown }

function isDone(outcome: Outcome): boolean {
  return 'value' in outcome && outcome.value
}

function said(outcome: Outcome): string {
  return 'error' in outcome ? String(outcome.error) : 'it was refused'
}

async function broken(db: Database, before: readonly SkuStock[], where: string): Promise<string[]> {
  const violations = checkHistory(await readHistory(db.pool), before)
  return violations.map(({ rule, subject, text }) => `${where}: ${rule}: ${subject}: ${text}`)
}

async function named(faultsOf: Promise<string[]>, where: string): Promise<string[]> {
  return (await faultsOf).map((fault) => `${where}: ${fault}`)
}

function firstWords(statement: string | null): string {
  return (statement ?? '').trim().split(/\s+/).slice(0, 6).join(' ')
}
