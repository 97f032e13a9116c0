import {
  livePath,
  renewed,
  type FromPage,
  type PageMessage,
  type ToPage,
  type Watch,
} from '#wire/live-messages.ts'
import { live } from './stores.ts'

/*
 * The browser's end of the live channel. The `live` store has its state: connected, the last message, whether all
 * attempts to come back have failed, the heartbeat and its timer.
 */

/** The specification's numbers. ms */
const RETRY_AFTER = 50_000
const ATTEMPTS = 5
/** ms of silence after which the connection counts as lost: the server answers every ping. */
const SILENCE = 25_000
/** ms that a tab may be hidden and stay connected. */
const HIDDEN = 300_000

/** 1000: the page itself has closed. */
const FAREWELL = 1000

export interface LiveClient {
  /** A fresh ticket, or null if none can be had. */
  ticket(): Promise<string | null>
  /** Who a ticket taken now would stand for: another visitor needs another connection. */
  visitor(): string
  /** What the page follows now. */
  watched(): Watch
  /** Handlers by type of message. Those about signing in are for the part that shows the code: it listens to the store. */
  handlers: { [M in PageMessage as Exclude<M['type'], `qr.${string}`>]: (message: M) => void }
  /** Messages may have been missed. */
  resync(): void
}

export interface LiveChannel {
  /** The page shows something else. */
  watch(): void
}

export function startLive(client: LiveClient): LiveChannel {
  let socket: WebSocket | null = null
  let opening = false
  let wasOpen = false
  let failures = 0
  let visitor = ''
  let heardAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiddenFor: ReturnType<typeof setTimeout> | undefined

  async function open(): Promise<void> {
    if (socket || opening || document.hidden) return
    clearTimeout(retry)
    opening = true
    visitor = client.visitor()
    const session = await client.ticket()
    opening = false
    if (session === null) return failed()
    // The page may have been left, or hidden, while the ticket came.
    if (document.hidden) return
    const url = new URL(`${livePath}?${new URLSearchParams({ session, format: 'json' })}`, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const mine = (socket = new WebSocket(url))
    mine.onopen = () => opened(mine)
    mine.onmessage = ({ data }: MessageEvent<string>) => heard(JSON.parse(data) as ToPage)
    mine.onclose = ({ code }) => {
      if (socket !== mine) return
      put(null)
      if (code === renewed) void open()
      else failed()
    }
  }

  function opened(mine: WebSocket): void {
    const again = wasOpen
    wasOpen = true
    failures = 0
    heardAt = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - heardAt > SILENCE) lost(mine)
      else say(mine, { code: 200, msg: 'ping' })
    }, live.get().heartbeatInterval)
    live.set({ ...live.get(), state: 'connected', connected: true, reconnectError: false, timer })
    watch()
    if (again) client.resync()
  }

  /** A connection that was cut without a word: its own close would come in minutes. */
  function lost(mine: WebSocket): void {
    mine.onclose = null
    mine.close()
    put(null)
    failed()
  }

  function heard({ data }: ToPage): void {
    heardAt = Date.now()
    if (!data) return
    live.set({ ...live.get(), lastMessage: data })
    // A server of a newer build may know more kinds.
    const handlers = client.handlers as Partial<Record<string, (m: never) => void>>
    handlers[data.type]?.(data as never)
  }

  function failed(): void {
    if (document.hidden) return
    if (failures >= ATTEMPTS) {
      live.set({ ...live.get(), state: 'disconnected', reconnectError: true })
      // The specification's only word about it, section 8: the page is as good as one without the channel.
      console.error('The live channel is closed: all attempts to reconnect have failed.')
      return
    }
    failures += 1
    live.set({ ...live.get(), state: 'reconnecting' })
    retry = setTimeout(() => void open(), RETRY_AFTER)
  }

  function put(next: WebSocket | null): void {
    socket = next
    const { timer } = live.get()
    if (timer) clearInterval(timer)
    live.set({ ...live.get(), state: 'disconnected', connected: false, timer: null })
  }

  function leave(): void {
    clearTimeout(retry)
    const mine = socket
    if (!mine) return
    put(null)
    mine.close(FAREWELL)
  }

  function comeBack(): void {
    failures = 0
    void open()
  }

  function watch(): void {
    if (socket && visitor !== client.visitor()) {
      leave()
      // Nothing was missed that the page has not fetched just now.
      wasOpen = false
      comeBack()
    } else if (socket?.readyState === WebSocket.OPEN)
      say(socket, { code: 200, msg: 'watch', data: client.watched() })
    else if (!live.get().reconnectError && failures === 0) void open()
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenFor)
    if (document.hidden) hiddenFor = setTimeout(leave, HIDDEN)
    else if (!socket) comeBack()
  })
  // An open socket would keep the page out of the browser's back/forward cache.
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
  addEventListener('online', () => !socket && comeBack())
  void open()
  return { watch }
}

function say(socket: WebSocket, frame: FromPage): void {
  socket.send(JSON.stringify(frame))
}
