import pg from 'pg'
import type { Logger } from 'pino'
import { guarded } from '../guarded.ts'

export interface ListenOptions {
  url: string
  channel: string
  log: Logger
  /** With the payload; and with null whenever notifications may have been missed: after each connection. */
  heard: (payload: string | null) => void
}

/** LISTENs on a connection of its own, which is made again when it is lost. NOTIFY is not durable. */
export async function listenTo({
  url,
  channel,
  log,
  heard,
}: ListenOptions): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | null = null
  let closed = false

  const listen = async (): Promise<void> => {
    if (closed) return
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'violet listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    const lost = (error?: Error): void => {
      if (client !== mine) return
      client = null
      if (closed) return
      log.warn({ err: error, channel }, 'the LISTEN connection was lost; trying again until it is back')
      setTimeout(() => void listen(), 1_000).unref()
    }
    client = mine
    const end = guarded(log, 'the end of the LISTEN connection', lost)
    const notified = ({ payload }: pg.Notification): void => heard(payload ?? '')
    mine.on('error', end)
    mine.on('end', end)
    mine.on('notification', guarded(log, 'a notification of the database', notified))
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
      heard(null)
    } catch (error) {
      lost(error instanceof Error ? error : undefined)
    }
  }

  await listen()
  return {
    close: async () => {
      closed = true
      const mine = client
      client = null
      await mine?.end().catch(() => {})
    },
  }
}
