import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import { livePath, type FromPage, type ToPage, type Watch } from '#wire/live-messages.ts'
import { fromPage } from '#wire/live.ts'

/*
 * The WebSocket connections of this node. A ticket authorises a connection; a connection follows a set of topics.
 */

/** Bytes of a page's message: a hundred product ids are 1 kB. */
const maxPayload = 4_096
/** Bytes that may wait for a slow reader. A slower reader is disconnected; it refetches after reconnecting. */
const mostWaiting = 64 * 1_024
/** Messages that a page may send in ten seconds; its ping is one. */
const mostSaid = 20

export interface LiveTicket {
  locale: string
}

export interface LiveSocket<T extends LiveTicket> {
  readonly ticket: T
  readonly topics: ReadonlySet<string>
  /** Replaces the topics that it followed before. */
  follow(topics: Iterable<string>): void
  send(message: ToPage): void
}

export interface LiveOptions<T extends LiveTicket> {
  log: Logger
  /** The ticket of a session that was not used yet, or null. */
  redeem(session: string): Promise<T | null>
  isAllowedOrigin(request: IncomingMessage): boolean
  heard(socket: LiveSocket<T>, message: Watch): void
  /** Sockets of this node at once. */
  most?: number
  /** Milliseconds between two pings. */
  pingEvery?: number
}

export interface Live<T extends LiveTicket> {
  /** For the HTTP server's `upgrade`; false when the address is not the channel's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** The sockets of this node that follow a topic. */
  followers(topic: string): Iterable<LiveSocket<T>>
  sockets(): Iterable<LiveSocket<T>>
  /** Closes every connection with "service restarts". Resolves when they are gone. */
  close(): Promise<void>
}

interface Connected<T extends LiveTicket> extends LiveSocket<T> {
  ws: WebSocket
  topics: Set<string>
  answered: boolean
}

export function createLive<T extends LiveTicket>(options: LiveOptions<T>): Live<T> {
  const { log, most = 5_000, pingEvery = 30_000 } = options
  const server = new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connected = new Set<Connected<T>>()
  const byTopic = new Map<string, Set<Connected<T>>>()
  let opening = 0
  let closed = false

  const timer = setInterval(() => {
    for (const socket of connected) {
      if (!socket.answered) socket.ws.terminate()
      socket.answered = false
      socket.ws.ping()
    }
  }, pingEvery)
  timer.unref()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const url = new URL(request.url ?? '/', 'http://shop.invalid')
    if (url.pathname !== livePath) return false
    const gone = (): void => void socket.destroy()
    socket.on('error', gone)
    const session = url.searchParams.get('session') ?? ''
    if (closed || connected.size + opening >= most) refuse(socket, '503 Service Unavailable')
    else if (!options.isAllowedOrigin(request) || !/^[\w-]{43}$/.test(session))
      refuse(socket, '403 Forbidden')
    else if (url.searchParams.get('format') !== 'json') refuse(socket, '400 Bad Request')
    else {
      opening += 1
      options
        .redeem(session)
        .then((ticket) => {
          if (ticket === null) return refuse(socket, '401 Unauthorized')
          if (closed) return refuse(socket, '503 Service Unavailable')
          socket.off('error', gone)
          return server.handleUpgrade(request, socket, head, (ws) => connect(ws, ticket))
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a live connection could not be opened')
          refuse(socket, '503 Service Unavailable')
        })
        .finally(() => (opening -= 1))
    }
    return true
  }

  function connect(ws: WebSocket, ticket: T): void {
    const socket: Connected<T> = {
      ws,
      ticket,
      topics: new Set(),
      answered: true,
      follow(topics) {
        drop(socket)
        for (const topic of topics) {
          socket.topics.add(topic)
          const followers = byTopic.get(topic)
          if (followers) followers.add(socket)
          else byTopic.set(topic, new Set([socket]))
        }
      },
      send(message) {
        if (ws.readyState !== ws.OPEN) return
        if (ws.bufferedAmount > mostWaiting) ws.terminate()
        else ws.send(JSON.stringify(message))
      },
    }
    connected.add(socket)
    let said = 0
    let since = Date.now()
    ws.on('pong', () => (socket.answered = true))
    ws.on('error', () => ws.terminate())
    ws.on('close', () => {
      drop(socket)
      connected.delete(socket)
    })
    ws.on('message', (data, isBinary) => {
      socket.answered = true
      if (Date.now() - since > 10_000) {
        said = 0
        since = Date.now()
      }
      said += 1
      const message =
        isBinary || !Buffer.isBuffer(data) || said > mostSaid ? null : readMessage(data.toString())
      if (message === null) ws.close(said > mostSaid ? 1008 : 1007)
      else if ('code' in message) socket.send({ code: 200, msg: 'pong' })
      else options.heard(socket, message)
    })
  }

  function drop(socket: Connected<T>): void {
    for (const topic of socket.topics) {
      const followers = byTopic.get(topic)
      followers?.delete(socket)
      if (followers?.size === 0) byTopic.delete(topic)
    }
    socket.topics.clear()
  }

  return {
    upgrade,
    followers: (topic) => byTopic.get(topic) ?? [],
    sockets: () => connected,
    close: async () => {
      closed = true
      clearInterval(timer)
      const ended = [...connected].map(
        ({ ws }) =>
          new Promise<void>((resolve) => {
            ws.once('close', () => resolve())
            // 1012: the service restarts.
            ws.close(1012)
            // A connection that does not confirm closing is terminated.
            setTimeout(() => ws.terminate(), 1_000).unref()
          }),
      )
      await Promise.all(ended)
    },
  }
}

function readMessage(text: string): FromPage | null {
  try {
    const parsed = fromPage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
