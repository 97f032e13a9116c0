import pg from 'pg'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'

/** Milliseconds from the beginning of one statement to that of the next; the first one goes out at once. */
const pace = 20
/**
 * The most gathered payloads. Beyond it the oldest are dropped: a page that misses one is right again with the next.
 */
const mostWaiting = 1_000
/** PostgreSQL takes less than 8000 bytes in one notification. */
const mostBytes = 7_900
/** Milliseconds for a statement, which has nothing to wait for but others of its kind. */
const patience = 2_000

export interface Notifier {
  /**
   * Sends a notification to everybody who LISTENs, with what else is gathered; the same one twice is sent once. It is
   * lost when the process dies or PostgreSQL cannot be reached: what must arrive is a row, and this only wakes its
   * readers. Throws on payloads above the limit.
   * @param payload '' to wake
   */
  notify(channel: string, payload: string): void
  /** Resolves when all that is gathered has been sent; rejects when something of it could not be. */
  flush(): Promise<void>
  /** Sends what is gathered first. */
  close(): Promise<void>
}

interface Notification {
  channel: string
  payload: string
}

/**
 * Sends notifications outside of the transactions that they tell of, on a connection of its own, one statement at a
 * time. A transaction that NOTIFYs takes a lock of the whole server when it commits, and holds it until its log is on
 * the disk: such commits go one after the other. One that does nothing else has no log to wait for.
 */
export function openNotifier({ url, log }: { url: string; log: Logger }): Notifier {
  let waiting = new Map<string, Notification>()
  let connection: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  /** Resolves with what it failed with, or null. */
  let sending: Promise<Error | null> | null = null
  let begunAt = -Infinity
  let isClosed = false

  const connect = async (): Promise<pg.Client> => {
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'violet notify',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: patience,
    })
    const lost = (): void => {
      if (connection === mine) connection = null
    }
    const end = guarded(log, 'the end of the NOTIFY connection', lost)
    mine.on('error', end)
    mine.on('end', end)
    await mine.connect()
    connection = mine
    return mine
  }

  const send = async (all: readonly Notification[]): Promise<void> => {
    const known = connection
    try {
      await query(known ?? (await connect()), all)
    } catch (error) {
      // An answer that comes late must not be taken for that of the next statement.
      connection?.end().catch(() => {})
      connection = null
      if (known === null) throw error
      // One that was idle may have been lost without a word.
      await query(await connect(), all)
    }
  }

  const begin = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const all = [...waiting.values()]
    waiting = new Map()
    begunAt = performance.now()
    sending = outcomeOf(all).finally(() => {
      sending = null
      plan()
    })
  }

  const outcomeOf = async (all: readonly Notification[]): Promise<Error | null> => {
    try {
      await send(all)
      return null
    } catch (error) {
      log.warn({ err: error }, 'notifications could not be sent; what they tell of is found later')
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  const plan = (): void => {
    if (timer !== null || sending !== null || waiting.size === 0) return
    const wait = Math.max(0, begunAt + pace - performance.now())
    timer = setTimeout(guarded(log, 'sending notifications', begin), wait).unref()
  }

  const flush = async (): Promise<void> => {
    let failure: Error | null = null
    while (sending !== null || waiting.size > 0) {
      if (sending === null) begin()
      failure = (await sending) ?? failure
    }
    if (failure !== null) throw failure
  }

  return {
    notify(channel, payload) {
      if (Buffer.byteLength(payload) > mostBytes)
        throw new RangeError(`a notification has more than ${mostBytes} bytes`)
      if (isClosed) return
      waiting.set(`${channel} ${payload}`, { channel, payload })
      if (waiting.size > mostWaiting) dropOldest(waiting)
      plan()
    },
    flush,
    close: async () => {
      // It is in the log.
      await flush().catch(() => {})
      isClosed = true
      await connection?.end().catch(() => {})
    },
  }
}

async function query(client: pg.Client, all: readonly Notification[]): Promise<void> {
  const [channels, payloads] = [all.map(({ channel }) => channel), all.map(({ payload }) => payload)]
  await client.query(
    'select pg_notify(n.channel, n.payload) from unnest($1::text[], $2::text[]) n (channel, payload)',
    [channels, payloads],
  )
}

/** Wake-ups stay: there is one for each channel. */
function dropOldest(waiting: Map<string, Notification>): void {
  for (const [key, { payload }] of waiting)
    if (payload !== '') {
      waiting.delete(key)
      return
    }
}
