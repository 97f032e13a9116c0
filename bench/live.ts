import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { WebSocket } from 'ws'
import { cartTopic } from '#features/cart/actions/token.ts'
import { openDatabase, type Database } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { putTicket } from '#platform/server/db/queries-live-channel.ts'
import { liveTeller } from '#platform/server/live-bus.ts'
import { milliseconds, percentile, type Row } from './figures.ts'
import { generator, getPage } from './generator.ts'
import type { Bench, Measure } from './measure.ts'
import { memoryOf } from './process.ts'
import type { Shop } from './shop.ts'

export const live: Measure = {
  name: 'live',
  title: 'Open pages',
  method:
    '2 000 pages of the demo shop are connected to one node, and all follow one product and one shopper. In each round ' +
    'the price of the product changes, and then an order of the shopper: the time is from before the commit, or from ' +
    'the announcement, until a page has the message; the 99th percentile of all pages in all rounds. The memory is what ' +
    'the server’s process has more than before they connected.',
  run,
}

const pages = 2_000
/** Connections that are opened at once. */
const atOnce = 50
/** Milliseconds. */
const target = 1_000
/** Megabytes of 10^6 bytes. */
const memoryTarget = 60

interface Message {
  type: string
}

async function run({ shops, rounds, say }: Bench): Promise<Row[]> {
  const shop = await shops.demo()
  const db = openDatabase({ url: shop.databaseUrl, pool: 4, log: pino({ level: 'silent' }) })
  const owner = randomBytes(32)
  const { rows: products } = await db.pool.query<{ id: number }>(
    `select id from products where slug = 'trio-stool'`,
  )
  const product = products[0]!.id
  // What the first pages need is loaded once, whoever is connected.
  await warm(shop)
  const before = memoryOf(shop.pid)
  const sockets: WebSocket[] = []
  try {
    for (let opened = 0; opened < pages; opened += atOnce)
      sockets.push(
        ...(await Promise.all(Array.from({ length: atOnce }, () => openPage(db, shop, owner, product)))),
      )
    // What a page says is heard a moment later.
    await sleep(2_000)
    const after = memoryOf(shop.pid)
    say(`${sockets.length} pages are open`)
    const teller = liveTeller(db)
    const [prices, orders]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      prices.push(
        ...(await timesOf(sockets, 'price.changed', async () => {
          await db.pool.query(
            'update sku_prices set amount = amount + 100 where sku_id in (select id from skus where product_id = $1)',
            [product],
          )
          await db.transact((tx) => announceChanges(tx, [`product:${product}`], true))
        })),
      )
      orders.push(
        ...(await timesOf(sockets, 'order.changed', async () =>
          teller.tell(cartTopic(owner), { type: 'order.changed', order: 'K7M29-QXD4P' }),
        )),
      )
    }
    return [
      timeRow('A price changes', prices),
      timeRow('An order changes', orders),
      ...(before === null || after === null
        ? []
        : [
            {
              what: `Memory of ${pages} pages`,
              limit: '',
              figure: `${Math.round(after.now - before.now)} MB`,
              ratio: '',
              target: `≤ ${memoryTarget} MB`,
              ok: after.now - before.now <= memoryTarget,
            },
          ]),
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
    await db.close()
  }
}

async function warm(shop: Shop): Promise<void> {
  const asks = Array.from({ length: 2_000 }, () =>
    getPage(shop.port, '/product/trio-stool', { kind: 'page' }),
  )
  await generator().run({ port: shop.port, connections: 16, requests: asks, until: { answers: asks.length } })
}

async function openPage(db: Database, shop: Shop, owner: Buffer, product: number): Promise<WebSocket> {
  const session = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(session).digest()
  await putTicket(db, { hash, cart: owner, network: null, locale: 'en' }, new Date(Date.now() + 60_000))
  const url = new URL(`/ws/message?${new URLSearchParams({ session, format: 'json' })}`, shop.origin)
  url.protocol = 'ws:'
  const socket = new WebSocket(url, { origin: shop.origin, perMessageDeflate: false })
  await once(socket, 'open')
  const data = { products: [product], cart: false, key: null }
  socket.send(JSON.stringify({ code: 200, msg: 'watch', data }))
  return socket
}

/** Milliseconds until each page has a message of this type. */
async function timesOf(
  sockets: readonly WebSocket[],
  type: string,
  change: () => Promise<void>,
): Promise<number[]> {
  const began = performance.now()
  const heard = sockets.map(
    (socket) =>
      new Promise<number>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`a page has no ${type} after 20 s`)), 20_000)
        const hear = (bytes: Buffer): void => {
          if ((JSON.parse(bytes.toString()) as { data: Message | null }).data?.type !== type) return
          clearTimeout(late)
          socket.off('message', hear)
          resolve(performance.now() - began)
        }
        socket.on('message', hear)
      }),
  )
  await change()
  return Promise.all(heard)
}

function timeRow(what: string, times: readonly number[]): Row {
  const p99 = percentile(times, 99)
  return {
    what: `${what}: p99 of ${pages} pages`,
    limit: '',
    figure: `${milliseconds(p99)} (median ${milliseconds(percentile(times, 50))})`,
    ratio: '',
    target: '≤ 1 s',
    ok: p99 <= target,
  }
}
