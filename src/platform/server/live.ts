import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import {
  livePath,
  renewed,
  type FromPage,
  type PageMessage,
  type ToPage,
  type Watch,
} from '#wire/live-messages.ts'
import { fromPage } from '#wire/live.ts'
import { guarded } from './guarded.ts'

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
  /** The network that it was issued to; null where sockets of it are not counted. */
  network: string | null
}

export interface LiveSocket<T extends LiveTicket> {
  readonly ticket: T
  readonly topics: ReadonlySet<string>
  /** Replaces the topics that it followed before. */
  follow(topics: Iterable<string>): void
  send(message: PageMessage): void
  /** Closes it: its page comes back at once with a new ticket, if it can have one. */
  renew(): void
}

export interface LiveOptions<T extends LiveTicket> {
  log: Logger
  /** The ticket of a session that was not used yet, or null. */
  redeem(session: string): Promise<T | null>
  isAllowedOrigin(request: IncomingMessage): boolean
  heard(socket: LiveSocket<T>, message: Watch): void
  /** The last socket that followed a topic has left it. */
  abandoned?(topic: string): void
  /** Sockets of this node at once. */
  most?: number
  /** Sockets of this node at once, of one network. */
  mostOfNetwork?: number
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

/**
 * Whether a request with an `Upgrade` header is for the channel. Any other such header is a wish that a server may
 * leave unheard (RFC 9110, 7.8), as with `curl --http2`: the request is answered as if it had none. Never throws: Node
 * asks this outside of any `try`.
 */
export function wantsLive({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && pathOf(url) === livePath && headers.upgrade?.toLowerCase() === 'websocket'
}

interface Connected<T extends LiveTicket> extends LiveSocket<T> {
  ws: WebSocket
  topics: Set<string>
  answered: boolean
}

export function createLive<T extends LiveTicket>(options: LiveOptions<T>): Live<T> {
  const { log, most = 5_000, mostOfNetwork = 100, pingEvery = 30_000 } = options
  const server = new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connected = new Set<Connected<T>>()
  const topics = createTopics<Connected<T>>(options.abandoned ?? (() => {}))
  const networks = createTally()
  let opening = 0
  let closed = false

  const ping = (): void => {
    for (const socket of connected) {
      if (!socket.answered) socket.ws.terminate()
      socket.answered = false
      socket.ws.ping()
    }
  }
  const timer = setInterval(guarded(log, 'the ping of the live connections', ping), pingEvery)
  timer.unref()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!wantsLive(request)) return false
    socket.on(
      'error',
      guarded(log, 'the end of a live connection', () => socket.destroy()),
    )
    const query = new URLSearchParams(request.url?.split('?')[1])
    const session = query.get('session') ?? ''
    if (closed || connected.size + opening >= most) refuse(socket, '503 Service Unavailable')
    else if (!options.isAllowedOrigin(request) || !/^[\w-]{43}$/.test(session))
      refuse(socket, '403 Forbidden')
    else if (query.get('format') !== 'json') refuse(socket, '400 Bad Request')
    else {
      opening += 1
      options
        .redeem(session)
        .then((ticket) => {
          if (ticket === null) return refuse(socket, '401 Unauthorized')
          if (closed) return refuse(socket, '503 Service Unavailable')
          if (networks.count(ticket.network) >= mostOfNetwork) return refuse(socket, '429 Too Many Requests')
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
      // What it follows may be known only after it has closed.
      follow: (wanted) => topics.follow(socket, connected.has(socket) ? wanted : []),
      send: (message) => sendText(ws, textOf(message)),
      renew: () => ws.close(renewed),
    }
    connected.add(socket)
    networks.add(ticket.network)
    const isOverLimit = messageLimit()
    const heard = (data: RawData, isBinary: boolean): void => {
      socket.answered = true
      if (isOverLimit()) return ws.close(1008)
      const message = isBinary || !Buffer.isBuffer(data) ? null : readMessage(data.toString())
      if (message === null) ws.close(1007)
      else if (message.msg === 'ping') sendFrame(ws, { code: 200, msg: 'pong', data: null })
      else options.heard(socket, message.data)
    }
    const left = (): void => {
      topics.follow(socket, [])
      connected.delete(socket)
      networks.remove(ticket.network)
    }
    const end = (): void => ws.terminate()
    ws.on(
      'pong',
      guarded(log, 'a pong', () => void (socket.answered = true)),
    )
    ws.on('error', guarded(log, 'the end of a live connection', end))
    ws.on('close', guarded(log, 'the end of a live connection', left))
    ws.on('message', guarded(log, 'a live message', heard, end))
  }

  return {
    upgrade,
    followers: topics.followers,
    sockets: () => connected,
    close: async () => {
      closed = true
      clearInterval(timer)
      await Promise.all([...connected].map(({ ws }) => disconnect(ws)))
    },
  }
}

/** Which sockets follow which topic. @param abandoned called with a topic that no socket follows any more */
function createTopics<S extends { topics: Set<string> }>(abandoned: (topic: string) => void) {
  const byTopic = new Map<string, Set<S>>()

  /** Replaces the socket's topics; one that it followed before and follows still is never without it. */
  function follow(socket: S, wanted: Iterable<string>): void {
    const before = new Set(socket.topics)
    socket.topics.clear()
    for (const topic of wanted) {
      socket.topics.add(topic)
      const followers = byTopic.get(topic)
      if (followers) followers.add(socket)
      else byTopic.set(topic, new Set([socket]))
    }
    for (const topic of before) if (!socket.topics.has(topic)) leave(socket, topic)
  }

  function leave(socket: S, topic: string): void {
    const followers = byTopic.get(topic)
    followers?.delete(socket)
    if (followers?.size !== 0) return
    byTopic.delete(topic)
    abandoned(topic)
  }

  return { follow, followers: (topic: string): Iterable<S> => byTopic.get(topic) ?? [] }
}

/** How many sockets are open of each network. */
function createTally() {
  const counts = new Map<string, number>()
  const count = (network: string | null): number => (network === null ? 0 : (counts.get(network) ?? 0))
  return {
    count,
    add(network: string | null): void {
      if (network !== null) counts.set(network, count(network) + 1)
    },
    remove(network: string | null): void {
      if (network === null) return
      if (count(network) > 1) counts.set(network, count(network) - 1)
      else counts.delete(network)
    },
  }
}

/** Counts the messages of one page: true from the first that is too many in ten seconds. */
function messageLimit(): () => boolean {
  let said = 0
  let since = Date.now()
  return () => {
    if (Date.now() - since > 10_000) {
      said = 0
      since = Date.now()
    }
    said += 1
    return said > mostSaid
  }
}

function sendFrame(ws: WebSocket, frame: ToPage): void {
  sendText(ws, Buffer.from(JSON.stringify(frame)))
}

function sendText(ws: WebSocket, text: Buffer): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > mostWaiting) ws.terminate()
  else ws.send(text, { binary: false })
}

/** A message goes to thousands of pages: it is written down for the first, and let go with the message. */
const texts = new WeakMap<PageMessage, Buffer>()

function textOf(message: PageMessage): Buffer {
  let text = texts.get(message)
  if (text === undefined) {
    const frame: ToPage = { code: 0, msg: '', data: message }
    texts.set(message, (text = Buffer.from(JSON.stringify(frame))))
  }
  return text
}

function disconnect(ws: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    ws.once('close', () => resolve())
    // 1012: the service restarts.
    ws.close(1012)
    // A connection that does not confirm closing is terminated.
    // oxlint-disable-next-line house/guarded-listener -- ends a socket, which throws nothing
    setTimeout(() => ws.terminate(), 1_000).unref()
  })
}

function readMessage(text: string): FromPage | null {
  try {
    const parsed = fromPage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

// The request line as it was sent may be anything: `//[` is no address, and `new URL` throws at it.
function pathOf(url: string | undefined): string {
  return url?.split('?')[0] ?? ''
}

function refuse(socket: Duplex, status: string): void {
  // Ended alone, it would stay half open for as long as the other side likes.
  const answer = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
  socket.end(answer, () => socket.destroy())
}
