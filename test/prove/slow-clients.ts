import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../../bench/cleanup.ts'
import { memoryOf } from '../../bench/process.ts'
import { openShop, type RunningShop } from '../running-shop.ts'

/*
 * `npm run prove -- slow-clients [--seconds N]`: six hundred connections at once whose clients send their headers, a
 * body or an upload by the byte, or do not read what they asked for. Each that is ended comes again. Meanwhile the 99th
 * percentile of ordinary visitors stays within three times of what it is without them, each slow connection is ended
 * in the time of its kind, and the server's memory stays bounded. At its end the same in a shop that waits for ever,
 * which has to be found.
 *
 * Source: the modes of slowhttptest (slow headers, slow body, slow read) and, as a fourth, uploads, which have the
 * longest deadline of their own.
 * Size: 200 connections of each kind and 20 uploads, of which the shop takes eight at a time, for a minute and the
 * longest of the deadlines; the visitors ask for a cached page, the cart and a product, one after the other, without a
 * pause.
 * Limits: Linux, whose list of connections tells when one is ended that its client does not read; one machine, on
 * which the clients take their share of the processors; a client that takes in a little each minute is not ended, and
 * is bounded by the system's buffers alone.
 */

export interface SlowOptions {
  /** For how long they come. */
  seconds: number
  say: (line: string) => void
}

const mostSlower = 3
/** Connections that have to be open at once, for it to be a crowd. */
const leastOpen = 500
/** Megabytes. */
const mostGrowth = 150

interface Kind {
  name: string
  /** Connections at once. */
  count: number
  /** Seconds in which the server has to end it: its deadline, and what a busy machine needs. */
  within: number
  /** Sent at once. */
  first: (host: string) => string
  /** Sent each second, for ever; null: nothing, and nothing is read either. */
  each: string | null
}

const kinds: readonly Kind[] = [
  {
    name: 'headers',
    count: 200,
    within: 10 + 5,
    first: (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n`,
    each: 'X-Slow: 1\r\n',
  },
  {
    name: 'bodies',
    count: 200,
    within: 10 + 5,
    first: (host) => post(host, '/api/web/cart/list', 'application/json', 10_000),
    each: ' ',
  },
  {
    name: 'uploads',
    count: 20,
    within: 27 + 8,
    first: (host) =>
      `${post(host, '/api/web/upload/image', 'multipart/form-data; boundary=x', 5_000_000)}--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`,
    each: 'a',
  },
  {
    name: 'readers',
    count: 200,
    // Node looks every 60 seconds, and what moved just after the answer was written counts as moved at its first look.
    within: 2 * 60 + 15,
    first: (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(40),
    each: null,
  },
]

function post(host: string, path: string, type: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
}

export async function proveSlowClients({ seconds, say }: SlowOptions): Promise<boolean> {
  const shop = await openSlowedShop({})
  atEnd(() => endShop(shop))
  const faults: string[] = []
  // Both are warm by then.
  await visiting(shop, () => sleep(3_000))
  const quiet = await visiting(shop, () => sleep(10_000))
  const before = memoryOf(shop.process.pid!)?.now ?? 0
  const crowd = comeSlowly(shop, kinds)
  const beside = await visiting(shop, () => sleep(seconds * 1_000))
  const { ended, most } = crowd
  const grown = (memoryOf(shop.process.pid!)?.now ?? 0) - before
  // The last to come are not waited for; the first have to be gone. They came in one after the other.
  const left = Math.max(...kinds.map(({ within }) => within)) + 5 - seconds
  if (left > 0) await sleep(left * 1_000)
  faults.push(...crowd.tooOld())
  for (const { name } of kinds) if (ended[name] === undefined) faults.push(`none of the ${name} was ended`)
  crowd.leave()
  const health = await fetch(`${shop.url}/healthz`).then(({ status }) => status)
  if (health !== 200) faults.push(`afterwards /healthz is ${health}`)
  if (most() < leastOpen) faults.push(`only ${most()} connections were open at once`)
  const slower = beside.p99 / quiet.p99
  if (slower > mostSlower) faults.push(`visitors wait ${slower.toFixed(1)} times as long`)
  if (beside.failed > 0) faults.push(`${beside.failed} visitors were not answered`)
  if (grown > mostGrowth) faults.push(`the server has grown by ${Math.round(grown)} MB`)
  say(
    `${most()} slow connections at once for ${seconds} s, ended ${JSON.stringify(ended)}; ${Math.round(grown)} MB more`,
  )
  say(
    `${beside.count} visitors, p99 ${beside.p99.toFixed(1)} ms, ${slower.toFixed(1)} times the ${quiet.p99.toFixed(1)} ms without them`,
  )
  for (const fault of faults.slice(0, 20)) say(fault)
  say(`${faults.length} faults`)
  const isFound = await findsPatience()
  say(isFound ? 'the planted patience was found' : 'THE PLANTED PATIENCE WAS NOT FOUND')
  return faults.length === 0 && isFound
}

/** Whether a shop is found out that waits for its clients for ever. */
async function findsPatience(): Promise<boolean> {
  const plant = new URL('planted-patience.mjs', import.meta.url).href
  const shop = await openSlowedShop({ NODE_OPTIONS: `--import ${plant}` })
  try {
    const quick = kinds.filter(({ within }) => within < 20).map((kind) => ({ ...kind, count: 5 }))
    const crowd = comeSlowly(shop, quick)
    await sleep(17_000)
    const found = crowd.tooOld()
    crowd.leave()
    return quick.every(({ name }) => found.some((fault) => fault.startsWith(name)))
  } finally {
    await endShop(shop)
  }
}

function openSlowedShop(env: Record<string, string>): Promise<RunningShop> {
  return openShop({ demo: true, env: { LOG_LEVEL: 'fatal', ...env } })
}

async function endShop(shop: RunningShop): Promise<void> {
  await shop.stop()
  await shop.remove()
}

interface Crowd {
  /** How often the server ended one, by kind. */
  ended: Record<string, number>
  /** The most that were open at once. */
  most(): number
  /** One line for each kind that has or had a connection for longer than it may. */
  tooOld(): string[]
  leave(): void
}

/** So many of each kind; who is thrown out comes again. */
function comeSlowly({ port }: RunningShop, all: readonly Kind[]): Crowd {
  const ended: Record<string, number> = {}
  const oldest = new Map<string, number>()
  const open = new Map<Socket, { kind: Kind; since: number }>()
  let most = 0
  let isOver = false
  const note = (kind: Kind, since: number): void =>
    void oldest.set(kind.name, Math.max(oldest.get(kind.name) ?? 0, performance.now() - since))
  const come = (kind: Kind): void => {
    if (isOver) return
    const socket = connect(port, '127.0.0.1')
    // Hundreds come at once: until its turn a connection is not the server's.
    let since = performance.now()
    const timer = setInterval(() => {
      if (kind.each !== null && socket.writable) socket.write(kind.each)
    }, 1_000)
    if (kind.each === null) socket.pause()
    else socket.resume()
    // It is told so by the server, in one way or another: what counts is that it is over.
    socket.on('error', () => {})
    socket.once('connect', () => {
      socket.write(kind.first(`localhost:${port}`))
      since = performance.now()
      open.set(socket, { kind, since })
      most = Math.max(most, open.size)
    })
    socket.once('end', () => socket.destroy())
    socket.once('close', () => {
      clearInterval(timer)
      open.delete(socket)
      if (isOver) return
      note(kind, since)
      ended[kind.name] = (ended[kind.name] ?? 0) + 1
      setTimeout(() => come(kind), 1_000)
    })
  }
  for (const kind of all) for (let n = 0; n < kind.count; n++) come(kind)
  // Who does not read does not hear of the end either.
  const look = setInterval(() => {
    const served = servedPorts(port)
    for (const [socket, { kind, since }] of open)
      if (kind.each === null && performance.now() - since > 2_000 && !served.has(socket.localPort ?? 0))
        socket.destroy()
  }, 1_000)
  return {
    ended,
    most: () => most,
    tooOld() {
      for (const { kind, since } of open.values()) note(kind, since)
      return all.flatMap(({ name, within }) => {
        const seconds = (oldest.get(name) ?? 0) / 1_000
        return seconds > within ? [`${name}: open for ${seconds.toFixed(1)} s`] : []
      })
    },
    leave() {
      isOver = true
      clearInterval(look)
      for (const socket of open.keys()) socket.destroy()
    },
  }
}

/** The ports of the clients whose connections a server has open, from the system's list. */
function servedPorts(port: number): ReadonlySet<number> {
  const text = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('\n')
  const served = new Set<number>()
  for (const line of text.split('\n')) {
    const [, own = '', other = '', state] = line.trim().split(/\s+/)
    if (state === established && portOf(own) === port) served.add(portOf(other))
  }
  return served
}

const established = '01'

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16)
}

/** What ordinary visitors wait while something goes on. */
async function visiting(
  { port }: RunningShop,
  work: () => Promise<unknown>,
): Promise<{ count: number; failed: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let failed = 0
  let isOver = false
  const visitor = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now()
      const isWell = await visit(agent, port, ['/', '/cart', `/product/perch-stool?n=${n}`][n % 3]!)
      times.push(performance.now() - begun)
      if (!isWell) failed += 1
    }
  }
  const visits = visitor()
  try {
    await work()
  } finally {
    isOver = true
    await visits
    agent.destroy()
  }
  times.sort((a, b) => a - b)
  return { count: times.length, failed, p99: times[Math.floor(times.length * 0.99)] ?? Infinity }
}

function visit(agent: Agent, port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ agent, port, host: '127.0.0.1', path, headers: { host: `localhost:${port}` } }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200))
      answer.once('error', () => resolve(false))
    }).once('error', () => resolve(false))
  })
}
