/*
 * The load generator: a process of its own, so that it can have a core of its own. Raw sockets, keep-alive, one
 * request at a time on each connection, requests sent as prepared text. It must need less time for a request than the
 * server, and reports how busy it was.
 */
import { connect, type Socket } from 'node:net'

export interface Job {
  /** Milliseconds from a request of a connection to its next one, at least; without it, as fast as it goes. */
  every?: number
  port: number
  connections: number
  /** Each connection takes the next one in turn, from the beginning again after the last. */
  requests: readonly Ask[]
  /** Either for a time (after an uncounted warm-up) or until a number of answers have come. */
  until: { warmUp: number; window: number } | { answers: number }
}

export interface Ask {
  /** The whole request. `{unique}` in it is replaced by a text that no other request has. */
  text: string
  /** Times are kept apart by kind. */
  kind: string
  /** The status that is right; any other fails the job. */
  status: number
}

export interface Load {
  answers: number
  seconds: number
  /** Answers per second. */
  rate: number
  bytes: number
  /** Milliseconds from sending to the last byte, by kind, in the order of the answers. */
  times: Record<string, number[]>
  /** Share of its core that the generator used: near 1 it was the generator that was measured. */
  busy: number
}

interface Connection {
  socket: Socket
  ask: Ask
  sentAt: number
  /** Bytes of the body still to come; null while the head is read. */
  left: number | null
  /** The beginning of a head that did not come in one piece. */
  head: Buffer | null
}

const headEnd = Buffer.from('\r\n\r\n')
const lengthName = /content-length: /i
let uniques = 0

process.once('disconnect', () => process.exit())

process.on('message', (job: Job) => {
  drive(job).then(
    (load) => process.send!(load),
    (error: unknown) => process.send!({ error: error instanceof Error ? error.message : String(error) }),
  )
})

function drive(job: Job): Promise<Load> {
  return new Promise((resolve, reject) => {
    const run = `${process.pid}-${Date.now().toString(36)}`
    const connections: Connection[] = []
    let times: Record<string, number[]> = {}
    let turn = 0
    let answers = 0
    let bytes = 0
    let over = false
    let began = begin()

    const finish = (error: Error | null): void => {
      if (over) return
      over = true
      const load = summary()
      for (const { socket } of connections) socket.destroy()
      if (error) reject(error)
      else resolve(load)
    }

    function begin(): { at: number; cpu: NodeJS.CpuUsage } {
      return { at: performance.now(), cpu: process.cpuUsage() }
    }

    function summary(): Load {
      const seconds = (performance.now() - began.at) / 1000
      const { user, system } = process.cpuUsage(began.cpu)
      return {
        answers,
        seconds,
        rate: answers / seconds,
        bytes,
        times,
        busy: (user + system) / 1e6 / seconds,
      }
    }

    const send = (connection: Connection): void => {
      const ask = job.requests[turn++ % job.requests.length]!
      connection.ask = ask
      connection.left = null
      connection.sentAt = performance.now()
      connection.socket.write(
        ask.text.includes('{unique}') ? ask.text.replace('{unique}', `${run}-${uniques++}`) : ask.text,
        'latin1',
      )
    }

    const sendNext = (connection: Connection): void => {
      const pause = connection.sentAt + (job.every ?? 0) - performance.now()
      if (pause <= 0) send(connection)
      else setTimeout(() => over || send(connection), pause)
    }

    /** Whether the next answer is still wanted. */
    const answered = (connection: Connection): boolean => {
      answers += 1
      ;(times[connection.ask.kind] ??= []).push(performance.now() - connection.sentAt)
      if (over) return false
      if ('answers' in job.until && answers >= job.until.answers) finish(null)
      else if (!('answers' in job.until) || turn < job.until.answers) sendNext(connection)
      return !over
    }

    const came = (connection: Connection, chunk: Buffer): void => {
      if (over) return
      bytes += chunk.length
      take(connection, chunk, answered)
    }

    const count = Math.min(job.connections, 'answers' in job.until ? job.until.answers : Infinity)
    for (let n = 0; n < count; n++) {
      const socket = open(job.port, {
        ready: () => send(connections[n]!),
        came: (chunk) => came(connections[n]!, chunk),
        failed: finish,
      })
      connections.push({ socket, ask: job.requests[0]!, sentAt: 0, left: null, head: null })
    }

    if (!('answers' in job.until)) {
      const { warmUp, window } = job.until
      setTimeout(() => {
        times = {}
        answers = 0
        bytes = 0
        began = begin()
        setTimeout(() => finish(null), window)
      }, warmUp)
    }
  })
}

function open(
  port: number,
  { ready, came, failed }: { ready(): void; came(chunk: Buffer): void; failed(error: Error): void },
): Socket {
  const socket = connect({
    host: '127.0.0.1',
    port,
    onread: {
      // The buffer is used again for what comes next.
      buffer: Buffer.allocUnsafe(64 * 1024),
      callback: (length, buffer) => {
        try {
          came(Buffer.from(buffer.buffer, buffer.byteOffset, length))
        } catch (error) {
          failed(error instanceof Error ? error : new Error(String(error)))
        }
        return true
      },
    },
  })
  socket.setNoDelay(true)
  socket.on('error', failed)
  socket.on('close', () => failed(new Error('a connection was closed by the server')))
  socket.on('connect', ready)
  return socket
}

/** Called after each complete answer; false ends the reading. */
type Answered = (connection: Connection) => boolean

function take(connection: Connection, chunk: Buffer, answered: Answered): void {
  if (connection.head === null) read(connection, chunk, answered)
  else {
    connection.head = Buffer.concat([connection.head, chunk])
    takeSplitHead(connection, answered)
  }
}

function read(connection: Connection, chunk: Buffer, answered: Answered): void {
  let at = 0
  while (at < chunk.length) {
    if (connection.left === null) {
      const found = chunk.indexOf(headEnd, at)
      if (found === -1) {
        connection.head = Buffer.from(chunk.subarray(at))
        return
      }
      connection.left = bodyLength(connection.ask, chunk.toString('latin1', at, found))
      at = found + headEnd.length
    }
    const taken = Math.min(connection.left, chunk.length - at)
    connection.left -= taken
    at += taken
    if (connection.left === 0 && !answered(connection)) return
  }
}

function takeSplitHead(connection: Connection, answered: Answered): void {
  const head = connection.head!
  const found = head.indexOf(headEnd)
  if (found === -1) return
  connection.head = null
  connection.left = bodyLength(connection.ask, head.toString('latin1', 0, found))
  const rest = head.subarray(found + headEnd.length)
  if (rest.length > 0) read(connection, rest, answered)
  else if (connection.left === 0) answered(connection)
}

/** Bytes of the body that follows this head. Throws when the answer is not the one that was expected. */
function bodyLength(ask: Ask, head: string): number {
  const status = Number(head.slice(9, 12))
  if (status !== ask.status)
    throw new Error(`${ask.text.split('\r\n')[0]} was answered with ${status}, not ${ask.status}:\n${head}`)
  if (status === 304 || status === 204) return 0
  const at = head.search(lengthName)
  if (at === -1) throw new Error(`${ask.text.split('\r\n')[0]} was answered without a content-length`)
  return Number.parseInt(head.slice(at + 'content-length: '.length), 10)
}
