import pg from 'pg'
import { PreparingClient } from '#platform/server/db/preparing-client.ts'

/*
 * Connections that outlive the pool that opened them. A new one costs a process of PostgreSQL that has to read about
 * each table and plan each statement anew: that was half of the time of tests.
 */

/** More than one test needs at a time is seldom needed again. */
const mostKept = 4

/** What a session may hold beyond the end of a test. */
const forget = `rollback; reset session authorization; reset all; unlisten *;
  select pg_advisory_unlock_all()`

export interface Warm {
  /** From now on the pool opens its connections here, and leaves those here that are in order when it ends. */
  serve(pool: pg.Pool): void
  /** The processes of PostgreSQL behind those that are here. */
  pids(): number[]
  /** Makes those that are here as if they were new. */
  clean(): Promise<void>
  /** Ends those that are here. */
  end(): Promise<void>
}

interface Kept extends PreparingClient {
  processID: number
}

type Callback = (error?: Error | null) => void

export function keepWarm(): Warm {
  const kept = new Set<Kept>()

  const leave = (client: Kept): boolean => {
    if (kept.size >= mostKept || client.getTransactionStatus() !== 'I') return false
    client.removeAllListeners()
    const lost = (): void => void kept.delete(client)
    client.on('error', lost)
    client.on('end', lost)
    kept.add(client)
    return true
  }

  const opened = (pool: pg.Pool, options: pg.ClientConfig): Kept => {
    const [found] = kept
    if (found === undefined) return lent(new PreparingClient(options) as Kept, pool)
    kept.delete(found)
    found.removeAllListeners()
    return lent(found, pool, true)
  }

  const lent = (client: Kept, pool: pg.Pool, isOpen = false): Kept => {
    const { connect, end } = PreparingClient.prototype
    // As a pool calls them: with a callback. A client that is ended without one is to be gone.
    const opens = (callback: Callback): void => process.nextTick(callback, null)
    const ends = (...callback: Callback[]): unknown =>
      callback.length > 0 && pool.ending && leave(client)
        ? process.nextTick(callback[0]!)
        : Reflect.apply(end, client, callback)
    return Object.assign(client, { connect: isOpen ? opens : connect, end: ends })
  }

  return {
    serve(pool) {
      const own = pool as pg.Pool & { Client: unknown }
      own.Client = function (options: pg.ClientConfig) {
        return opened(pool, options)
      }
    },
    pids: () => [...kept].map(({ processID }) => processID),
    clean: async () => void (await Promise.all([...kept].map((client: pg.Client) => client.query(forget)))),
    end: async () => {
      const all = [...kept]
      kept.clear()
      await Promise.all(all.map((client) => Reflect.apply(PreparingClient.prototype.end, client, [])))
    },
  }
}
