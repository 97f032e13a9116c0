import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { prepareCheckouts, type ReadyCheckout } from '../../bench/checkouts.ts'
import { atEnd } from '../../bench/cleanup.ts'
import { checkHistory } from './history/history.ts'
import { readHistory } from './history/history-rows.ts'
import { openMortalShop, surely, type MortalShop } from './killed-shop.ts'
import { fillShelves } from './real-shop.ts'

/*
 * `npm run prove -- disk-full [--disk FOLDER] [--port N]`: the file system of the shop's data, its database, pictures
 * and mails, is filled to the last byte while people read, order and upload. Pages are read on; what cannot be written
 * is answered by 503 and nothing else; the program does not end. When there is room again it heals by itself, no order
 * that was acknowledged is missing, and each order is there once when it is sent again. At its end the same in a shop
 * that acknowledges orders which it could not write, which has to be found.
 *
 * Source: PostgreSQL's documentation, "Disk Full Failure": it may refuse statements (class 53), or end when its log
 * cannot grow, and comes back when there is room.
 * Size: a file system of its own in memory, 240 MB, three hundred orders while it is full.
 * Limits: needs the right to mount one (root), or an empty one by `--disk` that may be filled; database and pictures
 * fill together, as in the folder that a merchant has.
 */

export interface DiskFullOptions {
  build: string
  port: number
  /** An empty folder on a small file system of its own; null: one is mounted. */
  disk: string | null
  say: (line: string) => void
}

const size = '240m'
const orders = 300
/** Milliseconds after there is room again. */
const mostHealing = 30_000

const sales = { payment: [{ code: 'transfer', provider: 'manual', name: { en: 'Transfer' } }] }

export async function proveDiskFull(options: DiskFullOptions): Promise<boolean> {
  const holds = await fillUp(options)
  const isFound = await findsPromise(options)
  options.say(isFound ? 'the planted promise was found' : 'THE PLANTED PROMISE WAS NOT FOUND')
  return holds && isFound
}

/** Whether a shop is found out that acknowledges orders which it could not write. */
async function findsPromise(options: DiskFullOptions): Promise<boolean> {
  const plant = new URL('planted-promise.mjs', import.meta.url).href
  const lines: string[] = []
  const holds = await fillUp(
    { ...options, say: (line) => void lines.push(line) },
    { NODE_OPTIONS: `--import ${plant}` },
  )
  const isFound =
    !holds && /was acknowledged, and sent again it is|checkouts became \d+ orders/.test(lines.join('\n'))
  if (!isFound) for (const line of lines) options.say(line)
  return isFound
}

/** @param env variables of the shop beside its own */
async function fillUp(
  { build, port, disk, say }: DiskFullOptions,
  env: Record<string, string> = {},
): Promise<boolean> {
  // The shop makes it, with its own owner and rights.
  const dataDir = join(disk ?? (await mountDisk()), 'data')
  const shop = await openMortalShop(build, port, sales, { dataDir, env })
  const faults: string[] = []
  try {
    await fillShelves(shop.db, 400, 100_000)
    const before = (await readHistory(shop.db)).skus
    const checkouts = await prepareCheckouts(shop.db, orders, () => ['p1', 'p2'])
    const pid = shop.pid()
    await read(shop.origin, 1, faults)

    const makeRoom = await fill(join(dataDir, 'filler'))
    const told = new Map<string, string>()
    const statuses: Record<string, number> = {}
    const note = (name: string, status: number): void => {
      const key = `${name} ${status}`
      statuses[key] = (statuses[key] ?? 0) + 1
      if (status >= 500 && status !== 503) faults.push(`${name} was answered by ${status}`)
      if (status === 0) faults.push(`${name} was not answered`)
    }
    for (const [n, checkout] of checkouts.entries()) {
      const answer = await submit(shop.origin, checkout)
      note('order', answer.status)
      if (answer.number !== null) told.set(checkout.slug, answer.number)
      if (n % 10 === 0) note('upload', await upload(shop.origin))
      if (n % 5 === 0) note('page', await read(shop.origin, 2 + n, faults))
    }
    if ((statuses['order 503'] ?? 0) === 0) faults.push('no order was refused: the disk was not full')
    if ((statuses['upload 503'] ?? 0) === 0) faults.push('no upload was refused: the disk was not full')
    if ((statuses['page 200'] ?? 0) === 0) faults.push('no page was read')

    const begun = performance.now()
    await makeRoom()
    const healed = await untilTaken(shop, checkouts, begun)
    if (healed > mostHealing) faults.push(`well again only after ${Math.round(healed)} ms`)
    if (shop.pid() !== pid) faults.push('the program has ended and was started again')
    const again = await Promise.all(
      checkouts.map(async (checkout) => ({ checkout, ...(await submit(shop.origin, checkout)) })),
    )
    for (const { checkout, status, number } of again) {
      const first = told.get(checkout.slug)
      if (number === null) faults.push(`sent again, an order is answered by ${status}`)
      else if (first !== undefined && first !== number)
        faults.push(`${first} was acknowledged, and sent again it is ${number}`)
    }
    const history = await surely(() => readHistory(shop.db))
    if (history.orders.length !== orders)
      faults.push(`${orders} checkouts became ${history.orders.length} orders`)
    for (const { rule, subject, text } of checkHistory(history, before))
      faults.push(`${rule}: ${subject}: ${text}`)
    if (shop.said().includes('"msg":"a request failed"')) faults.push('the log says that a request failed')
    say(`while the disk was full: ${JSON.stringify(statuses)}; ${told.size} orders acknowledged`)
    say(
      `an order was taken ${Math.round(healed)} ms after there was room; ${history.orders.length} orders in the end`,
    )
    for (const fault of [...new Set(faults)].slice(0, 20)) say(fault)
    if (faults.length > 0) say(shop.said().slice(-4_000))
    say(`${faults.length} faults`)
    return faults.length === 0
  } finally {
    await shop.end()
  }
}

/** A file system in memory. Throws where this user may not mount one. */
async function mountDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'violet-full-'))
  const run = promisify(execFile)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).catch(
    (error: unknown) => {
      throw new Error('It needs a file system that may be filled: run it as root, or give `--disk FOLDER`.', {
        cause: error,
      })
    },
  )
  atEnd(async () => {
    await run('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes until there is no room for a single byte more; the answer makes room. */
async function fill(file: string): Promise<() => Promise<void>> {
  const handle = await open(file, 'w')
  for (const bytes of [4_000_000, 64_000, 4_096, 512, 1]) {
    const piece = Buffer.alloc(bytes)
    for (let isFull = false; !isFull;)
      isFull = await handle.write(piece).then(
        ({ bytesWritten }) => bytesWritten < bytes,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error
          return true
        },
      )
  }
  await handle.close()
  return () => rm(file)
}

async function submit(
  origin: string,
  { slug, token }: ReadyCheckout,
): Promise<{ status: number; number: string | null }> {
  return fetch(`${origin}/api/web/checkout/submit`, {
    method: 'POST',
    headers: {
      cookie: `violet_cart=${token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ slug, paymentMethod: 'transfer', total: 2003, terms: true }),
    signal: AbortSignal.timeout(30_000),
  }).then(
    async (answer) => ({
      status: answer.status,
      number: /"order":"([0-9A-Z]{5}-[0-9A-Z]{5})"/.exec(await answer.text())?.[1] ?? null,
    }),
    () => ({ status: 0, number: null }),
  )
}

async function read(origin: string, n: number, faults: string[]): Promise<number> {
  const health = await fetch(`${origin}/healthz`).then(
    ({ status }) => status,
    () => 0,
  )
  if (health !== 200) faults.push(`/healthz is ${health}`)
  const answer = await fetch(`${origin}/product/p${n}`, { signal: AbortSignal.timeout(30_000) })
  await answer.arrayBuffer()
  return answer.status
}

async function upload(origin: string): Promise<number> {
  // No two are alike: what is known already need not be written.
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3))
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
  return fetch(`${origin}/api/web/upload/image`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body,
    signal: AbortSignal.timeout(30_000),
  }).then(
    async (answer) => (await answer.arrayBuffer(), answer.status),
    () => 0,
  )
}

/** Milliseconds from `begun` until an order is taken again. */
async function untilTaken(
  { origin }: MortalShop,
  checkouts: ReadyCheckout[],
  begun: number,
): Promise<number> {
  for (;;) {
    const { number } = await submit(origin, checkouts.at(-1)!)
    const taken = performance.now() - begun
    if (number !== null || taken > 2 * mostHealing) return taken
    await sleep(50)
  }
}
