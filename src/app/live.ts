import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { PriceTerms } from '#domain/shown/paid-price.ts'
import { no, ok } from '#domain/result.ts'
import { minute } from '#domain/time.ts'
import { endedTopics } from '#features/account/rules/announce.ts'
import { productMarks } from '#features/catalog/queries/live.ts'
import { productsInCart } from '#features/cart/queries/lines.ts'
import { cartTopic } from '#features/cart/actions/token.ts'
import { readWatchKey, type WatchedOrder } from '#features/orders/actions/watch-key.ts'
import { countEvents } from '#features/orders/queries/events.ts'
import { orderTopic } from '#features/orders/rules/announce.ts'
import { shownTerms } from '#features/promotions/rules/running.ts'
import { qrTopic } from '#features/qr/rules/tickets.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Change } from '#platform/server/db/queries-changes.ts'
import { putTicket, redeemTicket, type TicketRow } from '#platform/server/db/queries-live-channel.ts'
import { everybody, openBus, type LiveTeller } from '#platform/server/live-bus.ts'
import { createLive, type Live, type LiveSocket } from '#platform/server/live.ts'
import { createPace, tooFast } from '#platform/server/pace.ts'
import { networkOf } from '#platform/server/rate.ts'
import { readLink } from '#platform/server/signing.ts'
import { networkOfVisitor } from '#platform/server/visitor-network.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { LiveMessage, Watch } from '#wire/live-messages.ts'
import type { takeTicket } from '#wire/live.ts'
import type { ShopSettings } from '#wire/shop-config.ts'
import { createMarks } from './live-marks.ts'

/*
 * The live messages of the shop: prices, stock, the visitor's cart, notices of the merchant.
 */

/** Milliseconds that a ticket is good for. */
const ticketLife = minute
/** Milliseconds in which changes of many products become one question to the database. */
const gather = 150

/** A rate limit for tickets: a page tries five times, and offices share a network address. */
const pace = createPace({ perMinute: 60, burst: 60, most: 20_000 })

export interface LiveShop extends LiveTeller {
  upgrade: Live<Ticket>['upgrade']
  /** Turns changes of the shop's data into messages for the pages that show it. */
  changed(change: Pick<Change, 'tags'>): void
  close(): Promise<void>
}

interface Ticket {
  locale: Locale
  network: string | null
  cart: Buffer | null
}

export interface LiveShopOptions {
  db: Database
  url: string
  log: Logger
  origin: () => string
  isAllowedHost: (host: string) => boolean
  kept: Ctx['kept']
  shop: () => ShopSettings
  now: () => Date
}

/** Issues a ticket; the cart's owner is recognised by the cart's cookie. */
export async function liveTicket(ctx: Ctx, _: Input<typeof takeTicket>): Answer<typeof takeTicket> {
  if (!pace.takes(networkOf(ctx.visitor.ip), ctx.now.getTime())) return no(tooFast())
  const session = randomBytes(32).toString('base64url')
  const ticket: TicketRow = {
    hash: hashSession(session),
    cart: (await ctx.who()).owner,
    network: await networkOfVisitor(ctx),
    locale: ctx.locale,
  }
  await putTicket(ctx.db, ticket, new Date(ctx.now.getTime() + ticketLife))
  const { t } = ctx
  const [title, from, to, count] = ['{title}', '{from}', '{to}', '{count}']
  return ok({
    session,
    texts: {
      price: t('live.price', { title, from, to }),
      stock: t('live.stock', { title }),
      many: t('live.many', { count }),
      before: t('live.before', { from }),
      line: t('live.line', { from }),
    },
  })
}

/** Opens the channel on this node. */
export async function openLive(options: LiveShopOptions): Promise<LiveShop> {
  const { db, url, log, now } = options
  const live = createLive<Ticket>({
    log,
    isAllowedOrigin: (request) =>
      options.isAllowedHost(request.headers.host ?? '') && isOwnOrigin(request, options.origin()),
    redeem: async (session) => {
      const row = await redeemTicket(db, hashSession(session), now())
      if (row === null) return null
      const network = row.network?.toString('base64url') ?? null
      return { cart: row.cart, network, locale: isLocale(row.locale) ? row.locale : 'en' }
    },
    heard: (socket, watch) => {
      follow(socket, watch).catch(failed)
    },
    abandoned: (topic) => {
      const id = productOf(topic)
      if (id !== null) marks.drop(id)
    },
  })
  const bus = await openBus({ db, url, log, heard: deliver })
  // Every promotion has its amounts in the base currency, so one that begins or ends in any currency does so in it.
  const terms = (): Promise<PriceTerms> => {
    const shop = options.shop()
    return shownTerms({ db, kept: options.kept, now: now(), currency: shop.baseCurrency, shop: { shop } })
  }
  const marks = createMarks({
    read: async (ids) => productMarks(db, ids, options.shop().lowStockAt, await terms()),
    isWatched: (id) => [...live.followers(topicOf(id))].length > 0,
  })
  let waiting = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function failed(error: unknown): void {
    log.warn({ err: error }, 'live changes could not be looked up')
  }

  async function follow(socket: LiveSocket<Ticket>, { products, cart, key }: Watch): Promise<void> {
    const { cart: owner } = socket.ticket
    const keyed = key === null ? null : await readKey(key)
    const own = [...(owner === null ? [] : [cartTopic(owner)]), ...(keyed?.topics ?? [])]
    // Follows at once, so that a change while the cart is being read is not missed.
    socket.follow([...own, ...products.map(topicOf)])
    const inCart = cart && owner !== null ? await productsInCart(db, owner) : []
    const all = [...new Set([...products, ...inCart])]
    if (inCart.length > 0) socket.follow([...own, ...all.map(topicOf)])
    if (keyed?.order) await catchUp(socket, keyed.order)
    await marks.begin(all, new Set(inCart))
  }

  /** A key permits one purpose only. */
  async function readKey(key: string): Promise<{ topics: string[]; order: WatchedOrder | null }> {
    const [order, qr] = await Promise.all([
      readWatchKey(db, key, now()),
      readLink(db, 'qr.watch', key, now()),
    ])
    const topics = order === null ? [] : [orderTopic(order.orderId)]
    return { topics: qr === null ? topics : [...topics, qrTopic(qr)], order }
  }

  /** Tells a page what happened to its order between the making of the page and this moment. */
  async function catchUp(socket: LiveSocket<Ticket>, { orderId, events }: WatchedOrder): Promise<void> {
    const latest = await countEvents(db, orderId)
    if (latest !== null && latest.events !== events)
      socket.send({ type: 'order.changed', order: latest.number })
  }

  function changed({ tags }: Pick<Change, 'tags'>): void {
    for (const topic of endedTopics({ tags })) {
      deliver([topic], { type: 'session.ended' })
      renewTickets(topic)
    }
    const every = ['catalog', 'config', 'promotions'].some((tag) => tags.includes(tag))
    for (const id of marks.ids()) if (every || tags.includes(`product:${id}`)) waiting.add(id)
    if (waiting.size > 0) timer ??= setTimeout(() => void lookAtWaiting(), gather).unref()
  }

  async function lookAtWaiting(): Promise<void> {
    timer = null
    const ids = [...waiting]
    waiting = new Set()
    await sendDifferences(ids).catch(failed)
  }

  async function sendDifferences(ids: readonly number[]): Promise<void> {
    for (const { id, prices, stock } of await marks.compare(ids)) {
      if (prices) deliver([topicOf(id)], { type: 'price.changed', product: id })
      if (stock) deliver([topicOf(id)], { type: 'stock.changed', product: id })
    }
  }

  function deliver(topics: readonly string[], message: LiveMessage): void {
    const each = topics.map((topic) => (topic === everybody ? live.sockets() : live.followers(topic)))
    for (const socket of each.length === 1 ? each[0]! : new Set(each.flatMap((some) => [...some]))) {
      const toPage =
        message.type === 'notice'
          ? { ...message, text: pickText(message.text, socket.ticket.locale) }
          : message
      socket.send(toPage)
    }
  }

  // Its ticket says whose a socket is, for as long as it is open: whose session has ended must not hear any more.
  function renewTickets(topic: string): void {
    for (const socket of live.sockets()) {
      const { cart } = socket.ticket
      if (cart !== null && cartTopic(cart) === topic) socket.renew()
    }
  }

  return {
    upgrade: live.upgrade,
    tell: bus.tell,
    changed,
    close: async () => {
      if (timer) clearTimeout(timer)
      await Promise.all([live.close(), bus.close()])
    },
  }
}

const productTopic = 'product:'

function topicOf(product: number): string {
  return `${productTopic}${product}`
}

function productOf(topic: string): number | null {
  return topic.startsWith(productTopic) ? Number(topic.slice(productTopic.length)) : null
}

function hashSession(session: string): Buffer {
  return createHash('sha256').update(session).digest()
}

// Every browser sends it with this request; a program that does not has no business here.
function isOwnOrigin({ headers }: IncomingMessage, origin: string): boolean {
  const from = headers.origin
  if (from === undefined) return false
  return from === origin || (URL.canParse(from) && new URL(from).host === headers.host)
}
