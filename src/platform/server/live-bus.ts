import type { Logger } from 'pino'
import type { LiveMessage } from '#wire/live-messages.ts'
import type { Database } from './db/db.ts'
import { listenTo } from './db/listen.ts'
import { liveChannel } from './db/queries-live-channel.ts'

/** Every page, whatever it follows. */
export const everybody = 'everybody'

/**
 * Announces to all nodes what a committed transaction changed; actions use it. A message may be lost: what must arrive
 * is a row of `announceChanges`.
 */
export interface LiveTeller {
  /** A page that follows several of the topics hears it once. */
  tell(topics: string | readonly string[], message: LiveMessage): void
}

export interface LiveBus extends LiveTeller {
  close(): Promise<void>
}

/** Carries messages from the node where something happened to all nodes, this one too. */
export async function openBus(options: {
  db: Pick<Database, 'notifier'>
  url: string
  log: Logger
  heard: (topics: readonly string[], message: LiveMessage) => void
}): Promise<LiveBus> {
  const { db, url, log } = options
  const listening = await listenTo({
    url,
    channel: liveChannel,
    log,
    heard: (payload) => {
      const read = payload === null ? null : readPayload(payload)
      if (read) options.heard(read.topics, read.message)
    },
  })

  return {
    ...liveTeller(db),
    close: async () => {
      // What fails is in the log.
      await db.notifier.flush().catch(() => {})
      await listening.close()
    },
  }
}

/** Sends messages from a program that listens to none. */
export function liveTeller({ notifier }: Pick<Database, 'notifier'>): LiveTeller {
  return { tell: (topic, message) => notifier.notify(liveChannel, JSON.stringify({ topic, message })) }
}

// Only this program writes to the channel, but a node of another version may.
function readPayload(payload: string): { topics: string[]; message: LiveMessage } | null {
  try {
    const { topic, message } = JSON.parse(payload) as { topic?: unknown; message?: { type?: unknown } }
    const topics = Array.isArray(topic) ? (topic as unknown[]) : [topic]
    const known = typeof message?.type === 'string' && topics.every((one) => typeof one === 'string')
    return known ? { topics, message: message as LiveMessage } : null
  } catch {
    return null
  }
}
