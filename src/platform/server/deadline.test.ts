import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepDeadlines } from './deadline.ts'
import { withFiles } from './form-fields.ts'

const deadlines = { answer: 400, body: 1_200, files: 10_000, pace: { bytes: 50, within: 600 } }

/** A server with these routes, and what it logs from `warn` on. */
async function open(add: (app: FastifyInstance) => void): Promise<{ port: number; log: string[] }> {
  const log: string[] = []
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(String((JSON.parse(chunk.toString()) as { msg?: string }).msg))
      done()
    },
  })
  const app = Fastify({ loggerInstance: pino({ level: 'warn' }, lines) as FastifyBaseLogger })
  keepDeadlines(app, {
    ...deadlines,
    headers: { 'x-frame': 'none' },
    stopgap: (_request, problem) => ({
      status: problem === 'too_slow' ? 504 : 408,
      type: 'text/plain',
      body: problem,
    }),
  })
  add(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { port: (app.server.address() as AddressInfo).port, log }
}

const ask = async (port: number, init: RequestInit = {}) => {
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/`, init)
  return { status: answer.status, text: await answer.text(), taken: performance.now() - begun, answer }
}

/** Sends what is written to it byte for byte; resolves with all that comes back, when the server hangs up. */
function raw(port: number): { write(text: string): void; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => text)
  return { write: (chunk) => void socket.write(chunk), closed }
}

const head = (length: number, type = 'application/json'): string =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

it.each([
  ['without a body', {}],
  ['with a body', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
])('answers a request %s in time when its handler does not', async (_, init) => {
  const { port, log } = await open((app) => {
    const never = (): Promise<never> => new Promise(() => {})
    app.get('/', never)
    app.post('/', never)
  })
  const { status, text, taken, answer } = await ask(port, init)
  expect([status, text, answer.headers.get('x-frame')]).toEqual([504, 'too_slow', 'none'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(taken).toBeGreaterThan(deadlines.answer - 50)
  expect(log).toEqual(['a request was not answered in time'])
})

type Late = (reply: FastifyReply) => unknown

it.each<[string, Late]>([
  ['sends its answer', (reply) => reply.send('late')],
  ['returns its answer', () => 'late'],
  ['fails', () => Promise.reject(new Error('late'))],
  ['writes past the framework', (reply) => (reply.hijack(), reply.raw.writeHead(200).end('late'))],
])('says nothing more when a handler %s too late', async (_, late) => {
  let goOn: () => void = () => {}
  const isLate = new Promise<void>((resolve) => (goOn = resolve))
  const { port, log } = await open(
    (app) => void app.get('/', async (_request, reply) => (await isLate, late(reply))),
  )
  expect(await ask(port)).toMatchObject({ status: 504, text: 'too_slow' })
  goOn()
  // Another request is answered behind all that the handler had to say.
  expect(await ask(port, { method: 'POST' })).toMatchObject({ status: 404 })
  expect(log).toEqual(['a request was not answered in time'])
})

it('counts what the page of a failure waits for as well', async () => {
  const { port } = await open((app) => {
    app.setErrorHandler(() => new Promise(() => {}))
    app.get('/', () => Promise.reject(new Error('broken')))
  })
  expect(await ask(port)).toMatchObject({ status: 504, text: 'too_slow' })
})

it('lets an answer that has begun go on', async () => {
  const { port, log } = await open((app) => {
    app.get('/', (_request, reply) => {
      const film = new PassThrough()
      film.write('first ')
      setTimeout(() => film.end('last'), 900)
      return reply.type('text/plain').send(film)
    })
  })
  expect(await ask(port)).toMatchObject({ status: 200, text: 'first last' })
  expect(log).toEqual([])
})

it('hangs up on a body that has stopped coming, and says so', async () => {
  const { port } = await open((app) => void app.post('/', async () => 'done'))
  const client = raw(port)
  client.write(`${head(100)}{"a`)
  const said = await client.closed
  expect(said).toMatch(/^HTTP\/1\.1 408 /)
  expect(said).toMatch(/\r\nconnection: close\r\n/i)
  expect(said).toMatch(/\r\n\r\nslow_request$/)
})

it('hangs up on a body that dribbles in for too long', async () => {
  const { port } = await open((app) => void app.post('/', async () => 'done'))
  const client = raw(port)
  const begun = performance.now()
  client.write(head(1_000))
  const timer = setInterval(() => client.write(' '), 50)
  onTestFinished(() => clearInterval(timer))
  expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /)
  expect(performance.now() - begun).toBeGreaterThan(deadlines.body - 50)
})

it('waits for a body that comes a little late, and from then on for its answer', async () => {
  const { port } = await open((app) => void app.post('/', async () => (await sleep(200), 'done')))
  const client = raw(port)
  client.write(`${head(2).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}{`)
  setTimeout(() => client.write('}'), deadlines.answer + 200)
  expect(await client.closed).toMatch(/^HTTP\/1\.1 200 .*done$/s)
})

describe('of a request with files', () => {
  const boundary = 'x'
  const parts = [
    `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n`,
    ...Array<string>(20).fill('some bytes of a picture'),
    `\r\n--${boundary}--\r\n`,
  ]
  const length = parts.join('').length
  const send = async (client: ReturnType<typeof raw>): Promise<void> => {
    client.write(
      head(length, `multipart/form-data; boundary=${boundary}`).replace(
        '\r\n\r\n',
        '\r\nConnection: close\r\n\r\n',
      ),
    )
    for (const part of parts) {
      await sleep(90)
      client.write(part)
    }
  }
  const files = (answer: () => Promise<string>) => (app: FastifyInstance) =>
    withFiles(app, (scope) => {
      scope.post('/', async (request) => {
        for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer()
        return answer()
      })
    })

  it('lets the body take its time', async () => {
    const { port, log } = await open(files(async () => 'taken'))
    const client = raw(port)
    await send(client)
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 .*taken$/s)
    expect(log).toEqual([])
  })

  it('does not let the answer take its time', async () => {
    const { port } = await open(files(() => new Promise(() => {})))
    const client = raw(port)
    await send(client)
    expect(await client.closed).toMatch(/^HTTP\/1\.1 504 .*too_slow$/s)
  })

  it('hangs up when the body goes on too slowly, also after it came quickly', async () => {
    const { port } = await open(files(async () => 'taken'))
    const client = raw(port)
    const begun = performance.now()
    client.write(head(20_000, `multipart/form-data; boundary=${boundary}`))
    client.write(parts[0]! + 'x'.repeat(10_000))
    const timer = setInterval(() => client.write('x'), 100)
    onTestFinished(() => clearInterval(timer))
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 .*slow_request$/s)
    // Long before all the time that files have.
    expect(performance.now() - begun).toBeLessThan(deadlines.files / 2)
  })

  it.each([
    ['in a file', parts[0]!],
    ['in the head of a file', parts[0]!.slice(0, 20)],
    ['before its first byte', ''],
  ])('lets its reader go when the body stops %s', async (_, sent) => {
    let hasLeft = false
    const { port, log } = await open((app) =>
      withFiles(app, (scope) => {
        scope.post('/', async (request) => {
          try {
            for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer()
          } finally {
            hasLeft = true
          }
        })
      }),
    )
    const client = raw(port)
    client.write(`${head(length, `multipart/form-data; boundary=${boundary}`)}${sent}`)
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 .*slow_request$/s)
    await expect.poll(() => hasLeft).toBe(true)
    expect(log).toEqual(['a request was not answered in time'])
  })

  it('hangs up when the body stops', async () => {
    const { port } = await open(files(async () => 'taken'))
    const client = raw(port)
    client.write(`${head(length, `multipart/form-data; boundary=${boundary}`)}${parts[0]}`)
    expect(await client.closed).toMatch(/^HTTP\/1\.1 408 .*slow_request$/s)
  })
})
