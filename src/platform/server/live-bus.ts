import type { Logger } from 'pino'
import type { LiveMessage } from '#wire/live-messages.ts'
import type { Db } from './db/db.ts'
import { listenTo } from './db/listen.ts'
import { liveChannel, notifyLive } from './db/queries-live-channel.ts'

/** Every page, whatever it follows. */
export const everybody = 'everybody'

/** Announces to all nodes what a committed transaction changed; actions use it. */
export interface LiveTeller {
  tell(topic: string, message: LiveMessage): void
}

/** Milliseconds for which messages are gathered, to be sent in one statement. */
const gather = 50
/**
 * The most gathered messages. Beyond it the oldest are dropped: a page that misses one is right again with the next.
 */
const mostWaiting = 1_000

export interface LiveBus extends LiveTeller {
  close(): Promise<void>
}

/** Carries messages from the node where something happened to all nodes, this one too. */
export async function openBus(options: {
  db: Db
  url: string
  log: Logger
  heard: (topic: string, message: LiveMessage) => void
}): Promise<LiveBus> {
  const { db, url, log } = options
  // A set: the same change announced twice is sent once.
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const send = async (): Promise<void> => {
    timer = null
    const payloads = [...waiting]
    waiting = new Set()
    try {
      await notifyLive(db, payloads)
    } catch (error) {
      log.warn({ err: error }, 'live messages could not be sent')
    }
  }

  const listening = await listenTo({
    url,
    channel: liveChannel,
    log,
    heard: (payload) => {
      const read = payload === null ? null : readPayload(payload)
      if (read) options.heard(read.topic, read.message)
    },
  })

  return {
    tell(topic, message) {
      if (waiting.size >= mostWaiting) waiting.delete(waiting.values().next().value!)
      waiting.add(livePayload(topic, message))
      timer ??= setTimeout(() => void send(), gather).unref()
    },
    close: async () => {
      if (timer) {
        clearTimeout(timer)
        await send()
      }
      await listening.close()
    },
  }
}

/** As it travels between nodes. */
export function livePayload(topic: string, message: LiveMessage): string {
  return JSON.stringify({ topic, message })
}

// Only this program writes to the channel, but a node of another version may.
function readPayload(payload: string): { topic: string; message: LiveMessage } | null {
  try {
    const { topic, message } = JSON.parse(payload) as { topic?: unknown; message?: { type?: unknown } }
    const known = typeof message?.type === 'string'
    return typeof topic === 'string' && known ? { topic, message: message as LiveMessage } : null
  } catch {
    return null
  }
}
