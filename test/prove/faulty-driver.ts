import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { PreparingClient } from '#platform/server/db/preparing-client.ts'

/*
 * A driver of PostgreSQL in which one chosen statement of some work fails, as statements fail: beneath everything of
 * the shop, and only for what was begun within `withFault`, so that nothing else of the program is disturbed.
 */

export const faults = ['refused', 'conflicting', 'unsent', 'unanswered'] as const

/**
 * `refused`: PostgreSQL says that its disk is full. `conflicting`: that the transaction has to be repeated. `unsent`: the
 * connection breaks before the statement is on its way. `unanswered`: it breaks when PostgreSQL has done it, and nobody
 * hears of that.
 */
export type Fault = (typeof faults)[number]

export interface Plan {
  /** Of the statements of the work, the n-th fails; 0 for none. */
  at: number
  fault: Fault
  /**
   * A planted bug: what was done so far is committed before a statement that fits, as if those before it did not belong
   * to the transaction.
   */
  tornBefore?: RegExp
}

/** What the work sent. */
export interface Sent {
  statements: string[]
  /** The statement that failed; null when the work ended before it. */
  hit: string | null
}

interface Watch extends Sent {
  plan: Plan
}

const watched = new AsyncLocalStorage<Watch>()

/** What the work came to; what it throws is given back. */
export async function withFault<T>(
  plan: Plan,
  work: () => Promise<T>,
): Promise<Sent & { outcome: { value: T } | { error: unknown } }> {
  const watch: Watch = { plan, statements: [], hit: null }
  const outcome = await watched.run(watch, () =>
    work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  )
  return { statements: watch.statements, hit: watch.hit, outcome }
}

type Callback = (error: Error | null, result?: unknown) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Puts the faults into the driver; the answer takes them out again. */
export function plantFaults(): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const whole = prototype.query
  prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const watch = watched.getStore()
    const [asked, callback] = args
    // All that the shop sends comes like this: see PreparingClient.
    if (watch === undefined || !(this instanceof PreparingClient) || !isAsked(asked) || !isCallback(callback))
      return whole.apply(this, args)
    const send = (what: Asked, heard: Callback): unknown => whole.call(this, what, heard)
    const { plan } = watch
    if (plan.tornBefore?.test(asked.text) === true) send({ text: 'commit; begin' }, () => {})
    watch.statements.push(asked.text)
    if (watch.statements.length !== plan.at) return send(asked, callback)
    watch.hit = asked.text
    switch (plan.fault) {
      case 'refused':
        return send({ text: raising('53100') }, callback)
      case 'conflicting':
        return send({ text: raising('40001') }, callback)
      case 'unsent':
        hangUp(this)
        return send(asked, callback)
      case 'unanswered':
        // Heard when the connection is known to be gone: the pool must not hand it out again.
        return send(asked, () => {
          this.once('end', () => callback(new Error('Connection terminated unexpectedly')))
          hangUp(this)
        })
    }
  }
  return () => {
    prototype.query = whole
  }
}

interface Asked {
  text: string
  name?: string
  values?: unknown[]
}

function isAsked(asked: unknown): asked is Asked {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
}

function isCallback(given: unknown): given is Callback {
  return typeof given === 'function'
}

function raising(code: string): string {
  return `do $$ begin raise exception 'planted' using errcode = '${code}'; end $$`
}

function hangUp(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
