import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemName } from '#wire/problems.ts'
import { guarded } from './guarded.ts'

/*
 * The one deadline of all answers: whatever a handler waits for, its visitor hears something in time. It is kept here
 * and not by Fastify's `handlerTimeout`, which Fastify takes back as soon as a body was read, so that no call that
 * sends one would ever end.
 *
 * An answer counts as given when its headers are sent. So these may go on for longer: films, sitemaps and product feeds,
 * which are sent while they are read, and the live channel, which is no request once it is open. Requests with files
 * (`withFiles`) may take longer to come in, not to be answered.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sends files: its body may take minutes. */
    takesFiles?: boolean
  }
  interface FastifyRequest {
    /** The clock that runs for its answer. */
    deadline: NodeJS.Timeout | null
  }
}

/** All in milliseconds. */
export interface Deadlines {
  /** From the moment that a request has come in to its answer. */
  answer: number
  /** In which a request has to have come in. */
  body: number
  /** The same for requests that send files. */
  files: number
  /** The least that those bring in: so many bytes in each window of so long, while they are read. */
  pace: { bytes: number; within: number }
}

/** What is sent in place of the answer that did not come. */
export interface Stopgap {
  status: number
  type: string
  body: string
}

export type Lateness = Extract<ProblemName, 'too_slow' | 'slow_request'>

export interface DeadlineOptions extends Deadlines {
  /** Made of what is in memory: it may wait for nothing. */
  stopgap: (request: FastifyRequest, problem: Lateness) => Stopgap
  headers: Readonly<Record<string, string>>
}

/** Milliseconds between two looks at a body that is slow to come in. */
const lookEvery = 250

/** Before every other hook: what those wait for counts as well. */
export function keepDeadlines(app: FastifyInstance, options: DeadlineOptions): void {
  app.decorateRequest('deadline', null)
  app.addHook('onRequest', (request, reply, done) => {
    const due = (): void => {
      if (request.raw.complete === false) watchBody(request, reply, options)
      else answerInstead(request, reply, 'too_slow', options)
    }
    request.deadline = setTimeout(guarded(request.log, 'a deadline', due), options.answer)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.deadline !== null) clearTimeout(request.deadline)
    done()
  })
}

/** Called when the answer would have been due, had the body come in at once. */
function watchBody(request: FastifyRequest, reply: FastifyReply, options: DeadlineOptions): void {
  const { socket } = request.raw
  const takesFiles = request.routeOptions.config.takesFiles === true
  const patience = takesFiles ? options.files : options.body
  const begun = performance.now() - options.answer
  let { bytesRead } = socket
  let movedAt = performance.now()
  let lookedAt = movedAt
  let pace = { from: bytesRead, for: 0 }
  const look = (): void => {
    if (isAnswered(reply)) return clearInterval(timer)
    const now = performance.now()
    const isIn = request.raw.complete
    // What has come and lies here unread: we are the slow ones.
    const isOurs = request.raw.readableLength > 0
    if (!isOurs) pace.for += now - lookedAt
    lookedAt = now
    if (socket.bytesRead !== bytesRead) {
      bytesRead = socket.bytesRead
      movedAt = now
    }
    if (isIn) {
      clearInterval(timer)
      request.deadline = setTimeout(
        guarded(request.log, 'a deadline', () => answerInstead(request, reply, 'too_slow', options)),
        Math.max(0, movedAt + options.answer - now),
      )
    } else if (now - begun >= patience || now - movedAt >= options.answer) {
      clearInterval(timer)
      answerInstead(request, reply, isOurs ? 'too_slow' : 'slow_request', options)
    } else if (takesFiles && pace.for >= options.pace.within) {
      const isTooSlow = bytesRead - pace.from < options.pace.bytes
      pace = { from: bytesRead, for: 0 }
      if (!isTooSlow) return
      clearInterval(timer)
      answerInstead(request, reply, 'slow_request', options)
    }
  }
  const timer = setInterval(guarded(request.log, 'a deadline', look), lookEvery)
  timer.unref()
  request.deadline = timer
}

/** Of a body that nobody wants, so much is read before its answer: bytes, and milliseconds. */
const rest = { bytes: 256 * 1024, within: 1_000 }

/**
 * Reads the rest of a short body that is refused. Whoever is still sending when the connection closes hears of it, and
 * not of the answer. A long or slow one is not waited for.
 */
export function readRest({ raw, log }: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const listening = new AbortController()
    const over = guarded(log, 'the rest of a body', () => {
      listening.abort()
      clearTimeout(timer)
      raw.off('data', count).pause()
      resolve()
    })
    const count = guarded(log, 'the rest of a body', (piece: Buffer) => {
      bytes += piece.byteLength
      if (bytes > rest.bytes) over()
    })
    const timer = setTimeout(over, rest.within)
    if (raw.destroyed || raw.readableEnded) return over()
    finished(raw, { signal: listening.signal }).then(over, over)
    raw.on('data', count)
  })
}

/** Marks an answer to a body that was not read to its end: its rest must not be taken for the next request. */
export function closeIfUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (hasBody && raw.complete === false) reply.header('connection', 'close')
}

function isAnswered(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent || reply.raw.destroyed
}

/** At once and past the framework, whose own way of answering waits for hooks. */
function answerInstead(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Lateness,
  { stopgap, headers }: DeadlineOptions,
): void {
  if (isAnswered(reply)) return
  const { status, type, body } = stopgap(request, problem)
  request.log.warn({ route: request.routeOptions.url, problem }, 'a request was not answered in time')
  reply.hijack()
  // Its handler goes on until what it waits for comes or fails. Nobody is there any more to hear that.
  reply.log = reply.log.child({}, { level: 'silent' })
  reply.raw.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    // The rest of a body that nobody reads must not be taken for the next request.
    ...(request.raw.complete === false ? { connection: 'close' } : null),
  })
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
  endBody(request, reply)
}

/**
 * Node lets go of a request with its answer: whoever still reads a body that stopped coming would never hear that
 * nothing more comes, and would hold its place for ever.
 */
function endBody({ raw, log }: FastifyRequest, reply: FastifyReply): void {
  const end = guarded(log, 'the end of a body', () => {
    if (!raw.complete && !raw.destroyed) raw.destroy(new Error('the body did not come in time'))
  })
  finished(reply.raw).then(end, end)
}
