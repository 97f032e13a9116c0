import type { CartNews } from '#features/cart/islands/use-desk.ts'
import type { countCart } from '#features/cart/contract.ts'
import { call } from '#platform/browser/call.ts'
import { wait } from '#platform/browser/dom.ts'
import { startLive } from '#platform/browser/live.ts'
import { rouse } from '#platform/browser/rouse.ts'
import { cookie, initial } from '#platform/browser/state.ts'
import { toast } from '#platform/browser/toast.ts'
import type { Json } from '#wire/page.ts'
import { mostWatched, type Watch } from '#wire/live-messages.ts'
import type { LiveTexts, takeTicket } from '#wire/live.ts'

/** ms for which messages are gathered into one request, and over which the pages spread their requests. */
const GATHER = 1_100
const SPREAD = 1_200
let texts: LiveTexts
let looking = false

/** The topics that this shop's pages follow, and the handlers of their messages. */
export function startLiveShop(): void {
  const channel = startLive({
    ticket,
    // The first thing that is put into a cart makes the cart whose news are heard.
    visitor: () => ['violet_cart_count', 'violet_auth'].map((name) => cookie(name) !== undefined).join(),
    watched,
    handlers: {
      'price.changed': look,
      'stock.changed': look,
      'order.changed': tellOrder,
      'return.changed': tellOrder,
      'cart.changed': () => {
        countAgain()
        tellCart()
      },
      // Was it this one, the answer says so, and the page leaves for the sign-in.
      'session.ended': countAgain,
      // A merchant's own words are no markup.
      notice: ({ text }) =>
        toast(
          text.replace(/[&<>]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[sign]};`),
          { sticky: true },
        ),
    },
    resync: () => {
      tellOrder()
      void look()
    },
  })
  for (const event of ['violet:page', 'violet:done', 'violet:listing', 'violet:watch'])
    document.addEventListener(event, channel.watch)
}

/** The answer includes the count, for the header and every part that shows it. */
function countAgain(): void {
  void call<typeof countCart>('/cart/count', {}, { quiet: true })
}

/** What of the page may change while it is open. Every page hears of its cart, its sign-in and the shop's notices. */
function watched(): Watch {
  const ids = new Set<number>()
  const own = initial().pageData as { readonly [key: string]: Json | undefined } | null
  const { page } = document.body.dataset
  if (page === 'product' && typeof own?.['id'] === 'number') ids.add(own['id'])
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-product]')) {
    const id = Number(dataset['product'])
    if (Number.isInteger(id) && id > 0 && ids.size < mostWatched) ids.add(id)
  }
  const cart = page === 'cart' && Number(cookie('violet_cart_count')) > 0
  return { products: [...ids], cart, key: shown()?.dataset['liveKey'] ?? null }
}

async function ticket(): Promise<string | null> {
  const answer = await call<typeof takeTicket>('/live/ticket', {}, { quiet: true })
  if (!answer.ok) return null
  texts = answer.value.texts
  return answer.value.session
}

/** One request for all messages of a moment, spread over the pages. */
async function look(): Promise<void> {
  if (looking) return
  looking = true
  await wait(GATHER + Math.random() * SPREAD)
  looking = false
  if (document.body.dataset['page'] === 'cart') tellCart()
  else if (watched().products.length > 0) {
    const marks = await import('./marks.browser.ts')
    await marks.markChanges(texts)
  }
}

function tellCart(): void {
  const cart = document.querySelector<HTMLElement>('x-island[c="cart"]')
  if (cart) rouse(cart, { news: { at: Date.now(), line: texts.line } satisfies CartNews })
}

/** @param message without a number any order may have changed */
function tellOrder({ order }: { order?: string } = {}): void {
  const waiting = document.querySelector<HTMLElement>('x-island[c="order-watch"]')
  if (!waiting) return
  const { order: mine } = JSON.parse(waiting.getAttribute('p')!) as { order: string }
  // A list names none, and follows all of its shopper's.
  if (mine === '' || (order ?? mine) === mine) rouse(waiting, { news: Date.now() })
}

/** The part of the page that shows an order or a QR code, and carries the key to follow it. */
function shown(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-live-key]')
}
